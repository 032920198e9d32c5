import MediaTypes
import Testing

@testable import CaptureCore

struct SoundTests {
  private static let mono = SoundFormat(sampleRate: 48_000, channelCount: 1)

  private func buffer(
    _ samples: [Float], at time: MediaTime = .seconds(1), format: SoundFormat = mono
  ) throws -> AudioBuffer {
    try #require(
      AudioBuffer(
        samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
        presentationTime: time))
  }

  // MARK: Levels

  @Test(
    arguments: [
      (1, 0), (0.5, -6.0206), (0.1, -20), (0.001, -60), (-0.25, -12.0412), (2, 6.0206),
      (Float.nan, -96), (.infinity, -96), (0, -96), (1e-30, -96),
    ] as [(Float, Float)])
  func decibelsAreTwentyTimesTheDecimalLogarithm(amplitude: Float, decibels: Float) {
    #expect(abs(SoundLevel.decibels(amplitude) - decibels) < 0.001)
  }

  @Test func eachChannelHasItsPeakAndItsMean() throws {
    var meter = SoundLevelMeter()
    let samples = (0..<9600).map { index -> Float in [0.5, 0.1, -0.5, 0.1][index % 4] }
    let format = SoundFormat(sampleRate: 48_000, channelCount: 2)
    meter.measure(try buffer(samples, format: format))
    let levels = meter.levels(at: .milliseconds(1100))
    #expect(levels.count == 2)
    #expect(abs(levels[0].peak + 6.02) < 0.01 && abs(levels[0].rms + 6.02) < 0.01)
    #expect(abs(levels[1].peak + 20) < 0.01)
  }

  @Test func aPeakIsHeldAndThenFalls() throws {
    var meter = SoundLevelMeter()
    meter.measure(try buffer([Float](repeating: 1, count: 2400)))
    var time = MediaTime.milliseconds(1050)
    func held() -> Float { meter.levels(at: time)[0].held }
    #expect(held() == 0)
    for _ in 0..<40 {
      meter.measure(try buffer([Float](repeating: 0.001, count: 2400), at: time))
      time = time + .milliseconds(50)
      if time < .milliseconds(2500) { #expect(held() == 0) }
    }
    #expect(abs(meter.levels(at: time)[0].peak + 60) < 0.01)
    #expect(held() < -1)
  }

  @Test func withNoSoundForAWhileAllIsSilence() throws {
    var meter = SoundLevelMeter()
    meter.measure(try buffer([Float](repeating: 1, count: 4800)))
    #expect(meter.levels(at: .seconds(3)) == [.silence])
    #expect(SoundLevelMeter().levels(at: .zero).isEmpty)
  }

  @Test func windowsDoNotDependOnHowTheSoundIsCut() throws {
    let samples = (0..<9600).map { Float($0 % 97) / 97 }
    var whole = SoundLevelMeter()
    whole.measure(try buffer(samples))
    var pieces = SoundLevelMeter()
    for start in stride(from: 0, to: 9600, by: 480) {
      let time = MediaTime.seconds(1) + Self.mono.duration(of: Int64(start))
      pieces.measure(try buffer(Array(samples[start..<start + 480]), at: time))
    }
    let (one, other) = (
      whole.levels(at: .milliseconds(1200)), pieces.levels(at: .milliseconds(1200))
    )
    #expect(abs(one[0].rms - other[0].rms) < 0.001 && one[0].peak == other[0].peak)
  }

  // MARK: What is no sound

  @Test func samplesThatAreNoNumbersBecomeSilenceAndMonstersAreCut() throws {
    var check = SoundCheck(format: Self.mono)
    let checked = try #require(
      check.check(try buffer([0.5, .nan, .infinity, -1e9, 1]), now: .seconds(1)))
    #expect(checked.sound.samples == [0.5, 0, 0, -16, 1])
    #expect(checked.isRepaired)
    let clean = try #require(
      check.check(try buffer([0.5], at: .seconds(2)), now: .seconds(2)))
    #expect(!clean.isRepaired)
  }

  @Test func timesThatRunBackwardsOrLieAheadFollowTheLastBuffer() throws {
    var check = SoundCheck(format: Self.mono)
    let second = [Float](repeating: 0, count: 48_000)
    _ = check.check(try buffer(second, at: .seconds(10)), now: .seconds(11))
    let back = try #require(check.check(try buffer(second, at: .seconds(3)), now: .seconds(12)))
    #expect(back.sound.presentationTime == .seconds(11) && back.isRepaired)
    let ahead = try #require(
      check.check(try buffer(second, at: .seconds(3600)), now: .seconds(13)))
    #expect(ahead.sound.presentationTime == .seconds(12))
    let first = SoundCheck(format: Self.mono)
    var other = first
    let early = try #require(
      other.check(try buffer(second, at: MediaTime(nanoseconds: .max)), now: .seconds(5)))
    #expect(early.sound.presentationTime == .seconds(5))
  }

  @Test func soundOfAnotherFormatOrOfNoLengthIsDropped() throws {
    var check = SoundCheck(format: SoundFormat())
    #expect(check.check(try buffer([1]), now: .seconds(1)) == nil)
    #expect(check.check(try buffer([], format: SoundFormat()), now: .seconds(1)) == nil)
  }

  @Test(arguments: [
    (0, 2), (48_000, 0), (-1, 1), (48_000, 1000), (1_000_000, 2), (Int.max, Int.max),
  ])
  func formatsThatAreNoSoundAreNotValid(rate: Int, channels: Int) {
    #expect(!SoundFormat(sampleRate: rate, channelCount: channels).isValid)
  }

  @Test func lengthsAndCountsAreExactForDays() {
    let format = SoundFormat(sampleRate: 44_100, channelCount: 2)
    let day = Int64(44_100 * 86_400)
    #expect(format.duration(of: day) == .seconds(86_400))
    #expect(format.frameCount(in: .seconds(86_400)) == day)
    #expect(format.frameCount(in: MediaTime(nanoseconds: .max)) > 0)
    #expect(format.frameCount(in: .seconds(-1)) == 0)
    #expect(SoundFormat(sampleRate: 0, channelCount: 0).duration(of: 7) == .zero)
  }

  @Test func namesFromOutsideAreCleaned() {
    let device = MicrophoneDevice(
      id: MicrophoneID("x"), name: "\u{1b}[31m\u{202e}\n", backend: "b",
      format: SoundFormat(sampleRate: 0, channelCount: 0))
    #expect(device.name == "[31m" || device.name == "Microphone")
    #expect(device.format == nil)
    #expect(MicrophoneDevice(id: MicrophoneID("x"), name: "", backend: "b").name == "Microphone")
  }
}

struct SoundTimelineTests {
  private let format = SoundFormat(sampleRate: 48_000, channelCount: 2)

  @Test func jitterIsSmoothedAndDriftIsFollowed() {
    var timeline = SoundTimeline(format: format)
    var noise: UInt64 = 7
    var worst = MediaTime.zero
    for block in 0..<5000 {
      // A clock that runs 500 ppm fast, and times that are up to 4 ms late.
      let truth = MediaTime(seconds: Double(block) * 0.02 / 1.0005)
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let late = MediaTime(nanoseconds: Int64(noise >> 33) % 4_000_000)
      let place = timeline.place(frameCount: 960, measured: truth + late)
      #expect(place.gap == .zero)
      if block > 200 {
        let error = place.time - truth - .milliseconds(2)
        worst = max(worst, error < .zero ? .zero - error : error)
      }
    }
    #expect(worst < .milliseconds(1))
  }

  @Test func aHoleIsAGapAndTimeNeverRunsBackwards() {
    var timeline = SoundTimeline(format: format)
    _ = timeline.place(frameCount: 960, measured: .seconds(1))
    let after = timeline.place(frameCount: 960, measured: .milliseconds(1520))
    #expect(after.gap == .milliseconds(500) && after.time == .milliseconds(1520))
    let known = timeline.place(
      frameCount: 960, measured: .milliseconds(1550), isAfterLoss: true)
    #expect(known.gap == .milliseconds(10) && known.time == .milliseconds(1550))
    let back = timeline.place(frameCount: 960, measured: .zero)
    #expect(back.gap == .zero && back.time == .milliseconds(1565), "it goes on, only slower")
  }

  @Test func aBufferIsToldAfterTheHoleBeforeIt() {
    var timeline = SoundTimeline(format: format)
    let told = Locked<[String]>([])
    let handler: MicrophoneHandler = { event in
      switch event {
      case .sound(let sound):
        told.withLock { $0.append("\(sound.frameCount) at \(sound.presentationTime.seconds)") }
      case .gap(let length): told.withLock { $0.append("gap of \(length.seconds)") }
      case .failed: told.withLock { $0.append("failed") }
      }
    }
    let samples = [Float](repeating: 0, count: 2 * 960)
    timeline.deliver(samples, measured: .seconds(1), isAfterLoss: false, to: handler)
    timeline.deliver(samples, measured: .milliseconds(1520), isAfterLoss: true, to: handler)
    #expect(told.withLock { $0 } == ["960 at 1.0", "gap of 0.5", "960 at 1.52"])
  }
}
