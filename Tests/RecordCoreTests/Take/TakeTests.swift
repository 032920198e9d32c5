import MediaTypes
import Testing

@testable import RecordCore

/// A take from its start to its end, in virtual time.
@Suite("Take")
struct TakeTests {
  /// A take, and what it asks to write.
  struct Rig {
    var take: Take
    var now = MediaTime.seconds(1000)
    var pictures: Int64 = 0
    var samples: Int64 = 0
    var lastIndex: Int64 = -1
    var isOrdered = true
    var endings: [String] = []
    /// The sequence of the frame at each index.
    var shown: [UInt64] = []

    enum Ending { case pause, stop }

    init(rate: FrameRate = .fps30, sound: SoundFormat? = nil) {
      var settings = MovieSettings()
      (settings.canvas.rate, settings.sound) = (rate, sound)
      take = Take(
        path: "take.mp4", settings: settings, limits: TakeLimits(), queueBound: 8, start: now)
    }

    mutating func send(_ event: Take.Event) {
      for action in take.handle(event, at: now) {
        switch action {
        case .append(let frame, let indices):
          shown += indices.map { _ in frame.sequence }
          isOrdered = isOrdered && indices.lowerBound > lastIndex
          lastIndex = indices.upperBound - 1
          pictures += Int64(indices.count)
        case .appendSound(let sound, let position):
          isOrdered = isOrdered && position == samples
          samples += Int64(sound.frameCount)
        case .lowerQuality: send(.loweredQuality(true))
        case .finish: endings.append("finish")
        case .discard: endings.append("discard")
        }
      }
    }

    mutating func frame(stream: UInt64 = 1, sequence: UInt64 = 0, lost: Int = 0) throws {
      let frame = try Frames.make(at: now, sequence: sequence)
      send(.frame(TakeFrame(frame, stream: stream, rate: take.spans.rate, lost: lost)))
    }
  }

  @Test("8 hours with a flip each minute and a microphone 200 ppm fast: in sync, and no growth")
  func hours() throws {
    // Thinned to 2 pictures and 100 samples of sound a second: only the arithmetic is the point.
    let rate = try #require(FrameRate(2))
    var rig = Rig(rate: rate, sound: SoundFormat(sampleRate: 100, channelCount: 1))
    let start = rig.now
    var heard: Int64 = 0
    let seconds: Int64 = 8 * 3600
    for step in 0..<seconds * 2 {
      rig.now = start + .milliseconds(500 * step)
      if step % 120 == 119 { rig.send(.flipBegan) }
      try rig.frame(stream: UInt64(1 + step / 120), sequence: UInt64(step))
      if step % 120 == 0 { rig.send(.flipEnded) }
      // Its clock runs fast: it has taken more samples than it should have.
      while Double(heard + 50) / (100 * 1.0002) < Double(step) / 2 {
        let time = start + MediaTime(seconds: Double(heard) / (100 * 1.0002))
        let sound = AudioBuffer(
          samples: [Float](repeating: 0.1, count: 50), channelCount: 1, sampleRate: 100,
          presentationTime: time)
        rig.send(.sound(try #require(sound)))
        heard += 50
      }
    }
    rig.send(.stop)
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    #expect(rig.endings == ["finish"])
    #expect(rig.isOrdered)
    #expect(abs(rig.pictures - seconds * 2) <= 1)
    #expect(abs(rig.samples - seconds * 100) <= 60)
    let report = rig.take.report
    #expect(report.droppedCount == 0)
    #expect(report.framesHeld <= 1)
    #expect(report.gapCount == 0)
    #expect(report.flipCount == 480)
    let offset = try #require(report.offset)
    #expect(abs(offset.worst.seconds) < 0.005)
    #expect(report.silence < .milliseconds(600))
    #expect(abs(report.duration.seconds - Double(seconds)) < 0.6)
    #expect(rig.take.sound?.keptMoments ?? .max < 1000)
  }

  @Test("losses of camera, microphone and service are each named, with their ends")
  func losses() throws {
    var rig = Rig()
    for step in 0..<90 {
      rig.now = rig.now + .milliseconds(33)
      try rig.frame(sequence: UInt64(step))
      if step == 30 { rig.send(.lost(.microphone, "The headset is gone.")) }
      if step == 31 { rig.send(.lost(.microphone, "It is still gone.")) }
      if step == 60 { rig.send(.back(.microphone)) }
      if step == 70 { rig.send(.lost(.service, "PipeWire is gone.")) }
    }
    rig.send(.stop)
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    let losses = rig.take.report.interruptions
    #expect(losses.map(\.kind) == [.microphone, .service])
    #expect(abs((losses[0].start - .seconds(1)).seconds) < 0.1)
    #expect(abs(((losses[0].end ?? .zero) - .seconds(2)).seconds) < 0.1)
    #expect(losses[1].end == nil)
    let words = "\(rig.take.report)"
    #expect(words.contains("The headset is gone."))
    #expect(words.contains("PipeWire is gone."))
    #expect(words.contains("not back"))
  }

  @Test("a stall is a gap with its reason, place and length")
  func stall() throws {
    var rig = Rig()
    for step in 0..<60 {
      rig.now = rig.now + (step == 30 ? .seconds(2) : .milliseconds(33))
      try rig.frame(sequence: UInt64(step))
    }
    let gap = try #require(rig.take.report.gaps.first)
    #expect(gap.reason == .stall)
    #expect(abs(gap.length.seconds - 2) < 0.01)
    #expect(abs(gap.start.seconds - 29.0 / 30) < 0.04)
  }

  @Test("a camera that is away up to the end, or to a pause, is a gap up to there")
  func awayAtEnd() throws {
    var rig = Rig()
    for end in [Rig.Ending.pause, .stop] {
      for step in 0..<30 {
        rig.now = rig.now + .milliseconds(33)
        try rig.frame(sequence: UInt64(step))
      }
      rig.send(.lost(.camera, "It is gone."))
      rig.now = rig.now + .seconds(2)
      rig.send(end == .pause ? .pause : .stop)
      for _ in 0..<5 {
        rig.now = rig.now + .seconds(1)
        rig.send(.tick())
      }
      if end == .pause { rig.send(.back(.camera)) }
      rig.send(.resume)
    }
    let gaps = rig.take.report.gaps
    #expect(gaps.map(\.reason) == [.interruption, .interruption])
    #expect(gaps.allSatisfy { abs($0.length.seconds - 2) < 0.1 }, "\(gaps)")
    #expect(abs((gaps.first?.start.seconds ?? 0) - 0.96) < 0.05, "\(gaps)")
    let last = try #require(gaps.last)
    #expect(abs((last.start + last.length - rig.take.report.duration).seconds) < 0.001)
  }

  @Test("an end that was planned is exact, however late the stop is noticed", arguments: [1, 40])
  func plannedEnd(stepsLate: Int) throws {
    var rig = Rig()
    let start = rig.now
    try rig.frame()
    rig.send(.end(start + .seconds(1)))
    for step in 1..<30 + stepsLate {
      rig.now = start + MediaTime(seconds: Double(step) / 30 + 0.001)
      try rig.frame(sequence: UInt64(step))
    }
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    #expect(rig.pictures == 30 && rig.endings == ["finish"])
  }

  @Test("held pictures that cost the file nothing are not counted, and are no loss")
  func seenForLonger() throws {
    var rig = Rig()
    for step in 0..<30 {
      rig.now = rig.now + (step == 15 ? .seconds(1) : .milliseconds(33))
      try rig.frame(sequence: UInt64(step))
    }
    rig.send(.stop)
    rig.now = rig.now + .seconds(1)
    rig.send(.tick())
    let held = rig.take.report.framesHeld
    #expect(held > 20)
    rig.send(
      .closed(
        MovieSummary(
          path: "take.mp4", byteCount: 5000, frameCount: rig.pictures - held, soundSampleCount: 0,
          stepCount: rig.pictures)))
    let report = rig.take.report
    #expect(report.framesHeld == 0 && report.framesWritten == rig.pictures - held)
    #expect(report.droppedCount == 0)
  }

  @Test("the report counts what the file holds, and its size is the finished file's")
  func whatTheFileHolds() throws {
    var rig = Rig()
    for step in 0..<92 {
      rig.now = rig.now + .milliseconds(33)
      try rig.frame(sequence: UInt64(step))
    }
    rig.send(.failed(RecordError(.diskFull, "The disk is full.")))
    rig.send(
      .closed(
        MovieSummary(
          path: "take.mp4", byteCount: 5000, frameCount: 72, soundSampleCount: 0, stepCount: 72)))
    rig.send(.facts(MovieWriterFacts(byteCount: 4000)))
    let report = rig.take.report
    #expect(report.framesWritten == 72 && report.byteCount == 5000)
    #expect(report.duration == MediaTime(seconds: 2.4))
    #expect(report.dropped[.unwritten] == Int(rig.pictures) - 72)
  }

  @Test("an encoder that cannot follow loses quality and frames, counted, and the person is told")
  func overload() throws {
    var rig = Rig()
    for step in 0..<120 {
      rig.now = rig.now + .milliseconds(33)
      try rig.frame(sequence: UInt64(step), lost: step % 10 == 9 ? 1 : 0)
    }
    let report = rig.take.report
    #expect(report.dropped[.encoderTooSlow] == 12)
    #expect((3...4).contains(report.qualitySteps.count))
    #expect(rig.take.progress.warning != nil)
    #expect(rig.take.progress.droppedCount == 12)
    #expect("\(report)".contains("quality lowered"))
    #expect(report.overloads.count == 1 && report.overloads[0].end == nil)
  }

  @Test("the warning goes away when the encoder follows again, and the report says so once")
  func followsAgain() throws {
    var rig = Rig()
    for step in 0..<200 {
      rig.now = rig.now + .milliseconds(33)
      try rig.frame(sequence: UInt64(step), lost: step == 30 || step == 60 ? 1 : 0)
      if step == 31 || step == 100 { #expect(rig.take.progress.warning?.code == .encoderFailed) }
    }
    #expect(rig.take.progress.warning == nil)
    let overload = try #require(rig.take.report.overloads.first)
    #expect(rig.take.report.overloads.count == 1)
    #expect(abs(overload.start.seconds - 1) < 0.1)
    #expect(abs((overload.end ?? .zero).seconds - 5) < 0.2)
    #expect("\(rig.take.report)".contains("and did again from 4.967 s"))
  }

  @Test("a disk that fills up is more urgent, and what is less urgent is seen after it")
  func urgency() throws {
    var rig = Rig()
    for step in 0..<40 {
      rig.now = rig.now + .milliseconds(33)
      try rig.frame(sequence: UInt64(step), lost: step == 10 ? 1 : 0)
      if step == 20 { rig.send(.space(400_000_000)) }
      if step == 25 { #expect(rig.take.progress.warning?.code == .diskFull) }
      if step == 30 { rig.send(.space(900_000_000)) }
      if step == 35 { #expect(rig.take.progress.warning?.code == .encoderFailed) }
    }
  }
}
