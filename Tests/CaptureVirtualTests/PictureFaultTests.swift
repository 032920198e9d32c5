import CaptureCore
import MediaTypes
import Testing

@testable import CaptureVirtual

/// What can be wrong with pictures and their times, as the port shows it.
@Suite(.timeLimit(.minutes(1)))
struct PictureFaultTests {
  let clock = ManualClock()
  let events = EventLog()
  private let studio: Studio

  init() { studio = Studio(clock: clock) }

  /// What comes in a while with a fault in its middle, at 30 a second; the log keeps every frame, of which
  /// a stream has 16.
  private func second(_ script: String, length: MediaTime = .seconds(1)) async throws {
    let stream = try await studio.start(try studio.backend(script), "a", events)
    clock.advance(by: length)
    await stream.close()
    #expect(clock.armedTimerCount == 0)
  }

  @Test(arguments: [
    ("corrupt", FrameDropReason.corrupt), ("short", .malformed), ("stride", .malformed),
  ])
  func damagedPicturesAreCountedAndTheOthersCome(word: String, reason: FrameDropReason) async throws
  {
    try await second("\(word)@100ms:300ms", length: .milliseconds(500))
    #expect(events.dropped(reason) == 9)
    #expect(events.frames.count == 6)
    #expect(events.failures.isEmpty)
  }

  @Test func disorderSwapsEachTwoAndLosesNone() async throws {
    try await second("disorder@300ms:200ms")
    let sequences = events.frames.map(\.sequence)
    #expect(Set(sequences).count == sequences.count)
    let swaps = zip(sequences, sequences.dropFirst()).count { $0 > $1 }
    #expect(swaps == 3)
    #expect(sequences.sorted() == (0..<UInt64(sequences.count)).map { $0 })
  }

  @Test func aLatePictureKeepsTheTimeAtWhichItWasTaken() async throws {
    let stream = try await studio.start(try studio.backend("late:200ms"), "a", events)
    let began = clock.now
    clock.advance(by: .milliseconds(233))
    #expect(events.frames.isEmpty)
    clock.advance(by: .milliseconds(1))
    let first = try #require(events.frames.first)
    #expect(first.presentationTime - began == FrameRate.fps30.frameDuration)
    await stream.close()
  }

  @Test(arguments: [("clock@500ms:-1h", -3_600.0), ("clock@500ms:90s", 90)])
  func theClockOfTheTimesIsSet(script: String, step: Double) async throws {
    try await second(script)
    let frames = events.frames
    let changes = zip(frames, frames.dropFirst()).map {
      ($1.presentationTime - $0.presentationTime).seconds
    }
    #expect(changes.count { abs($0 - step) < 0.04 } == 1)
    #expect(changes.count { abs($0) < 0.04 } == changes.count - 1)
  }

  @Test(arguments: [5000, -5000])
  func driftStretchesTheTimesAndNotThePictures(partsPerMillion: Int) async throws {
    try await second("drift:\(partsPerMillion)")
    let frames = events.frames
    let told = try #require(frames.last).presentationTime - frames[0].presentationTime
    let taken =
      try #require(FrameCode.read(frames[frames.count - 1])).code.time
      .seconds - #require(FrameCode.read(frames[0])).code.time.seconds
    #expect(abs(told.seconds / taken - 1 - Double(partsPerMillion) / 1e6) < 1e-5)
  }

  @Test func jitterIsWithinItsBoundsAndTheSameInEachRun() async throws {
    try await second("jitter:5ms")
    let first = events.frames.map(\.presentationTime)
    let taken = events.frames.compactMap { FrameCode.read($0)?.code.time }
    #expect(zip(first, taken).allSatisfy { abs(($0 - $1).seconds) <= 0.005_001 })
    #expect(Set(zip(first, taken).map { $0 - $1 }).count > 10)
    let again = PictureFaults([.jitter(.milliseconds(5))], origin: .zero)
    #expect(again.claimed(.zero, sequence: 3) == again.claimed(.zero, sequence: 3))
  }

  @Test func aCameraThatIsTakenIsBusyUntilItIsGivenBack() async throws {
    let backend = try studio.backend("a.taken@1s:2s")
    let stream = try await studio.start(backend, "a", events)
    clock.advance(by: .seconds(1))
    #expect(events.failures.map(\.code) == [.busy])
    await stream.close()
    #expect(await studio.refusal(by: backend, of: "a") == .busy)
    clock.advance(by: .milliseconds(1999))
    #expect(await studio.refusal(by: backend, of: "a") == .busy)
    clock.advance(by: .milliseconds(1))
    #expect(await studio.refusal(by: backend, of: "a") == nil)
    #expect(try await studio.list(of: backend).devices.count == 2, "it was listed all the time")
  }

  @Test func scriptsOfAnyNumbersDoNoHarm() {
    let ends = [MediaTime(nanoseconds: .min), .zero, MediaTime(nanoseconds: .max)]
    for first in ends {
      for second in ends {
        let faults = PictureFaults(
          [
            .damage(.short, first, length: second), .clock(first, by: second), .late(first),
            .drift(.max), .jitter(second),
          ], origin: first)
        _ = faults.damage(at: second)
        _ = faults.claimed(second, sequence: .max)
      }
    }
  }
}
