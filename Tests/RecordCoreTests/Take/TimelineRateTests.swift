import MediaTypes
import SeededRandom
import Testing

@testable import RecordCore

/// Cameras of any rate in a movie of a steady one.
@Suite("Timeline: rates")
struct TimelineRateTests {
  static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]

  /// Ten seconds of a camera.
  ///
  /// - Parameters:
  ///   - rate: of the camera.
  ///   - jitter: of the times, in camera frames each way.
  ///   - phase: of the first frame, in steps of the movie.
  func record(
    _ rate: Double, in canvas: FrameRate = .fps30, jitter: Double = 0, seed: UInt64 = 1,
    claims: Bool = true, seconds: Double = 10
  ) throws -> TimelineRig {
    var rig = TimelineRig(rate: canvas)
    var numbers = SeededNumbers(seed: seed)
    let claim = claims ? FrameRate(Int(rate.rounded())) : nil
    for index in 0..<Int(rate * seconds) {
      let offset = numbers.spread() * jitter
      let time = rig.start + MediaTime(seconds: (Double(index) + 1 + offset) / rate)
      rig.frame(try Frames.make(at: time, sequence: UInt64(index)), claim: claim)
    }
    rig.stop(at: rig.start + MediaTime(seconds: seconds))
    return rig
  }

  @Test("30 in 30 is each frame once")
  func equal() throws {
    let rig = try record(30)
    #expect(rig.indices == Array(0..<299))
    #expect(rig.frames.map(\.sequence) == Array(0..<299))
    #expect(rig.disorder == 0)
  }

  @Test("with up to half a frame of jitter still each frame once", arguments: seeds)
  func jitter(_ seed: UInt64) throws {
    let rig = try record(30, jitter: 0.49, seed: seed)
    #expect(rig.disorder == 0)
    #expect(rig.indices.count >= 298, "seed \(seed)")
    #expect(rig.repeats == 0, "seed \(seed)")
    #expect(zip(rig.frames, rig.frames.dropFirst()).allSatisfy { $1.sequence == $0.sequence + 1 })
  }

  @Test("a camera that claims no rate is found out", arguments: seeds)
  func unclaimed(_ seed: UInt64) throws {
    let rig = try record(30, jitter: 0.45, seed: seed, claims: false)
    #expect(rig.disorder == 0)
    #expect(rig.repeats <= 4, "seed \(seed)")
    let late = rig.frames.dropFirst(20).dropLast(2)
    #expect(zip(late, late.dropFirst()).count { $1.sequence != $0.sequence + 1 } <= 1)
  }

  @Test(
    "where the rates differ each index has the frame nearest in time",
    arguments: [25.0, 15, 60, 24, 10, 50, 7.5])
  func nearest(_ rate: Double) throws {
    let rig = try record(rate)
    #expect(rig.disorder == 0)
    #expect(abs(rig.indices.count - 300) <= 5)
    #expect(rig.indices == Array(0..<Int64(rig.indices.count)))
    let first = try #require(rig.shown[0]).presentationTime
    let step = 30 / rate
    // The last frame is held to the end.
    for index in rig.indices.dropLast(Int(step.rounded(.up)) + 2) {
      let shown = try #require(rig.shown[index])
      let distance = abs(rig.spans.steps(shown.presentationTime - first) - Double(index))
      #expect(distance <= step / 2 + 1e-6, "\(rate): index \(index) is \(distance) steps off")
    }
  }

  @Test("nearest in time holds with jitter too", arguments: seeds)
  func nearestJittered(_ seed: UInt64) throws {
    for rate in [25.0, 15, 60] {
      let rig = try record(rate, jitter: 0.4, seed: seed)
      #expect(rig.disorder == 0)
      let sequences = rig.frames.map(\.sequence)
      #expect(sequences == sequences.sorted(), "seed \(seed)")
      #expect(abs(rig.indices.count - 300) <= 5)
    }
  }

  @Test("29.97 in 30 slips by one frame each 33 s, 30 in 29.97 drops one")
  func ntsc() throws {
    let ntsc = try #require(FrameRate(30000, per: 1001))
    let slow = try record(30000 / 1001, jitter: 0.3, seconds: 200)
    #expect((5...7).contains(slow.repeats))
    #expect(slow.worstDistance(from: slow.frames[0].presentationTime) < 1.5)
    let fast = try record(30, in: ntsc, jitter: 0.3, seconds: 200)
    #expect(fast.repeats == 0)
    #expect((5...7).contains(fast.dropped[.surplus] ?? 0))
  }

  @Test("a lost frame is made up for at once by the one before", arguments: seeds)
  func lost(_ seed: UInt64) throws {
    var rig = TimelineRig()
    var numbers = SeededNumbers(seed: seed)
    for index in 0..<300 where index % 50 != 49 {
      let time = rig.start + MediaTime(seconds: (Double(index) + 1 + numbers.spread() * 0.2) / 30)
      rig.frame(try Frames.make(at: time, sequence: UInt64(index)), claim: .fps30)
    }
    rig.stop(at: rig.start + .seconds(10))
    #expect(rig.indices == Array(0..<Int64(rig.indices.count)))
    #expect(rig.repeats == 5 || rig.repeats == 6, "seed \(seed)")
    #expect(rig.worstDistance(from: rig.start + MediaTime(seconds: 1.0 / 30)) < 1.2)
  }

  @Test("frames that were dropped to relieve the encoder leave their indices empty")
  func relieved() throws {
    var rig = TimelineRig()
    for index in 0..<60 where !(20..<30).contains(index) {
      let time = rig.start + MediaTime(seconds: Double(index + 1) / 30)
      rig.frame(
        try Frames.make(at: time, sequence: UInt64(index)), claim: .fps30,
        lost: index == 30 ? 10 : 0)
    }
    rig.stop(at: rig.start + .seconds(2))
    #expect(rig.repeats == 0)
    #expect(Set(rig.indices).isDisjoint(with: 20..<30))
    #expect(rig.shown[30]?.sequence == 30)
  }

  @Test("times that go back, and frames of the camera before, are dropped and counted")
  func disorder() throws {
    var rig = TimelineRig()
    for step in [1, 2, 4, 3, 5, 5] {
      rig.frame(try Frames.make(at: rig.start + .milliseconds(Int64(step * 33))), claim: .fps30)
    }
    rig.frame(try Frames.make(at: rig.start + .milliseconds(200)), stream: 2)
    rig.frame(try Frames.make(at: rig.start + .milliseconds(233)), stream: 1)
    #expect(rig.dropped == [.outOfOrder: 2, .oldCamera: 1])
    #expect(rig.disorder == 0)
  }
}
