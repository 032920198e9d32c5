import MediaTypes
import SeededRandom
import Testing

@testable import RecordCore

@Suite("Sound: in sync")
struct SoundSyncTests {
  /// How far the last piece lies from where it should, in seconds: the sound is a ramp of true time,
  /// modulo `period`, so that each sample says when it was taken.
  static let period = 100.0

  static func ramp(_ time: Double) -> Double {
    let turns = time / period
    return (turns - turns.rounded(.down)) * 2 - 1
  }

  func error(of sample: Float, at position: Int64, rate: Int) -> Double {
    let expected = Self.ramp(Double(position) / Double(rate))
    return (Double(sample) - expected) / 2 * Self.period
  }

  /// Runs a microphone and measures the worst error after it has settled.
  func worst(
    drift: Double, jitter: Double, seconds: Double, rate: Int, output: Int? = nil, size: Int = 160,
    seed: UInt64 = 1
  ) -> (worst: Double, rig: SoundRig) {
    let output = output ?? rate
    var rig = SoundRig(rate: output)
    rig.keepsAll = false
    var microphone = DriftingMicrophone(rate: rate, drift: drift)
    (microphone.jitter, microphone.size) = (jitter, size)
    microphone.numbers = SeededNumbers(seed: seed)
    var worst = 0.0
    while microphone.time < seconds {
      let (values, time) = microphone.next(Self.ramp)
      let end = microphone.time
      let before = rig.count
      rig.give(values, at: time, rate: rate, arrival: end + 0.005)
      // Not where the ramp jumps, nor where it is faded in.
      let turn = end.truncatingRemainder(dividingBy: Self.period)
      guard rig.count > before, end > 0.5, turn > 1, turn < Self.period - 1,
        let last = rig.samples.last
      else { continue }
      let error = error(of: last, at: rig.count - 1, rate: output)
      if abs(error) > abs(worst) { worst = error }
    }
    return (worst, rig)
  }

  @Test(
    "a microphone whose clock is off stays within 5 ms for ten minutes",
    arguments: [200e-6, -200e-6, 500e-6, -800e-6])
  func drift(_ drift: Double) {
    let (worst, rig) = worst(drift: drift, jitter: 0, seconds: 600, rate: 1000, size: 20)
    #expect(abs(worst) < 0.005, "\(worst)")
    #expect(rig.seams == 0)
    #expect(abs(Double(rig.count) / 1000 - 600) < 0.1)
    #expect(abs(rig.synchroniser.offset.worst) < 0.005)
    #expect(rig.synchroniser.silence == 0)
  }

  @Test("so it does with times that jitter", arguments: TimelineRateTests.seeds)
  func jitter(_ seed: UInt64) {
    for (jitter, size) in [(0.003, 20), (0.01, 20), (0.01, 5)] {
      let (worst, rig) = worst(
        drift: 200e-6, jitter: jitter, seconds: 60, rate: 1000, size: size, seed: seed)
      #expect(abs(worst) < 0.005, "seed \(seed), jitter \(jitter): \(worst)")
      #expect(rig.synchroniser.silence <= 20, "seed \(seed), jitter \(jitter)")
      #expect(rig.seams == 0)
    }
  }

  @Test("8 hours of a microphone 200 ppm fast: no drift, no growth")
  func hours() {
    // Thinned to 50 samples a second, since only the arithmetic is the point.
    let (worst, rig) = worst(drift: 200e-6, jitter: 0.002, seconds: 8 * 3600, rate: 50, size: 10)
    #expect(abs(worst) < 0.005, "\(worst)")
    #expect(abs(Double(rig.count) / 50 - 8 * 3600) < 1)
    #expect(rig.synchroniser.keptSampleCount < 50 * 5)
  }

  @Test("the rate of the movie need not be the microphone's")
  func rates() {
    for (rate, output) in [(441, 480), (480, 441), (960, 480), (160, 480)] {
      let (worst, rig) = worst(
        drift: 100e-6, jitter: 0, seconds: 40, rate: rate, output: output, size: 8)
      #expect(abs(worst) < 0.005, "\(rate) to \(output): \(worst)")
      #expect(abs(Double(rig.count) / Double(output) - 40) < 0.2)
    }
  }
}

extension SoundSynchroniser {
  /// Samples that it holds on to.
  var keptSampleCount: Int { keptMoments * format.channelCount }
}
