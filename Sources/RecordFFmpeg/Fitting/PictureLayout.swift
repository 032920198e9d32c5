import CFFmpeg
import MediaTypes

/// How the bytes of a picture are laid out and what they mean: the format and colour of this project,
/// and the same as the library calls it.
struct PictureLayout: Hashable {
  var format: PixelFormat
  var color: ColorDescription

  /// The library's name for the format; nil for a compressed or unknown one.
  var libraryFormat: AVPixelFormat? {
    switch format {
    case .nv12: AV_PIX_FMT_NV12
    case .nv21: AV_PIX_FMT_NV21
    case .nv16: AV_PIX_FMT_NV16
    case .p010: AV_PIX_FMT_P010LE
    // `PlanePointers` gives the planes of YV12 in the order of I420.
    case .i420, .yv12: AV_PIX_FMT_YUV420P
    case .i422: AV_PIX_FMT_YUV422P
    case .i444: AV_PIX_FMT_YUV444P
    case .yuyv: AV_PIX_FMT_YUYV422
    case .uyvy: AV_PIX_FMT_UYVY422
    case .bgra: AV_PIX_FMT_BGRA
    case .rgba: AV_PIX_FMT_RGBA
    case .rgb24: AV_PIX_FMT_RGB24
    case .grey: AV_PIX_FMT_GRAY8
    case .y16: AV_PIX_FMT_GRAY16LE
    default: nil
    }
  }

  /// Whether its components are luma and two colour differences.
  var isYUV: Bool { format.components == .yuv }

  /// The colour of a movie whose first picture is this: its own matrix, so that nothing has to be
  /// converted, else BT.709 from 720 lines on and BT.601 below; limited range, which every player shows.
  ///
  /// - Parameter canvas: the movie's size.
  func movieColor(canvas: PixelSize) -> ColorDescription {
    let usual: ColorDescription.Matrix = canvas.height >= 720 ? .bt709 : .bt601
    var color = color
    color.range = .limited
    if !isYUV || color.matrix == .identity { color.matrix = usual }
    return color
  }
}

extension PictureLayout {
  /// Describes an empty picture of the library.
  func describe(_ picture: UnsafeMutablePointer<AVFrame>, size: PixelSize) {
    unsafe picture.pointee.format = (libraryFormat ?? AV_PIX_FMT_NONE).rawValue
    unsafe picture.pointee.width = Int32(clamping: size.width)
    unsafe picture.pointee.height = Int32(clamping: size.height)
    unsafe picture.pointee.colorspace = color.libraryMatrix
    unsafe picture.pointee.color_range = color.libraryRange
    unsafe picture.pointee.color_primaries = color.libraryPrimaries
    unsafe picture.pointee.color_trc = color.libraryTransfer
  }
}

/// The code points of ITU-T H.273, as the library names them.
extension ColorDescription {
  var libraryMatrix: AVColorSpace {
    switch matrix {
    case .identity: AVCOL_SPC_RGB
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .smpte240m: AVCOL_SPC_SMPTE240M
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }

  var libraryRange: AVColorRange { range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }

  var libraryPrimaries: AVColorPrimaries {
    switch primaries {
    case .bt709: AVCOL_PRI_BT709
    case .smpte170m: AVCOL_PRI_SMPTE170M
    case .bt2020: AVCOL_PRI_BT2020
    }
  }

  var libraryTransfer: AVColorTransferCharacteristic {
    switch transfer {
    case .bt709: AVCOL_TRC_BT709
    case .srgb: AVCOL_TRC_IEC61966_2_1
    }
  }

  /// The table of coefficients that swscale wants for the matrix (`sws_getCoefficients`).
  var scalerMatrix: Int32 {
    switch matrix {
    case .identity, .bt709: SWS_CS_ITU709
    case .bt601: SWS_CS_ITU601
    case .smpte240m: SWS_CS_SMPTE240M
    case .bt2020: SWS_CS_BT2020
    }
  }
}
