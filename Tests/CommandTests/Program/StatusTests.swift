import CaptureCore
import Foundation
import PreviewCore
import RecordCore
import TestSupport
import Testing

@testable import Commands

/// The tables of `Documentation/ExitStatus.md`.
@Suite("Exit statuses", .serialized)
struct StatusTests {
  private static let rows: [[String]] = {
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/ExitStatus.md")
    let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }()

  /// What happens in a row of the second table.
  private struct Trouble: Sendable {
    /// The words of the row.
    let what: String
    /// Added to each command.
    let words: String
    /// Where the command's result goes, without its ending.
    let place: String

    init(_ what: String, words: String = "", place: String = "new") {
      (self.what, self.words, self.place) = (what, words, place)
    }
  }

  private static let troubles = [
    Trouble("an unknown option", words: "--nonsense"),
    Trouble("a name that is too long", place: String(repeating: "n", count: 300)),
    Trouble(
      "no camera is there, or the service that serves them", words: "--backend pipewire"),
    Trouble("an identity that no camera has", words: "--backend virtual --camera nobody"),
    Trouble(
      "a movie as a camera that is not there, or is a folder",
      words: "--backend virtual --camera file:none.mp4"),
    Trouble(
      "a movie as a camera that is not there, or is a folder",
      words: "--backend virtual --camera file:full"),
    Trouble(
      "an identity that no microphone has", words: "--backend virtual --microphone nobody"),
    Trouble("a movie as a camera that is no movie", words: "--camera file:full.mp4"),
    Trouble("a camera that may not be used", words: "--virtual denied"),
    Trouble("a camera that another program uses", words: "--virtual busy"),
    Trouble("a camera that does not start", words: "--virtual failstart"),
    Trouble("a folder where one may not write", words: "--backend virtual", place: "closed/new"),
    Trouble(
      "a folder that is not there, or is a file", words: "--backend virtual", place: "none/new"),
    Trouble(
      "a folder that is not there, or is a file", words: "--backend virtual", place: "full.mp4/new"),
    Trouble("a file as the folder for results", words: "--backend virtual", place: "full.mp4/new"),
    Trouble("something of that name is there", words: "--backend virtual", place: "full"),
    Trouble("a full disk", words: "--backend virtual", place: "disk/new"),
    Trouble("standard output that cannot be written", words: "--backend virtual >/dev/full"),
    Trouble("a file that is missing or no recording", place: "none"),
    Trouble("a file that is missing or no recording", place: "full"),
  ]

  @Test(
    "Every row has the status that the table says, with every command, and leaves nothing behind")
  func table() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, trouble) in Self.troubles.enumerated() {
        // As many as the machine has patience for: most of the time they wait.
        if index >= 3 { try await group.next() }
        group.addTask { try await Self.check(trouble) }
      }
      try await group.waitForAll()
    }
  }

  private static func check(_ trouble: Trouble) async throws {
    let row = try #require(rows.first { $0[0] == trouble.what && $0.count == 3 })
    let lines = row[2].split(separator: " ").map {
      line(String($0), place: trouble.place, words: trouble.words)
    }
    let viewfinder = try program()
    try viewfinder.folder.write(script(lines), to: "script")
    let namespace = getuid() == 0 ? "-m" : "-rm"
    let ending = try await viewfinder.run(shell: "unshare \(namespace) bash script \"$0\"")
    try RealPart.requireDisk(ending.errors)
    for (index, line) in lines.enumerated() {
      let errors = viewfinder.text("err.\(index)")
      #expect(viewfinder.text("status.\(index)") == "\(row[1])\n", "\(line): \(errors)")
      #expect(errors.hasPrefix("viewfinder: ") && !errors.contains(".tmp"), "\(line): \(errors)")
    }
    #expect(ending.output.isEmpty, "\(trouble.what): left behind: \(ending.output)")
  }

  @Test("The table is whole: every command, every status with its meaning, and no row untried")
  func whole() {
    #expect(
      Self.rows.filter { $0.count == 2 && $0[0] != "status" }
        == ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] })
    let tried = Self.rows.filter { $0.count == 3 && $0[1] != "status" }
    #expect(tried.first?[2].split(separator: " ").map(String.init) == Syntax.all.map(\.name))
    #expect(Set(tried.map { $0[0] }).subtracting(Self.troubles.map(\.what)) == Self.badNames)
  }

  private static let badNames: Set = ["a name of unknown or no ending, or only an ending"]

  @Test(
    "A name that does not say what it is to be is refused before anything starts",
    arguments: ["photo", "record"],
    ["a.gif", "a", ".jpg", ".mp4", "folder/.jpg", "folder/.mp4", ""])
  func names(command: String, name: String) {
    let error = #expect(throws: CommandError.self) { try Invocation([command, name]) }
    #expect(error?.status == .wrongWords)
  }

  @Test("An error of any module has its status in one place")
  func errors() {
    #expect(ExitStatus(ClosedPipe()) == .done)
    #expect(ExitStatus(CancellationError()) == .interrupted)
    #expect(ExitStatus(CaptureError(.stopped, "")) == .interrupted)
    #expect(ExitStatus(CaptureError(.noFrames, "")) == .failed)
    #expect(ExitStatus(RecordError(.notPermitted, "")) == .notPermitted)
    #expect(ExitStatus(RecordError(.badSettings, "")) == .wrongWords)
    #expect(ExitStatus(PreviewError(.graphicsUnavailable, "")) == .failed)
    #expect(ExitStatus(CommandError(.busy, "")) == .busy)
    #expect(ExitStatus(systemError: EROFS) == .notPermitted)
    #expect(ExitStatus(systemError: ENOSPC) == .failed)
  }

  // MARK: - The program

  /// The program on a machine without a camera.
  private static func program() throws -> Viewfinder {
    try Viewfinder(environment: [
      "XDG_RUNTIME_DIR": "/nowhere", "PIPEWIRE_REMOTE": "", "PIPEWIRE_RUNTIME_DIR": "",
    ])
  }

  private static func line(_ command: String, place: String, words: String) -> String {
    let film = "--size 64x36 --rate 2 --duration 500ms"
    return switch command {
    case "record": "record \(place).mp4 --duration 300ms --size 320x180 \(words)"
    case "photo": "photo \(place).jpg \(words)"
    case "frames": "frames --count 1 \(words)"
    case "preview": "preview --headless \(film) --output \(place) \(words)"
    case "demo": "demo --output \(place)-2 \(words)"
    case "repair": "repair \(place).mp4.part \(words)"
    case "help" where words.hasPrefix("--backend"): "help \(words.drop { $0 != ">" })"
    default: "\(command) \(words)"
    }
  }

  /// Runs all lines at once, where names are taken, a folder may not be written and a disk is full; prints
  /// which files are there afterwards that were not before.
  private static func script(_ lines: [String]) -> String {
    let runs = lines.enumerated().map { index, line in
      "{ { $user \"$1\" \(line); } 1>>out.\(index) 2>>err.\(index); echo $? >status.\(index); } &"
    }
    return """
      mkdir closed full full-2 disk; touch full/x full-2/x before
      for i in {0..\(lines.count)}; do touch out.$i err.$i status.$i; done
      echo no movie | tee full.jpg full.mp4 >full.mp4.part
      mount -t tmpfs -o size=100k none disk && head -c 200000 /dev/zero >disk/filler 2>out.0
      chmod 555 closed; export HOME=$PWD
      # Else nothing is forbidden to root, who runs tests in containers.
      user="setpriv --bounding-set=-dac_override"
      find . -type f >before
      \(runs.joined(separator: "\n"))
      wait; find . -type f | grep -vxFf before
      """
  }
}
