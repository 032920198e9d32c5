import CPipeWire
import MediaTypes

/// The pixel formats that SPA and this project share.
enum VideoFormats {
  /// SPA's raw formats, the preferred one of each of ours first. BGRx is BGRA, and RGBx RGBA,
  /// whose alpha says nothing, as nobody looks at the alpha of a camera's frames.
  static let raw: [(spa: spa_video_format, pixelFormat: PixelFormat)] = [
    (SPA_VIDEO_FORMAT_NV12, .nv12), (SPA_VIDEO_FORMAT_NV21, .nv21), (SPA_VIDEO_FORMAT_NV16, .nv16),
    (SPA_VIDEO_FORMAT_P010_10LE, .p010), (SPA_VIDEO_FORMAT_I420, .i420),
    (SPA_VIDEO_FORMAT_YV12, .yv12), (SPA_VIDEO_FORMAT_Y42B, .i422), (SPA_VIDEO_FORMAT_Y444, .i444),
    (SPA_VIDEO_FORMAT_YUY2, .yuyv), (SPA_VIDEO_FORMAT_UYVY, .uyvy), (SPA_VIDEO_FORMAT_BGRA, .bgra),
    (SPA_VIDEO_FORMAT_BGRx, .bgra), (SPA_VIDEO_FORMAT_RGBA, .rgba), (SPA_VIDEO_FORMAT_RGBx, .rgba),
    (SPA_VIDEO_FORMAT_RGB, .rgb24), (SPA_VIDEO_FORMAT_GRAY8, .grey),
    (SPA_VIDEO_FORMAT_GRAY16_LE, .y16),
  ]

  static func pixelFormat(_ id: UInt32) -> PixelFormat? {
    raw.first { $0.spa.rawValue == id }?.pixelFormat
  }

  static func ids(_ format: PixelFormat) -> [UInt32] {
    raw.filter { $0.pixelFormat == format }.map(\.spa.rawValue)
  }
}

extension ColorDescription {
  /// What a format parameter says of colour; where it says nothing, what is usual for the format.
  init(_ parameter: PodObject, pixelFormat: PixelFormat) {
    self = .usual(for: pixelFormat)
    func id(_ key: spa_format) -> UInt32? {
      guard case .id(let value) = parameter[key.rawValue]?.values.first else { return nil }
      return value
    }
    range = id(SPA_FORMAT_VIDEO_colorRange).flatMap(Range.init(spa:)) ?? range
    transfer = id(SPA_FORMAT_VIDEO_transferFunction).flatMap(Transfer.init(spa:)) ?? transfer
    primaries = id(SPA_FORMAT_VIDEO_colorPrimaries).flatMap(Primaries.init(spa:)) ?? primaries
    let named = id(SPA_FORMAT_VIDEO_colorMatrix).flatMap(Matrix.init(spa:))
    // A matrix is of use for YUV only, and there "RGB" would be a mistake of the source.
    if matrix != .identity, let named, named != .identity { matrix = named }
  }
}

extension ColorDescription.Matrix {
  fileprivate init?(spa: UInt32) {
    switch spa_video_color_matrix(spa) {
    case SPA_VIDEO_COLOR_MATRIX_RGB: self = .identity
    case SPA_VIDEO_COLOR_MATRIX_BT601: self = .bt601
    case SPA_VIDEO_COLOR_MATRIX_BT709: self = .bt709
    case SPA_VIDEO_COLOR_MATRIX_SMPTE240M: self = .smpte240m
    case SPA_VIDEO_COLOR_MATRIX_BT2020: self = .bt2020
    default: return nil
    }
  }
}

extension ColorDescription.Range {
  fileprivate init?(spa: UInt32) {
    switch spa_video_color_range(spa) {
    case SPA_VIDEO_COLOR_RANGE_0_255: self = .full
    case SPA_VIDEO_COLOR_RANGE_16_235: self = .limited
    default: return nil
    }
  }
}

extension ColorDescription.Transfer {
  fileprivate init?(spa: UInt32) {
    switch spa_video_transfer_function(spa) {
    case SPA_VIDEO_TRANSFER_BT709: self = .bt709
    case SPA_VIDEO_TRANSFER_SRGB: self = .srgb
    default: return nil
    }
  }
}

extension ColorDescription.Primaries {
  fileprivate init?(spa: UInt32) {
    switch spa_video_color_primaries(spa) {
    case SPA_VIDEO_COLOR_PRIMARIES_BT709: self = .bt709
    case SPA_VIDEO_COLOR_PRIMARIES_SMPTE170M: self = .smpte170m
    case SPA_VIDEO_COLOR_PRIMARIES_BT2020: self = .bt2020
    default: return nil
    }
  }
}
