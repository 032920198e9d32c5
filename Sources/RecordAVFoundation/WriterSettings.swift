import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import MediaTypes
import RecordCore

/// A movie's settings in the platform's words.
struct WriterSettings {
  let movie: MovieSettings

  /// H.264 by the hardware, a key picture each second, none out of order, so that each fragment stands
  /// by itself and nothing waits.
  var video: [String: Any] {
    let (size, rate) = (movie.canvas.size, movie.canvas.rate.framesPerSecond)
    return [
      AVVideoCodecKey: AVVideoCodecType.h264.rawValue, AVVideoWidthKey: size.width,
      AVVideoHeightKey: size.height,
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: Self.bitRate(size, rate),
        AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
        AVVideoMaxKeyFrameIntervalDurationKey: movie.fragment.seconds,
        AVVideoAllowFrameReorderingKey: false,
      ] as [String: Any],
    ]
  }

  /// What the adaptor's pictures are.
  var pictures: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: movie.canvas.size.width,
      kCVPixelBufferHeightKey as String: movie.canvas.size.height,
      kCVPixelBufferMetalCompatibilityKey as String: true,
    ]
  }

  /// AAC; nil for a movie without sound.
  var sound: [String: Any]? {
    movie.sound.map { format in
      [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(format.sampleRate),
        AVNumberOfChannelsKey: format.channelCount,
        AVEncoderBitRateKey: 64_000 * format.channelCount,
      ]
    }
  }

  /// The time of a picture, exact in the canvas's rate.
  func time(ofFrame index: Int64) -> CMTime {
    let (value, overflow) = index.multipliedReportingOverflow(
      by: Int64(movie.canvas.rate.denominator))
    guard !overflow, let scale = Int32(exactly: movie.canvas.rate.numerator) else {
      return .invalid
    }
    return CMTime(value: value, timescale: scale)
  }

  /// Bits a second that look good in H.264: a tenth of a bit a pixel.
  static func bitRate(_ size: PixelSize, _ rate: Double) -> Int {
    Int(max(500_000, min(80_000_000, Double(size.area) * rate * 0.1)))
  }
}
