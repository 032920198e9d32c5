import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import MediaTypes
import RecordCore

/// A movie's settings in the platform's words.
struct WriterSettings {
  let movie: MovieSettings

  /// By the hardware, a key picture in each fragment, none out of order, so that each fragment stands by
  /// itself and nothing waits. In MP4 the writer names HEVC `hvc1`.
  var video: [String: Any] {
    let (size, rate) = (movie.canvas.size, movie.canvas.rate.framesPerSecond)
    return [
      AVVideoCodecKey: codec.rawValue, AVVideoWidthKey: size.width,
      AVVideoHeightKey: size.height,
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ],
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: Self.bitRate(codec, size, rate),
        AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
        AVVideoMaxKeyFrameIntervalDurationKey: movie.fragment.seconds,
        AVVideoAllowFrameReorderingKey: false,
      ] as [String: Any],
    ]
  }

  /// H.264 where nothing else is asked for, as on Linux.
  private var codec: AVVideoCodecType { movie.video == .hevc ? .hevc : .h264 }

  /// For a person.
  var codecName: String { codec == .hevc ? "HEVC" : "H.264" }

  /// Why there is no movie with these settings.
  var refusal: RecordError {
    RecordError(
      .encoderUnavailable,
      "This device has no encoder for \(codecName) of \(movie.canvas.size) pixels.",
      remedy: codec == .hevc ? "Choose h264, or a smaller size." : "Choose a smaller size.")
  }

  /// Says of a picture that its colours are the movie's, so that nothing is converted on the way
  /// (`CVBufferSetAttachment`).
  static func describeColors(of picture: CVPixelBuffer) {
    let colors = [
      (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
      (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
    ]
    for (key, value) in colors { CVBufferSetAttachment(picture, key, value, .shouldPropagate) }
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

  /// Bits a second that look good: a tenth of a bit a pixel in H.264, six tenths of that in HEVC.
  static func bitRate(_ codec: AVVideoCodecType, _ size: PixelSize, _ rate: Double) -> Int {
    let share = codec == .hevc ? 0.06 : 0.1
    return Int(max(500_000, min(80_000_000, Double(size.area) * rate * share)))
  }
}
