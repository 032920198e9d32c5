import CVideo4Linux
import CVideo4LinuxShims
import MediaTypes

/// Colour from a driver's four fields: what it leaves open by the kernel's own default rules
/// (`linux/videodev2.h`), and what the project has no value for by the nearest that it has. The table
/// is in `Documentation/Colour.md`.
extension ColorDescription {
  init(_ report: ColorReport, format: DriverFormat) {
    // A webcam's pictures are sRGB when the driver does not say (`uvc_driver.c` does the same).
    let colorspace =
      report.colorspace == V4L2_COLORSPACE_DEFAULT.rawValue
      ? V4L2_COLORSPACE_SRGB.rawValue : report.colorspace
    self.init(
      matrix: format.isRGB ? .identity : Self.matrix(report.encoding, colorspace),
      range: Self.range(report.quantization, colorspace, report.encoding, format),
      transfer: Self.transfer(report.transfer, colorspace),
      primaries: Self.primaries(v4l2_colorspace(rawValue: colorspace)))
  }

  private static func matrix(_ encoding: UInt32, _ colorspace: UInt32) -> Matrix {
    let encoding =
      encoding == V4L2_YCBCR_ENC_DEFAULT.rawValue
      ? CVideo4LinuxShims_defaultEncoding(colorspace) : encoding
    return switch v4l2_ycbcr_encoding(rawValue: encoding) {
    case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: .bt709
    case V4L2_YCBCR_ENC_SMPTE240M: .smpte240m
    // Constant luminance is no matrix of the numbers; with this one at least its greys are right.
    case V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM: .bt2020
    default: .bt601
    }
  }

  /// MJPEG is full range (JFIF) unless the driver says otherwise in so many words: uvcvideo reports
  /// it as sRGB, whose default is limited.
  private static func range(
    _ quantization: UInt32, _ colorspace: UInt32, _ encoding: UInt32, _ format: DriverFormat
  ) -> Range {
    // xvYCC keeps colours beyond its primaries in the margins of the limited range and knows no other,
    // whatever is reported.
    let extended = [V4L2_YCBCR_ENC_XV601.rawValue, V4L2_YCBCR_ENC_XV709.rawValue]
    if !format.isRGB && extended.contains(encoding) { return .limited }
    switch v4l2_quantization(rawValue: quantization) {
    case V4L2_QUANTIZATION_FULL_RANGE: return .full
    case V4L2_QUANTIZATION_LIM_RANGE: return .limited
    default:
      let usual = CVideo4LinuxShims_defaultQuantization(
        format.isRGB ? 1 : 0, colorspace, encoding)
      let isFull = usual == V4L2_QUANTIZATION_FULL_RANGE.rawValue || format.format == .mjpeg
      return isFull ? .full : .limited
    }
  }

  private static func transfer(_ transfer: UInt32, _ colorspace: UInt32) -> Transfer {
    let transfer =
      transfer == V4L2_XFER_FUNC_DEFAULT.rawValue
      ? CVideo4LinuxShims_defaultTransfer(colorspace) : transfer
    return switch v4l2_xfer_func(rawValue: transfer) {
    case V4L2_XFER_FUNC_SRGB, V4L2_XFER_FUNC_OPRGB: .srgb
    default: .bt709
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
