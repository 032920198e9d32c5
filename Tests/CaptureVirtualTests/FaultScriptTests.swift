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

  @Test func whatIsWrongWithPicturesIsReadWithItsTimes() throws {
    let script = try FaultScript(
      parsing: """
        corrupt@1s:2s,short@1s:2s,stride@1s:2s,disorder@1s:2s,taken@1s:2s,late:200ms,
        clock@4s:-1h,clock@4s:500ms,drift:-200,back.jitter:5ms
        """)
    let (start, length) = (MediaTime.seconds(1), MediaTime.seconds(2))
    #expect(
      script.entries.map(\.fault) == [
        .damage(.corrupt, start, length: length), .damage(.short, start, length: length),
        .damage(.stride, start, length: length), .damage(.disorder, start, length: length),
        .taken(start, length: length), .late(.milliseconds(200)),
        .clock(.seconds(4), by: .seconds(-3600)), .clock(.seconds(4), by: .milliseconds(500)),
        .drift(-200), .jitter(.milliseconds(5)),
      ])
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
    "unplug@２s", "unplug@999999999m", "clock@1s:999999999h", "clock@1s:--1s", "clock@1s:+1s",
    "corrupt@2s", "corrupt", "corrupt:2s", "short@1s:-2s", "taken@2s", "late@2s", "late:-2s",
    "drift:", "drift:1e3", "drift:5001", "mic.corrupt@1s:1s", "mic.late:1s", "mic.taken@1s:1s",
    "mic.clock@1s:1s", "slow@2s", "slow:", "slow:2d", "stall@2s", "stall@2s:", "stall@2s:1s:1s",
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
