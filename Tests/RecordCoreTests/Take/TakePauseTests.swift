import MediaTypes
import SeededRandom
import Testing

@testable import RecordCore

@Suite("Take: pauses")
struct TakePauseTests {
  /// A minute of a camera of a movie's rate, with pauses at any moment.
  private func record(_ seed: UInt64) throws -> TakeTests.Rig {
    var numbers = SeededNumbers(seed: seed)
    var rig = TakeTests.Rig()
    let start = rig.now
    var isPaused = false
    var change = 1.0
    for index in 0..<1800 {
      let time = (Double(index) + 0.5 + 0.1 * numbers.spread()) / 30
      while change < time {
        rig.now = start + MediaTime(seconds: change)
        rig.send(isPaused ? .resume : .pause)
        isPaused.toggle()
        change += isPaused ? 0.4 + 0.4 * numbers.spread() : 1 + 0.8 * numbers.spread()
      }
      rig.now = start + MediaTime(seconds: time)
      try rig.frame(sequence: UInt64(index))
    }
    if isPaused { rig.send(.resume) }
    rig.send(.stop)
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    return rig
  }

  @Test(
    "Wherever pauses fall, no picture is seen twice where they close up, and no index is left out",
    arguments: 1...20 as ClosedRange<UInt64>)
  func closeUp(_ seed: UInt64) throws {
    let rig = try record(seed)
    #expect(rig.take.report.pauses.count > 20)
    #expect(rig.pictures == rig.lastIndex + 1)
    // The last one is held until the stop.
    let shown = rig.shown.dropLast(2)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    #expect(rig.take.report.framesHeld <= 1, "seed \(seed)")
  }

  @Test("What is seen when a pause ends was captured then, and not a frame later")
  func resumes() throws {
    for phase in 0..<30 {
      var rig = TakeTests.Rig()
      let start = rig.now
      var isResumed = false
      for index in 0..<90 {
        let time = MediaTime(seconds: Double(index) / 30)
        let moment = MediaTime(seconds: 2 + Double(phase) / 900)
        if index == 30 { rig.send(.pause) }
        if time > moment, !isResumed {
          isResumed = true
          rig.now = start + moment
          rig.send(.resume)
        }
        rig.now = start + time
        try rig.frame(sequence: UInt64(index))
      }
      let first = try #require(rig.shown.first { $0 > 30 })
      let lead = Double(first) / 30 - 2 - Double(phase) / 900
      #expect(lead > -1e-9 && lead <= 1.0 / 30 + 1e-9, "phase \(phase): \(lead)")
    }
  }
}
