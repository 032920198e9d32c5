import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg

/// Writes small movies for tests.
enum TestMovie {
  static let backend = FFmpegMovieBackend()

  /// 64 × 48 at 30, small enough for a slow machine.
  static func settings(
    _ container: MovieContainer = .mp4, size: PixelSize = PixelSize(width: 64, height: 48),
    rate: FrameRate = .fps30, video: VideoCodec = .automatic,
    sound: SoundFormat? = SoundFormat()
  ) -> MovieSettings {
    MovieSettings(
      canvas: MovieCanvas(size: size, rate: rate), container: container, video: video,
      sound: sound, createdAt: 1_700_000_000, software: "Viewfinder test", cameraName: "Chart")
  }

  /// Writes pictures, and as much sound (a quiet tone) as they take.
  static func write(_ path: String, _ settings: MovieSettings, count: Int64) throws -> MovieSummary
  {
    let writer = try backend.create(path, settings: settings)
    try feed(writer, settings, 0..<count)
    return try writer.finish()
  }

  static func feed(
    _ writer: any MovieWriter, _ settings: MovieSettings, _ indices: Range<Int64>
  ) throws {
    let rate = settings.canvas.rate
    for index in indices {
      try writer.append(
        try TestFrame.grey(settings.canvas.size, level: UInt8(truncatingIfNeeded: 40 + index * 3)),
        at: index)
      guard let sound = settings.sound else { continue }
      let position = { (index: Int64) in
        index * Int64(sound.sampleRate * rate.denominator) / Int64(rate.numerator)
      }
      try writer.append(
        tone(sound, from: position(index), to: position(index + 1)), at: position(index))
    }
  }

  static func tone(_ format: SoundFormat, from: Int64, to: Int64) throws -> AudioBuffer {
    var samples: [Float] = []
    for moment in from..<to {
      let value = Float(sin(Double(moment) * 2 * .pi * 440 / Double(format.sampleRate)) * 0.2)
      samples += Array(repeating: value, count: format.channelCount)
    }
    guard
      let buffer = AudioBuffer(
        samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
        presentationTime: .zero)
    else { throw RecordError(.badSettings, "no buffer") }
    return buffer
  }
}
