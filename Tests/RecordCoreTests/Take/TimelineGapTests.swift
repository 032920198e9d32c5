import MediaTypes
import Testing

@testable import RecordCore

/// Flips, unplugs, pauses and the stop.
@Suite("Timeline: gaps, pauses, ends")
struct TimelineGapTests {
  /// Sends a camera's frames from one moment to another, with the clock going on.
  func run(
    _ rig: inout TimelineRig, from: Double, to: Double, stream: UInt64 = 1, camera: String = "a",
    rate: Double = 30
  ) throws {
    var sequence: UInt64 = 0
    var time = from
    while time < to - 1e-9 {
      rig.frame(
        try Frames.make(
          at: rig.start + MediaTime(seconds: time), sequence: sequence, camera: camera),
        stream: stream, claim: FrameRate(Int(rate)))
      sequence += 1
      time = from + Double(sequence) / rate
    }
  }

  func tick(_ rig: inout TimelineRig, from: Double, to: Double) -> [Int] {
    var written: [Int] = []
    var time = from
    while time < to {
      let before = rig.shown.count
      rig.hold(at: rig.start + MediaTime(seconds: time))
      written.append(rig.shown.count - before)
      time += 1.0 / 30
    }
    return written
  }

  @Test("a camera that is away for a minute is held steadily, and the next is where it belongs")
  func unplugged() throws {
    var rig = TimelineRig()
    try run(&rig, from: 0, to: 5)
    let written = tick(&rig, from: 5, to: 65)
    #expect(written.max() ?? 9 <= 2)
    #expect(written.reduce(0, +) > 1780)
    try run(&rig, from: 65, to: 70, stream: 2, camera: "b")
    rig.stop(at: rig.start + .seconds(70))
    #expect(rig.indices == Array(0..<2100))
    #expect(rig.disorder == 0)
    #expect(rig.shown[1949]?.source == CameraID("a"))
    #expect(rig.shown[1950]?.source == CameraID("b"))
    #expect(rig.shown[1951]?.sequence == 1)
    #expect(rig.gaps.count == 1)
    #expect(abs((rig.gaps.first ?? .zero).seconds - 60) < 0.05)
  }

  @Test("after a flip to any phase and rate each index has a picture, the new ones in place")
  func flips() throws {
    for (phase, rate) in [(0.0, 30.0), (0.011, 30), (0.02, 15), (0.03, 60), (0.3, 25)] {
      var rig = TimelineRig()
      try run(&rig, from: 0, to: 2)
      try run(&rig, from: 2 + phase, to: 4, stream: 2, camera: "b", rate: rate)
      rig.stop(at: rig.start + .seconds(4))
      #expect(rig.indices == Array(0..<120), "\(phase) \(rate)")
      #expect(rig.worstDistance(from: rig.start) <= max(phase * 30, 30 / rate) + 0.51)
      let sources = rig.frames.map(\.source.rawValue)
      #expect(sources == sources.sorted(), "one camera, then the other")
    }
  }

  @Test("a camera that comes later than it was held for loses only what is filled already")
  func late() throws {
    var rig = TimelineRig()
    try run(&rig, from: 0, to: 1)
    _ = tick(&rig, from: 1, to: 3)
    // Its pictures are half a second old when they come.
    for index in 0..<60 {
      let time = rig.start + MediaTime(seconds: 2.5 + Double(index) / 30)
      rig.frame(
        try Frames.make(at: time, sequence: UInt64(index), camera: "b"), stream: 2, claim: .fps30,
        latency: .milliseconds(500))
    }
    rig.stop(at: rig.start + MediaTime(seconds: 4.5))
    #expect(rig.indices == Array(0..<135))
    #expect(rig.disorder == 0)
    #expect((6...9).contains(rig.dropped[.late] ?? 0))
  }

  @Test("a sleep of an hour does not write a hundred thousand pictures at once")
  func sleep() throws {
    var rig = TimelineRig()
    try run(&rig, from: 0, to: 1)
    try run(&rig, from: 3600, to: 3601)
    rig.stop(at: rig.start + .seconds(3601))
    #expect(rig.shown.count < 400)
    #expect(rig.shown[108_000]?.sequence == 0)
    #expect(rig.disorder == 0)
  }

  @Test("a pause is closed up: pictures go on without a hole, none from within", arguments: 0..<6)
  func pause(_ phase: Int) throws {
    var rig = TimelineRig()
    let offset = Double(phase) / 180
    try run(&rig, from: 0, to: 1)
    rig.pause(at: rig.start + MediaTime(seconds: 1 + offset))
    try run(&rig, from: 1, to: 3)
    rig.resume(at: rig.start + MediaTime(seconds: 3 + offset))
    try run(&rig, from: 3, to: 4)
    rig.stop(at: rig.start + .milliseconds(3980))
    #expect(rig.indices == Array(0..<Int64(rig.indices.count)))
    #expect(abs(rig.indices.count - 60) <= 1)
    #expect(rig.outside >= 58)
    #expect(rig.repeats == 0)
    #expect(rig.disorder == 0)
  }

  @Test("frames captured before the stop count although they come after it; later ones do not")
  func drained() throws {
    var rig = TimelineRig()
    try run(&rig, from: 0, to: 1)
    rig.spans.close(at: rig.start + MediaTime(seconds: 1.5))
    #expect(!rig.timeline.isDone(in: rig.spans))
    try run(&rig, from: 1, to: 2)
    #expect(rig.timeline.isDone(in: rig.spans))
    #expect(rig.indices == Array(0..<45))
    #expect(rig.repeats == 0 || rig.frames.last?.source == CameraID("a"))
  }

  @Test("one frame is a movie of one frame")
  func single() throws {
    var rig = TimelineRig()
    try run(&rig, from: 0.01, to: 0.02)
    rig.stop(at: rig.start + .milliseconds(11))
    #expect(rig.indices == [0])
  }

  @Test("without a frame there is nothing, also after the stop")
  func none() throws {
    var rig = TimelineRig()
    rig.frame(try Frames.make(at: rig.start - .milliseconds(1)))
    rig.stop(at: rig.start + .seconds(1))
    #expect(rig.shown.isEmpty)
    #expect(rig.outside == 1)
    #expect(!rig.timeline.isDone(in: rig.spans))
  }
}
