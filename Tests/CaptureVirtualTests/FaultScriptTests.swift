import CaptureVirtual
import MediaTypes
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FaultScriptTests {
  @Test func everyFaultIsReadWithItsTimes() throws {
    let script = try FaultScript(
      parsing: """
        unplug@2s,replug@4s, stall@3s:500ms ,slow:1.5s,fail@1m,nostart,failstart,busy,denied,vanish
        """)
    #expect(
      script.entries.map(\.fault) == [
        .unplug(.seconds(2)), .replug(.seconds(4)),
        .stall(.seconds(3), length: .milliseconds(500)), .slow(.milliseconds(1500)),
        .fail(.seconds(60)), .noStart, .failStart, .busy, .denied, .vanish,
      ])
    #expect(script.entries.allSatisfy { $0.camera == nil })
  }

  @Test func aPrefixNamesACameraByPositionOrIdentity() throws {
    let script = try FaultScript(parsing: "front.slow:0.25s,virtual-back.unplug@2s,slow:1.5s")
    #expect(script.entries.map(\.camera) == ["front", "virtual-back", nil])
    #expect(script.entries[0].fault == .slow(.milliseconds(250)))
  }

  @Test(arguments: ["", "  ", "\n"]) func emptyTextIsNoFault(text: String) throws {
    #expect(try FaultScript(parsing: text) == .none)
  }

  @Test(arguments: [
    "unplug", "unplug@", "unplug:2s", "unplug@2", "unplug@s", "unplug@-2s", "unplug@2s:1s",
    "unplug@1..5s", "unplug@.s", "unplug@1e3s", "unplug@9999999999s", "unplug@1441m",
    "unplug@２s", "slow@2s", "slow:", "slow:2h", "stall@2s", "stall@2s:", "stall@2s:1s:1s",
    "busy@2s", "busy:2s", "nostart2", "Busy", "busy,", ",busy", "busy,,busy", "busy busy",
    "sideways.busy", ".busy", "front.", "front.front.busy", "front", "🎥.busy", "\u{0}", "💥",
  ])
  func whatIsNoFaultIsRefusedWithWhatIsAllowedAndAnExample(text: String) {
    #expect {
      try FaultScript(parsing: text)
    } throws: { error in
      let error = try #require(error as? FaultScriptError)
      return !error.message.isEmpty
        && (error.remedy.contains("Example") || error.remedy.contains("500ms"))
    }
  }

  @Test func theErrorNamesTheWrongWordAndHidesWhatIsNotPrintable() throws {
    let error = try #require(throws: FaultScriptError.self) {
      try FaultScript(parsing: "busy,\u{1b}[31mred\u{202e},nostart")
    }
    #expect(error.message.contains("[31mred"))
    #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" })
    let unknown = try #require(throws: FaultScriptError.self) {
      try FaultScript(parsing: "frnt.busy")
    }
    #expect(unknown.message.contains("frnt") && unknown.remedy.contains("front"))
  }

  @Test func aTextThatIsTooLongIsRefused() {
    let long = String(repeating: "busy,", count: 1000)
    #expect(throws: FaultScriptError.self) { try FaultScript(parsing: long) }
  }

  @Test func noTextOfWhateverKindDoesHarm() {
    var generator = SeededNumbers(seed: 7)
    let pieces = [
      "unplug", "stall", "slow", "busy", "@", ":", ".", ",", "2s", "500ms", "1.5", "m", " ",
      "front", "back", "99999999999999999999", "-1", "\u{0}", "é", "\u{301}", "🎥", "\u{202e}",
    ]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...14, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      if let script = try? FaultScript(parsing: text) {
        #expect(script.entries.count <= count + 1)
      }
    }
  }
}
