import MediaTypes
import Testing

@testable import RecordCore

@Suite("Sound: holes, starts and ends")
struct SoundHoleTests {
  static let rate = 8000

  /// A tone of 100 Hz, true to time.
  static func tone(_ time: Double) -> Double { 0.5 * sine(halfTurns: 200 * time) }

  static func buffer(from time: Double, count: Int = 80) -> [Float] {
    (0..<count).map { Float(tone(time + Double($0) / Double(rate))) }
  }

  func play(_ rig: inout SoundRig, from: Double, to: Double) {
    let first = Int((from * 100).rounded())
    for index in first..<Int((to * 100).rounded()) {
      let time = Double(index) / 100
      rig.give(Self.buffer(from: time), at: time, rate: Self.rate)
    }
  }

  /// The largest step from a sample to the next: a click is a step.
  func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
  }

  /// Samples that are as the tone, between two moments of the movie.
  func error(_ rig: SoundRig, from: Double, to: Double, shift: Double = 0) -> Double {
    var worst = 0.0
    for index in Int(from * 8000)..<min(Int(to * 8000), rig.samples.count) {
      let expected = Self.tone(Double(index) / 8000 + shift)
      worst = max(worst, abs(Double(rig.samples[index]) - expected))
    }
    return worst
  }

  func loudness(_ rig: SoundRig, from: Double, to: Double) -> Float {
    rig.samples[Int(from * 8000)..<Int(to * 8000)].map(abs).max() ?? 0
  }

  /// What a tone of half the range and 100 Hz moves from one sample to the next at 8 kHz, and a little.
  static let toneStep: Float = 0.045

  @Test("sound from before the first picture is cut, and what follows lies where it was heard")
  func early() {
    var rig = SoundRig(begins: false)
    play(&rig, from: 0, to: 1)
    #expect(rig.count == 0)
    rig.begin(at: 0.7303)
    play(&rig, from: 1, to: 2)
    rig.stop(at: 2)
    #expect(rig.seams == 0)
    #expect(abs(rig.samples.count - 10156) <= 134)
    #expect(error(rig, from: 0.01, to: 1.2, shift: 0.7303) < 0.02)
    // The end comes sooner than a fade takes.
    #expect(largestStep(rig.samples) < 2 * Self.toneStep)
  }

  @Test("sound that begins later begins where it was heard, after silence")
  func late() {
    var rig = SoundRig()
    play(&rig, from: 0.5, to: 2)
    rig.stop(at: 2)
    #expect(rig.samples.count == 16000)
    #expect(loudness(rig, from: 0, to: 0.49) == 0)
    #expect(error(rig, from: 0.51, to: 1.98) < 0.02)
    #expect(largestStep(rig.samples) < Self.toneStep)
  }

  @Test("a hole is silence of its own length, with soft edges", arguments: [0.05, 0.2, 1.5])
  func hole(_ length: Double) {
    var rig = SoundRig()
    play(&rig, from: 0, to: 1)
    for tick in 0..<Int(length * 30) { rig.hold(at: 1 + Double(tick) / 30) }
    play(&rig, from: 1 + length, to: 4)
    rig.stop(at: 4)
    #expect(rig.samples.count == 32000)
    #expect(rig.seams == 0)
    #expect(loudness(rig, from: 1.01, to: 1 + length - 0.001) < 0.01)
    #expect(error(rig, from: 0.01, to: 0.98) < 0.02)
    #expect(error(rig, from: 1 + length + 0.02, to: 3.97) < 0.02)
    #expect(largestStep(rig.samples) < Self.toneStep)
    #expect(abs(Double(rig.synchroniser.silence) / 8000 - length) < 0.01)
  }

  @Test("a hole of one buffer is found although its times could be jitter")
  func smallHole() {
    var rig = SoundRig()
    play(&rig, from: 0, to: 1)
    play(&rig, from: 1.01, to: 3)
    rig.stop(at: 3)
    #expect(rig.samples.count == 24000)
    #expect(error(rig, from: 1.3, to: 2.97) < 0.02)
    #expect(largestStep(rig.samples) < Self.toneStep)
  }

  @Test("no microphone at all is silence to the end")
  func none() {
    var rig = SoundRig()
    for tick in 0..<90 { rig.hold(at: Double(tick) / 30) }
    #expect(rig.count > 8000 * 2)
    rig.stop(at: 3)
    #expect(rig.samples.count == 24000)
    #expect(rig.samples.allSatisfy { $0 == 0 })
  }

  @Test("a headset whose sound always comes late is waited for")
  func slow() {
    var rig = SoundRig()
    for index in 0..<300 {
      let time = Double(index) / 100
      rig.hold(at: time + 0.6)
      rig.give(Self.buffer(from: time), at: time, rate: Self.rate, arrival: time + 0.61)
    }
    rig.stop(at: 3)
    #expect(error(rig, from: 1.2, to: 2.97) < 0.02)
    #expect(rig.synchroniser.silence < 8000)
  }

  @Test("a pause is closed up with soft edges; sound from within it is not heard")
  func pause() {
    var rig = SoundRig()
    play(&rig, from: 0, to: 1)
    rig.spans.close(at: rig.start + .seconds(1))
    play(&rig, from: 1, to: 1.5)
    rig.spans.open(at: rig.start + MediaTime(seconds: 1.5))
    play(&rig, from: 1.5, to: 2.5)
    rig.stop(at: 2.5)
    #expect(rig.seams == 0)
    #expect(rig.samples.count == 16000)
    #expect(error(rig, from: 0.01, to: 0.98) < 0.02)
    #expect(error(rig, from: 1.02, to: 1.97, shift: 0.5) < 0.02)
    #expect(largestStep(rig.samples) < Self.toneStep)
  }

  @Test("channels are made to fit, and what is no number is silence")
  func channels() throws {
    let stereo = try #require(
      AudioBuffer(
        samples: [1, 0, .nan, 0.5, .infinity, 1], channelCount: 2, sampleRate: 8000,
        presentationTime: .zero))
    #expect(stereo.mixed(to: 1) == [0.5, 0, 0])
    #expect(stereo.mixed(to: 2) == [1, 0, 0, 0.5, 0, 1])
    let mono = try #require(
      AudioBuffer(samples: [0.25], channelCount: 1, sampleRate: 8000, presentationTime: .zero))
    #expect(mono.mixed(to: 2) == [0.25, 0.25])
  }

  @Test("a microphone that comes back with another rate and more channels goes on in place")
  func otherFormat() {
    var rig = SoundRig()
    play(&rig, from: 0, to: 1)
    for index in 100..<200 {
      let time = Double(index) / 100
      let values = (0..<320).map { Float(Self.tone(time + Double($0 / 2) / 16000)) }
      rig.give(values, at: time, rate: 16000, channels: 2)
    }
    rig.stop(at: 2)
    #expect(rig.samples.count == 16000)
    #expect(error(rig, from: 1.02, to: 1.97) < 0.02)
    #expect(largestStep(rig.samples) < Self.toneStep)
  }

  @Test("the error of a resampled sine is as the kernel's comment says")
  func kernel() {
    for (input, frequency, limit) in [
      (44100, 1000.0, -75.0), (48000, 15000, -70), (44100, 13000, -70), (96000, 15000, -70),
    ] {
      let kernel = SincKernel(ratio: 48000 / Double(input))
      let values = (0..<2000).map {
        Float(sine(halfTurns: 2 * frequency * Double($0) / Double(input)))
      }
      var worst = 0.0
      for step in 0..<300 {
        let position = 500 + Double(step) * 1.37
        var output: [Float] = []
        kernel.mix(
          values, channels: 1, index: Int(position), fraction: position - position.rounded(.down),
          into: &output)
        let expected = sine(halfTurns: 2 * frequency * position / Double(input))
        worst = max(worst, abs(Double(output[0]) - expected))
      }
      #expect(worst < Decibels.amplitude(limit), "\(input) Hz, \(frequency) Hz: \(worst)")
    }
  }
}

private enum Decibels {
  /// -20 dB is a tenth; whole tens are enough here.
  static func amplitude(_ decibels: Double) -> Double {
    var amplitude = 1.0
    for _ in 0..<Int(-decibels / 5) { amplitude /= 1.7782794 }
    return amplitude
  }
}
