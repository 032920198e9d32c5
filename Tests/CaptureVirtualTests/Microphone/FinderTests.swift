import CaptureCore
import Foundation
import MediaTypes
import Testing

@testable import CaptureVirtual

@Suite(.timeLimit(.minutes(1)))
struct BeepFinderTests {
  private let format = SoundFormat(sampleRate: 48_000, channelCount: 1)

  /// A quiet hum with tones on it.
  private func sound(
    seconds: Double, beeps: [(start: Double, length: Double, pitch: Double)]
  ) -> [Float] {
    (0..<Int(seconds * 48_000)).map { index in
      let time = Double(index) / 48_000
      var sample = 0.01 * sin(2 * .pi * 125 * time)
      for beep in beeps where time >= beep.start && time < beep.start + beep.length {
        sample += 0.5 * sin(2 * .pi * beep.pitch * (time - beep.start))
      }
      return Float(sample)
    }
  }

  @Test(arguments: [0.1, 0.25, 0.3337, 0.50001, 0.8])
  func aBeepIsFoundWhereItBegins(start: Double) throws {
    var finder = try #require(BeepFinder(format))
    finder.add(sound(seconds: 1, beeps: [(start, 0.08, 1000)]))
    let beep = try #require(finder.beeps.first)
    #expect(finder.beeps.count == 1)
    #expect(abs(beep.start - start) < 0.0003)
    #expect(abs(beep.length - 0.08) < 0.002 && abs(beep.amplitude - 0.5) < 0.03)
  }

  @Test func otherPitchesAndClicksAreNone() throws {
    var finder = try #require(BeepFinder(format))
    finder.add(
      sound(seconds: 2, beeps: [(0.2, 0.1, 440), (0.6, 0.1, 3000), (1, 0.005, 1000)]))
    #expect(finder.beeps.isEmpty)
  }

  @Test func howTheSamplesAreCutDoesNotMatter() throws {
    let samples = sound(seconds: 2, beeps: [(0.4, 0.08, 1000), (1.4, 0.08, 1000)])
    var whole = try #require(BeepFinder(format))
    whole.add(samples)
    var pieces = try #require(BeepFinder(format))
    for start in stride(from: 0, to: samples.count, by: 777) {
      pieces.add(Array(samples[start..<min(samples.count, start + 777)]))
    }
    #expect(whole.beeps == pieces.beeps && whole.beeps.count == 2)
  }

  @Test func holesAreFoundWithTheirLength() throws {
    var samples = sound(seconds: 1, beeps: [])
    for index in 24_000..<24_960 { samples[index] = 0 }
    var finder = try #require(BeepFinder(format))
    finder.add(samples)
    let hole = try #require(finder.holes.first)
    #expect(finder.holes.count == 1)
    #expect(abs(hole.start - 0.5) < 0.001 && abs(hole.length - 0.02) < 0.001)
  }

  @Test func itWorksAtRatesThatAreNoWholeKilohertz() throws {
    let format = SoundFormat(sampleRate: 44_100, channelCount: 2)
    var finder = try #require(BeepFinder(format))
    var samples: [Float] = []
    for index in 0..<Int64(44_100 * 3) {
      let sample = ToneSchedule.sample(at: .milliseconds(500) + format.duration(of: index))
      samples += [sample, sample]
    }
    finder.add(samples)
    #expect(finder.beeps.count == 3)
    for (beep, second) in zip(finder.beeps, [0.5, 1.5, 2.5]) {
      #expect(abs(beep.start - second) < 0.001)
    }
    #expect(finder.holes.isEmpty, "the hum leaves none")
  }

  @Test func formatsThatAreTooSlowOrNoSoundHaveNoFinder() {
    #expect(BeepFinder(SoundFormat(sampleRate: 2_000, channelCount: 1)) == nil)
    #expect(BeepFinder(SoundFormat(sampleRate: 0, channelCount: 0)) == nil)
  }

  @Test func samplesThatAreNoNumbersDoNotCrash() throws {
    var finder = try #require(BeepFinder(format))
    finder.add([.nan, .infinity, -.infinity] + [Float](repeating: 1e30, count: 4800))
    finder.add(sound(seconds: 1, beeps: [(0.5, 0.08, 1000)]))
    #expect(finder.beeps.count <= 2)
  }
}

/// Reads the lamp of each frame and lets the frame go: a camera has few buffers.
private final class LevelLog: Sendable {
  private let found = Locked(FlashFinder())

  var handler: CaptureHandler {
    { [self] event in
      guard case .frame(let frame) = event, let level = FlashFinder.level(frame) else { return }
      found.withLock { $0.add(level: level, at: frame.presentationTime) }
    }
  }

  var finder: FlashFinder { found.withLock { $0 } }
}

@Suite(.timeLimit(.minutes(1)))
struct FlashFinderTests {
  private func flashes(rate: Double, phase: Double, exposure: Double? = nil) -> [MediaTime] {
    var finder = FlashFinder()
    let exposure = MediaTime(seconds: exposure ?? 1 / rate)
    for index in 0..<Int(4 * rate) {
      let time = MediaTime(seconds: phase + Double(index) / rate)
      finder.add(
        level: 24 + 224 * Metronome.flashShare(from: time, exposure: exposure), at: time)
    }
    return finder.flashes
  }

  @Test(arguments: [15, 24, 25, 29.97, 30, 60], [0.201, 0.2123, 0.22, 0.2299])
  func aFlashIsFoundToAMillisecondWhateverThePhaseOfThePictures(rate: Double, phase: Double) {
    let flashes = flashes(rate: rate, phase: phase)
    #expect(flashes.count == 4)
    for flash in flashes { #expect(abs(flash.seconds - flash.seconds.rounded()) < 0.002) }
  }

  @Test func picturesWithoutAFlashHaveNone() {
    var finder = FlashFinder()
    #expect(finder.flashes.isEmpty)
    for index in 0..<90 {
      finder.add(level: 100 + Double(index % 7), at: .milliseconds(Int64(index) * 33))
    }
    #expect(finder.flashes.isEmpty)
  }

  @Test(arguments: [PixelFormat.nv12, .i420, .yuyv, .bgra, .rgb24, .grey])
  func theLampIsReadInEveryFormatOfTheCameras(format: PixelFormat) async throws {
    let clock = ManualClock()
    let camera = VirtualCamera(
      id: CameraID("a"), name: "a", position: .external, pixelFormats: [format],
      sizes: [PixelSize(width: 320, height: 180)], flashes: true)
    let backend = VirtualBackend(clock: clock, cameras: [camera])
    let log = LevelLog()
    let stream = try await backend.open(camera.id, format: camera.formats[0])
    try await stream.start(log.handler)
    clock.advance(by: .milliseconds(2500))
    let finder = log.finder
    await stream.close()
    #expect(finder.flashes.count == 2)
    for flash in finder.flashes { #expect(abs(flash.seconds - flash.seconds.rounded()) < 0.003) }
  }

  @Test func theWordFlashInAScriptMakesTheCamerasFlash() async throws {
    let clock = ManualClock()
    let backend = VirtualBackend(clock: clock, script: try FaultScript(parsing: "flash"))
    let log = LevelLog()
    let format = CameraFormat(
      pixelFormat: .i420, size: PixelSize(width: 320, height: 240), rate: .fps30)
    let stream = try await backend.open(VirtualCamera.back.id, format: format)
    try await stream.start(log.handler)
    clock.advance(by: .milliseconds(1300))
    #expect(log.finder.flashes.count == 1)
    await stream.close()
  }

  @Test func imagesThatAreTooSmallOrDoNotHoldTheLampHaveNoLevel() {
    let size = PixelSize(width: 64, height: 36)
    #expect(FlashFinder.level(luma: [], size: size) == nil)
    let bytes = [UInt8](repeating: 9, count: 64 * 36)
    #expect(FlashFinder.level(luma: bytes, size: size) == 9)
    #expect(FlashFinder.level(luma: bytes, size: size, stride: 128) == nil)
    let outside = FrameCode.Area(x: 100, y: 0, width: 64, height: 36)
    #expect(FlashFinder.level(luma: bytes, size: size, in: outside) == nil)
    let nonsense = FrameCode.Area(x: .nan, y: 0, width: .infinity, height: 36)
    #expect(FlashFinder.level(luma: bytes, size: size, in: nonsense) == nil)
  }
}
