import TestSupport
import Testing

@Suite("What failed in the virtual machine is said outside of it")
struct GuestFailureTests {
  @Test("The message of each expectation, and no test that passed")
  func messages() {
    let output = """
      ◇ Test "A" started.
      ✔ Test "A" passed after 0.1 seconds.
      ◇ Test "B" started.
      \u{1b}[91m✘\u{1b}[0m Test "B" recorded an issue at B.swift:7:5: Expectation failed: 1 == 2
      ↳ one is not two
        and never was
      ✘ Test "B" failed after 0.1 seconds with 1 issue.
      ✔ Test "C" passed after 0.1 seconds.
      """
    #expect(
      VirtualMachine.failures(in: output) == """
        ✘ Test "B" recorded an issue at B.swift:7:5: Expectation failed: 1 == 2
        ↳ one is not two
          and never was
        """)
  }

  @Test("Without a message, the end of what came out: the machine itself has failed")
  func silence() {
    let lines = (1...20).map { "line \($0)" }
    let said = VirtualMachine.failures(in: lines.joined(separator: "\n"))
    #expect(said == lines.suffix(6).joined(separator: "\n"))
  }
}
