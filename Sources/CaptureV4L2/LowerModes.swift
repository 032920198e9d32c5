import CaptureCore
import MediaTypes

/// Modes that need less of the USB bus than one that did not fit.
enum LowerModes {
  /// The most that are tried.
  static let limit = 4

  /// The nearest lower modes, the best first: the same size compressed, then smaller sizes.
  static func of(_ mode: CameraFormat, among modes: [CameraFormat]) -> [CameraFormat] {
    let load = load(of: mode)
    // H.264 cannot be shown, so it takes the place of itself only.
    let lower = modes.filter { lower in
      lower.size.isValid && Self.load(of: lower) < load
        && (lower.pixelFormat != .h264 || mode.pixelFormat == .h264)
    }
    let best = lower.sorted { left, right in
      (rateLoss(left, mode), -left.size.area, Self.load(of: left)) < (
        rateLoss(right, mode), -right.size.area, Self.load(of: right)
      )
    }
    return Array(best.filter { $0.size.area <= mode.size.area }.prefix(limit))
  }

  private static func rateLoss(_ mode: CameraFormat, _ wished: CameraFormat) -> Double {
    max(0, rate(of: wished) - rate(of: mode))
  }

  private static func rate(of mode: CameraFormat) -> Double { mode.rate?.framesPerSecond ?? 30 }

  /// Bytes a second, roughly: JPEG takes about a tenth of two bytes a pixel.
  private static func load(of mode: CameraFormat) -> Double {
    let bytesPerPixel =
      switch mode.pixelFormat {
      case .h264: 0.05
      case .mjpeg: 0.2
      default: mode.pixelFormat.bytesPerPixel
      }
    return Double(mode.size.area) * bytesPerPixel * rate(of: mode)
  }
}
