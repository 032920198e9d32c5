import CFFmpeg
import MediaTypes

/// What the library's numbers for pixels and colours mean here.
enum PictureFormat {
  /// The format of the project that holds the same bytes; nil where there is none.
  static func exact(_ format: AVPixelFormat) -> PixelFormat? {
    switch format {
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: .i420
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: .i422
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: .i444
    case AV_PIX_FMT_NV12: .nv12
    case AV_PIX_FMT_YUYV422: .yuyv
    case AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0: .bgra
    case AV_PIX_FMT_RGB24: .rgb24
    case AV_PIX_FMT_GRAY8: .grey
    default: nil
    }
  }

  /// The nearest format to which another one is converted: BGRA for red, green and blue, else I420.
  static func nearest(_ format: AVPixelFormat) -> (format: PixelFormat, library: AVPixelFormat)? {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return nil }
    let flags = unsafe description.pointee.flags
    // Memory of a graphics device has no bytes to be read.
    if flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) != 0 { return nil }
    let isColor = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    return isColor ? (.bgra, AV_PIX_FMT_BGRA) : (.i420, AV_PIX_FMT_YUV420P)
  }

  /// Whether a JPEG that decodes to these pixels can be handed on as it is.
  static func isUsualJPEG(_ format: AVPixelFormat) -> Bool {
    [.i420, .i422, .i444, .grey].contains(exact(format))
  }

  /// The colours of a picture; what is not said is usual for the format (BT.601, limited).
  static func color(
    of format: PixelFormat, space: AVColorSpace, range: AVColorRange, isFullByFormat: Bool,
    transfer: AVColorTransferCharacteristic, primaries: AVColorPrimaries
  ) -> ColorDescription {
    var color = ColorDescription.usual(for: format)
    guard color.matrix != .identity else { return color }
    switch space {
    case AVCOL_SPC_BT709: color.matrix = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: color.matrix = .bt601
    case AVCOL_SPC_SMPTE240M: color.matrix = .smpte240m
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: color.matrix = .bt2020
    default: break
    }
    if range == AVCOL_RANGE_JPEG || isFullByFormat {
      color.range = .full
    } else if range == AVCOL_RANGE_MPEG {
      color.range = .limited
    }
    switch transfer {
    case AVCOL_TRC_BT709, AVCOL_TRC_SMPTE170M, AVCOL_TRC_BT2020_10, AVCOL_TRC_BT2020_12:
      color.transfer = .bt709
    default: break
    }
    switch primaries {
    case AVCOL_PRI_SMPTE170M: color.primaries = .smpte170m
    case AVCOL_PRI_BT2020: color.primaries = .bt2020
    default: break
    }
    return color
  }

  /// Whether a format's name alone says that it is full range.
  static func isFull(_ format: AVPixelFormat) -> Bool {
    [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P].contains(format)
  }
}
