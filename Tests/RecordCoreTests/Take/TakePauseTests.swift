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

  enum Change: CaseIterable { case none, flip, replacement }

  /// Records 1 s, pauses, changes the camera, resumes after 5 s and records 1 s.
  ///
  /// - Parameters:
  ///   - ticks: whether time is told to the take between frames.
  ///   - late: how many frames the camera does not send after the resume.
  private func record(
    _ change: Change, ticks: Bool = true, late: Int = 0
  ) throws -> TakeTests.Rig {
    var rig = TakeTests.Rig()
    let start = rig.now
    for step in 0..<210 + late {
      rig.now = start + MediaTime(seconds: Double(step) / 30)
      if step == 30 { rig.send(.pause) }
      if step == 45, change == .flip { rig.send(.flipBegan) }
      if step == 45, change == .replacement { rig.send(.lost(.camera, "It is gone.")) }
      if step == 180 { rig.send(.resume) }
      if ticks { rig.send(.tick()) }
      let isAway = change != .none && (45..<60).contains(step)
      if !isAway, !(180..<180 + late).contains(step) {
        let stream: UInt64 = change != .none && step >= 60 ? 2 : 1
        try rig.frame(stream: stream, sequence: UInt64(step))
      }
      if step == 60, change == .flip { rig.send(.flipEnded) }
      if step == 60, change == .replacement { rig.send(.back(.camera)) }
    }
    rig.send(.stop)
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    return rig
  }

  @Test(
    "a camera that changes in a pause leaves no gap", arguments: Change.allCases, [true, false])
  func changes(_ change: Change, ticks: Bool) throws {
    let rig = try record(change, ticks: ticks)
    #expect(rig.take.report.gaps.isEmpty, "\(rig.take.report.gaps)")
    #expect(rig.take.report.framesHeld <= 1)
    #expect(abs(rig.pictures - 60) <= 1)
  }

  @Test(
    "a camera that is late after a pause is a gap from the pause on", arguments: Change.allCases)
  func late(_ change: Change) throws {
    let rig = try record(change, late: 15)
    let gaps = rig.take.report.gaps
    #expect(gaps.count == 1, "\(gaps)")
    let gap = try #require(gaps.first)
    #expect(abs(gap.start.seconds - 1) < 0.04, "\(gap)")
    #expect(abs(gap.length.seconds - 0.5) < 0.04, "\(gap)")
  }
}
