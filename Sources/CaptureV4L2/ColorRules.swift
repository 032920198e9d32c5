import CVideo4Linux
import MediaTypes

/// Colour from a driver's four fields by the kernel's default rules.
///
/// Source: `V4L2_MAP_COLORSPACE_DEFAULT`, `V4L2_MAP_XFER_FUNC_DEFAULT`, `V4L2_MAP_YCBCR_ENC_DEFAULT`
/// and `V4L2_MAP_QUANTIZATION_DEFAULT` in `linux/videodev2.h`. What the project has no value for
/// becomes the nearest that it has.
extension ColorDescription {
  init(_ report: ColorReport, format: DriverFormat) {
    let colorspace = v4l2_colorspace(rawValue: report.colorspace).orDefault
    self.init(
      matrix: Self.matrix(report.encoding, colorspace, isRGB: format.isRGB),
      range: Self.range(report.quantization, colorspace, format: format),
      transfer: Self.transfer(report.transfer, colorspace),
      primaries: Self.primaries(colorspace))
  }

  private static func matrix(
    _ encoding: UInt32, _ colorspace: v4l2_colorspace, isRGB: Bool
  ) -> Matrix {
    if isRGB { return .identity }
    switch v4l2_ycbcr_encoding(rawValue: encoding) {
    case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: return .bt601
    case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709, V4L2_YCBCR_ENC_SMPTE240M: return .bt709
    case V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM: return .bt2020
    default: break
    }
    switch colorspace {
    case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_SMPTE240M: return .bt709
    case V4L2_COLORSPACE_BT2020: return .bt2020
    default: return .bt601
    }
  }

  /// MJPEG is full range (JFIF) unless the driver says otherwise in so many words: uvcvideo reports
  /// it as sRGB, whose default is limited.
  private static func range(
    _ quantization: UInt32, _ colorspace: v4l2_colorspace, format: DriverFormat
  ) -> Range {
    switch v4l2_quantization(rawValue: quantization) {
    case V4L2_QUANTIZATION_FULL_RANGE: return .full
    case V4L2_QUANTIZATION_LIM_RANGE: return .limited
    default:
      let isFull = format.isRGB || format.format == .mjpeg || colorspace == V4L2_COLORSPACE_JPEG
      return isFull ? .full : .limited
    }
  }

  private static func transfer(_ transfer: UInt32, _ colorspace: v4l2_colorspace) -> Transfer {
    switch v4l2_xfer_func(rawValue: transfer) {
    case V4L2_XFER_FUNC_SRGB: return .srgb
    case V4L2_XFER_FUNC_DEFAULT:
      return colorspace == V4L2_COLORSPACE_SRGB || colorspace == V4L2_COLORSPACE_JPEG
        ? .srgb : .bt709
    default: return .bt709
    }
  }

  private static func primaries(_ colorspace: v4l2_colorspace) -> Primaries {
    switch colorspace {
    case V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_SMPTE240M: .smpte170m
    case V4L2_COLORSPACE_BT2020: .bt2020
    default: .bt709
    }
  }
}

extension v4l2_colorspace {
  /// A webcam's pictures are sRGB when the driver does not say (`uvc_driver.c` does the same).
  fileprivate var orDefault: v4l2_colorspace {
    self == V4L2_COLORSPACE_DEFAULT ? V4L2_COLORSPACE_SRGB : self
  }
}
