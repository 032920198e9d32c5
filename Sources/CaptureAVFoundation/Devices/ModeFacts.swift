import AppleMedia
import CaptureCore
import MediaTypes

/// What a mode of a camera is, as plain numbers.
struct ModeFacts: Hashable, Sendable {
  let size: PixelSize
  /// CoreMedia's subtype, which is CoreVideo's pixel format where the camera sends pixels.
  let subtype: UInt32
  /// Frames a second.
  let rates: [ClosedRange<Double>]
  let isMultiCam: Bool

  /// How its frames come; a compressed or unknown subtype is decoded to NV12 on the way.
  var pixelFormat: PixelFormat { PixelKind(subtype)?.format ?? .nv12 }

  /// The usual rates that it has, and its highest.
  var frameRates: [FrameRate] {
    let usual = [24, 25, 30, 50, 60, 120, 240].compactMap { FrameRate($0) }.filter(has)
    let highest = rates.map(\.upperBound).max()
      .flatMap { FrameRate(Int(($0 * 1000).rounded()), per: 1000) }
    return usual + (highest.map { usual.contains($0) ? [] : [$0] } ?? [])
  }

  /// Whether it can be set to a rate; the platform's numbers are rounded.
  func has(_ rate: FrameRate) -> Bool {
    rates.contains { range in
      range.lowerBound - 0.001 <= rate.framesPerSecond
        && rate.framesPerSecond <= range.upperBound + 0.001
    }
  }
}

/// The modes of a camera as formats, and back.
enum ModeList {
  /// Every format once, in the platform's order.
  ///
  /// - Parameter isShared: whether the camera is to run beside another, which not every mode can.
  static func formats(_ modes: [ModeFacts], isShared: Bool) -> [CameraFormat] {
    var formats: [CameraFormat] = []
    for mode in modes where mode.isMultiCam || !isShared {
      for rate in mode.frameRates {
        let format = CameraFormat(pixelFormat: mode.pixelFormat, size: mode.size, rate: rate)
        if !formats.contains(format) { formats.append(format) }
      }
    }
    return formats
  }

  /// The mode to set for a format: the first that has it.
  ///
  /// - Returns: a place in `modes`; nil when none has it.
  static func index(of format: CameraFormat, in modes: [ModeFacts], isShared: Bool) -> Int? {
    modes.firstIndex { mode in
      mode.size == format.size && mode.pixelFormat == format.pixelFormat
        && (format.rate.map(mode.has) ?? true) && (mode.isMultiCam || !isShared)
    }
  }
}
