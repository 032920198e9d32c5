import Testing

@testable import Commands

@Suite("The program and its words")
struct WordTests {
  let viewfinder: Viewfinder

  init() throws {
    viewfinder = try Viewfinder()
  }

  @Test(
    "Help is a result: on standard output, with status 0",
    arguments: [
      "--help", "help", "devices --help", "help frames", "preview -h", "demo --help", "--version",
    ])
  func help(words: String) async throws {
    let ending = try await viewfinder.run(shell: "\"$0\" \(words)")
    #expect(ending.status == 0)
    #expect(ending.output.hasPrefix("viewfinder"))
    #expect(ending.errors.isEmpty)
  }

  @Test(
    "Wrong words are one line on standard error, with status 2",
    arguments: [
      "", "devicse", "frames --cuont 3", "frames --count none", "preview --headless --flip-at soon",
      "preview --headless --size 0x0", "preview --headless --size big", "preview --output x",
      "devices --backend v4l3", "frames --virtual nonsense", "frames --virtual slow:soon",
      "demo --renderer crayon", "demo extra", "frames --count",
    ])
  func wrongWords(words: String) async throws {
    let ending = try await viewfinder.run(shell: "\"$0\" \(words)")
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("viewfinder: "), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
  }

  @Test("A full disk is a failure with a reason")
  func fullDisk() async throws {
    let ending = try await viewfinder.run(shell: "\"$0\" help >/dev/full")
    #expect(ending.status == 1)
    #expect(ending.errors.contains("No space left"))
  }
}
