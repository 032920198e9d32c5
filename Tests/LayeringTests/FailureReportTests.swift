import Foundation
import Testing

/// `Scripts/failed-tests.py`: the last lines of a run, which may be all that is kept of it.
@Suite("What a run of the tests says at its end")
struct FailureReportTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "failed-tests-\(ProcessInfo.processInfo.globallyUniqueString)")

  private func report(_ form: String, xml: String?, log: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try xml?.write(to: folder.appending(path: "one.xml"), atomically: false, encoding: .utf8)
    try log.write(to: folder.appending(path: "one.log"), atomically: false, encoding: .utf8)
    let (script, output) = (Process(), Pipe())
    script.executableURL = SourceTree.root.appending(path: "Scripts/failed-tests.py")
    script.arguments = [form, folder.path, "one"]
    script.standardOutput = output
    try script.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }

  private static let failed = """
    <testsuites><testsuite>
      <testcase classname="M.Outer.Inner" name="bad(word:)"><failure message="one &#10; two"/></testcase>
      <testcase classname="M.Plain" name="good()"/>
    </testsuite></testsuites>
    """

  @Test("Each failure with its message, in a line")
  func failure() throws {
    #expect(
      try report("summary", xml: Self.failed, log: "")
        == "  M.Outer.Inner/bad(word:)\n    one two\n")
  }

  @Test("The pattern to repeat it names the test as the filter does, a suite within a suite too")
  func pattern() throws {
    let pattern = try report("patterns", xml: Self.failed, log: "").dropLast()
    let regex = try Regex(String(pattern))
    #expect("M.Outer/Inner/bad(word:)".contains(regex) && !"M.Outer/Inner/badly()".contains(regex))
  }

  @Test("A run that crashed: the tests that it was in, its last lines, and nothing to repeat")
  func crash() throws {
    let log = """
      ◇ Test "fine" started.
      ✔ Test "fine" with 2 test cases passed after 0.1 seconds.
      ◇ Test runs() started.
      Fatal error: Index out of range
      """
    let text = try report("summary", xml: "<testsuites>", log: log)
    #expect(text.contains("in ['runs()']") && text.contains("Index out of range"), "\(text)")
    #expect(try report("summary", xml: nil, log: log) == text)
    #expect(try report("patterns", xml: nil, log: log).isEmpty)
  }
}
