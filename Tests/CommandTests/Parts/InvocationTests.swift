import CaptureCore
import MediaTypes
import PreviewCore
import Testing
import Viewfinder

@testable import Commands

@Suite("Words on the command line")
struct InvocationTests {
  private func failure(_ words: String...) -> CommandError? {
    #expect(throws: CommandError.self) { try Invocation(words) }
  }

  private func preview(_ words: String...) throws -> PreviewRequest {
    guard case .preview(let request) = try Invocation(["preview", "--headless"] + words) else {
      throw CommandError(.failed, "not a preview")
    }
    return request
  }

  @Test("Each command is understood without options")
  func commands() throws {
    #expect(try Invocation(["--version"]) == .version)
    #expect(try Invocation(["--help"]) == .help(nil))
    #expect(try Invocation(["help"]) == .help(nil))
    #expect(try Invocation(["help", "frames"]) == .help(Syntax.frames))
    guard case .frames(let frames) = try Invocation(["frames"]) else {
      Issue.record("not frames")
      return
    }
    #expect(frames.wish == FormatWish())
    #expect(frames.camera == .automatic && frames.count == nil && frames.format == .y4m)
    #expect(frames.source.backends == nil && frames.source.faults == nil)
  }

  @Test("Help wins over everything else that is written")
  func helpWins() throws {
    #expect(try Invocation(["frames", "--nonsense", "--help"]) == .help(Syntax.frames))
    #expect(try Invocation(["preview", "-h"]) == .help(Syntax.preview))
  }

  @Test("Values are read with a space or an equals sign, the last one counts")
  func values() throws {
    let request = try preview("--size=640x480", "--size", "320X240", "--rate", "30000/1001")
    #expect(request.size == PixelSize(width: 320, height: 240))
    #expect(request.rate == FrameRate(30_000, per: 1001))
  }

  @Test("Flips are sorted, and the end is two seconds after the last")
  func flips() throws {
    let request = try preview("--flip-at", "4s,500ms,1.5", "--style", "cross-dissolve")
    #expect(request.flips == [.milliseconds(500), .milliseconds(1500), .seconds(4)])
    #expect(request.duration == .seconds(6))
    #expect(request.style.transition == .crossDissolve)
    #expect(try preview().duration == .seconds(3))
  }

  @Test("A flip's duration and curve, by name or in numbers")
  func turns() throws {
    let style = try preview("--flip-duration", "700ms", "--curve", "ease-out").style
    #expect(style.duration == .milliseconds(700) && style.curve == .easeOut)
    #expect(try preview("--curve", "0.42,0,0.58,1").style.curve == .easeInOut)
    #expect(try preview("--flip-at", "1s", "--flip-duration", "4s").duration == .seconds(6))
    #expect(try preview().style == FilmStyle())
  }

  @Test("Every style of the library has a word")
  func styles() throws {
    for transition in Transition.allCases {
      #expect(try preview("--style", transition.word).style.transition == transition)
      #expect(transition.word.allSatisfy { $0.isLowercase || $0 == "-" })
    }
  }

  @Test("Faults imply the virtual back end and contradict another")
  func faults() throws {
    #expect(try preview("--virtual", "slow:3s").source.isVirtual)
    #expect(failure("demo", "--backend", "pipewire", "--virtual", "slow:3s")?.status == .wrongWords)
  }

  @Test(
    "A bad word is named, with the nearest good one",
    arguments: [
      (["devicse"], "'devicse'", "devices"),
      (["--vresion"], "'--vresion'", "--version"),
      (["frames", "--cuont", "3"], "'--cuont'", "--count"),
      (["frames", "--format", "y4n"], "'y4n'", "y4m"),
      (["frames", "--backend", "virtuall"], "'virtuall'", "virtual"),
      (
        ["preview", "--headless", "--curve", "ease-inout"], "'ease-inout'", "ease-in-out"
      ),
      (["preview", "--headless", "--curve", "1,0,0,2"], "'1,0,0,2'", "0 to 1"),
      (["preview", "--headless", "--flip-duration", "61s"], "'61s'", "at most 60s"),
      (
        ["preview", "--headless", "--style", "flip-form-left"], "'flip-form-left'", "flip-from-left"
      ),
      (["preview", "--headless", "--gravity", "fil"], "'fil'", "fill"),
      (["help", "demonstration"], "'demonstration'", "demo"),
      (["help", "demo", "frames"], "'frames'", "help --help"),
      (["devices", "all"], "'all'", "devices --help"),
    ])
  func nearestWord(words: [String], bad: String, good: String) {
    let error = #expect(throws: CommandError.self) { try Invocation(words) }
    #expect(error?.status == .wrongWords)
    #expect(error?.message.contains(bad) == true, "\(error?.message ?? "")")
    #expect(error?.remedy.contains(good) == true, "\(error?.remedy ?? "")")
  }

  @Test(
    "A value that makes no sense is refused with its option's name",
    arguments: [
      ("--size", "0x720"), ("--size", "1280"), ("--size", "-3x4"), ("--size", "16385x1"),
      ("--size", "1280x720x3"), ("--size", "99999999999999999999x1"), ("--rate", "0"),
      ("--rate", "30/0"), ("--rate", "1/2/3"), ("--rate", "fast"), ("--rate", "1001"),
      ("--flip-at", "soon"), ("--flip-at", "2s,"), ("--flip-at", "-1s"), ("--flip-at", "nan"),
      ("--flip-at", "1e3s"), ("--flip-at", ""), ("--duration", "1.2.3s"), ("--duration", "inf"),
      ("--duration", "0x10"), ("--renderer", "vulkan"),
    ])
  func badValues(option: String, value: String) {
    let error = failure("preview", "--headless", option, value)
    #expect(error?.status == .wrongWords)
    #expect(error?.message.contains(option) == true, "\(error?.message ?? "")")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("What would fill the disk or never be seen is refused")
  func amounts() {
    #expect(failure("preview", "--headless", "--duration", "1s", "--flip-at", "1s") != nil)
    #expect(failure("preview", "--headless", "--duration", "0s") != nil)
    #expect(failure("preview", "--headless", "--duration", "9999s") != nil)
    #expect(failure("preview", "--headless", "--size", "16000x16000") != nil)
    #expect(failure("frames", "--count", "0") != nil)
    #expect(failure("preview") != nil)
    #expect(failure() != nil)
  }

  @Test("A bad word full of control characters or of great length stays harmless")
  func hostileWords() throws {
    let error = try #require(failure("\u{1b}[31m" + String(repeating: "x", count: 5000)))
    #expect(!error.message.contains("\u{1b}"))
    #expect(error.message.count < 120)
  }
}
