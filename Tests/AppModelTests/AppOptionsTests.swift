import AppModel
import Testing
import Viewfinder

@Suite("The app's words")
struct AppOptionsTests {
  @Test("no words are the defaults")
  func none() throws {
    let options = try AppOptions([])
    #expect(options == AppOptions())
    #expect(options.style == FlipWish() && options.camera == .automatic)
    #expect(!options.reports && !options.wantsHelp)
  }

  @Test("a value is the next word or follows an equals sign")
  func values() throws {
    let apart = try AppOptions(["--backend", "virtual", "--virtual", "slow:3s", "--report"])
    let joined = try AppOptions(["--backend=virtual", "--virtual=slow:3s", "--report"])
    #expect(apart == joined)
    #expect(apart.backend == "virtual" && apart.virtualScript == "slow:3s" && apart.reports)
    #expect(try AppOptions(["--virtual="]).virtualScript == "")
  }

  @Test(
    "a camera is a position or an id",
    arguments: [
      ("front", CameraChoice.position(.front)), ("back", .position(.back)),
      ("usb:1-2=x", .id(CameraID("usb:1-2=x"))),
    ])
  func cameras(word: String, choice: CameraChoice) throws {
    #expect(try AppOptions(["--camera", word]).camera == choice)
    #expect(try AppOptions(["--camera=\(word)"]).camera == choice)
  }

  @Test("every transition has a word of its own", arguments: Transition.allCases)
  func transitions(transition: Transition) throws {
    #expect(Transition(word: transition.word) == transition)
    #expect(Transition(word: transition.rawValue) == transition)
    #expect(try AppOptions(["--transition", transition.word]).style.transition == transition)
    #expect(transition.word.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(AppOptions.help.contains(transition.word))
  }

  @Test("a flip's duration and curve, and the window's size")
  func style() throws {
    let options = try AppOptions([
      "--duration", "700ms", "--curve=ease-in", "--size", "200x200",
    ])
    #expect(options.style.duration == .milliseconds(700) && options.style.curve == .easeIn)
    #expect(options.windowSize == PixelSize(width: 200, height: 200))
    #expect(try AppOptions(["--curve", "0,0,0.58,1"]).style.curve == .easeOut)
  }

  @Test(
    "wrong words are named",
    arguments: [
      (["--nonsense"], "--nonsense"), (["file"], "file"), (["--backend"], "--backend"),
      (["--transition", "spin"], "spin"), (["--duration", "1h"], "1h"),
      (["--duration", "-1s"], "-1s"),
      (["--curve", "bouncy"], "bouncy"), (["--curve", "1,0,0,2"], "1,0,0,2"),
      (["--size", "0x0"], "0x0"), (["--size", "99999x99999"], "99999x99999"), ([""], "option"),
      (["--report", "-x"], "-x"),
    ])
  func wrong(words: [String], named: String) {
    let error = #expect(throws: AppOptions.UsageError.self) { try AppOptions(words) }
    #expect(error?.description.contains(named) == true)
  }

  @Test("virtual faults contradict another back end, as for the command line")
  func contradiction() throws {
    let error = #expect(throws: AppOptions.UsageError.self) {
      try AppOptions(["--backend", "pipewire", "--virtual", "slow:3s"])
    }
    #expect(error?.description.contains("pipewire") == true)
    #expect(try AppOptions(["--virtual", "slow:3s", "--backend", "virtual"]).backend == "virtual")
  }

  @Test("the help names every back end, and the version can be asked for")
  func help() throws {
    for name in BackendSelection.knownNames { #expect(AppOptions.help.contains(name)) }
    #expect(try AppOptions(["--version"]).wantsVersion)
  }

  @Test("the virtual cameras are asked for by name or by a script for them")
  func backends() throws {
    for words in [["--backend", "virtual"], ["--virtual", "slow:3s"]] {
      guard case .named(["virtual"]) = try AppOptions(words).configuration.backends else {
        Issue.record("\(words) does not choose the virtual cameras")
        continue
      }
    }
    guard case .automatic = AppOptions().configuration.backends else {
      Issue.record("no words do not leave the choice to the session")
      return
    }
  }

  @Test("A movie is a camera, by its address")
  func address() throws {
    let options = try AppOptions(["--camera", "file:clip.mp4?loop"])
    #expect(options.camera == .id(CameraID("file:clip.mp4")))
    #expect(options.configuration.addresses == ["file:clip.mp4?loop"])
    #expect(try AppOptions(["--camera", "front"]).configuration.addresses.isEmpty)
    #expect(try AppOptions(["--loop", "--camera", "file:clip.mp4"]) == options)
    #expect(try AppOptions(["--camera", "file:clip.mp4?loop", "--loop"]) == options)
    #expect(throws: AppOptions.UsageError.self) { try AppOptions(["--loop"]) }
  }
}
