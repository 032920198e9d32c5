/// How the bytes of a frame are laid out.
///
/// An open set: a format that the project does not draw survives as its four-character code. The
/// codes are those of V4L2 (`linux/videodev2.h`), so that a driver's answer can be shown as it is.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  /// Four ASCII characters, the first in the lowest byte.
  public let fourCharacterCode: UInt32

  /// Makes a format from its code, known here or not.
  public init(fourCharacterCode: UInt32) {
    self.fourCharacterCode = fourCharacterCode
  }

  private init(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar,
    _ fourth: Unicode.Scalar
  ) {
    fourCharacterCode = first.value | second.value << 8 | third.value << 16 | fourth.value << 24
  }

  /// Y plane, then a plane of interleaved U and V at half width and height.
  public static let nv12 = PixelFormat("N", "V", "1", "2")
  /// Y plane, then a plane of interleaved V and U at half width and height.
  public static let nv21 = PixelFormat("N", "V", "2", "1")
  /// Y plane, then a plane of interleaved U and V at half width.
  public static let nv16 = PixelFormat("N", "V", "1", "6")
  /// As NV12 in little-endian words of 16 bits, of which the upper 10 count.
  public static let p010 = PixelFormat("P", "0", "1", "0")
  /// Y, U and V planes; chroma at half width and height.
  public static let i420 = PixelFormat("Y", "U", "1", "2")
  /// Y, V and U planes; chroma at half width and height.
  public static let yv12 = PixelFormat("Y", "V", "1", "2")
  /// Y, U and V planes; chroma at half width. What most webcams' JPEG holds.
  public static let i422 = PixelFormat("4", "2", "2", "P")
  /// Y, U and V planes of one size.
  public static let i444 = PixelFormat("4", "4", "4", "P")
  /// One plane: Y U Y V for each two pixels.
  public static let yuyv = PixelFormat("Y", "U", "Y", "V")
  /// One plane: U Y V Y for each two pixels.
  public static let uyvy = PixelFormat("U", "Y", "V", "Y")
  /// One plane: blue, green, red, alpha.
  public static let bgra = PixelFormat("A", "R", "2", "4")
  /// One plane: red, green, blue, alpha.
  public static let rgba = PixelFormat("A", "B", "2", "4")
  /// One plane: red, green, blue.
  public static let rgb24 = PixelFormat("R", "G", "B", "3")
  /// One plane of luma.
  public static let grey = PixelFormat("G", "R", "E", "Y")
  /// One plane of luma in little-endian words of 16 bits.
  public static let y16 = PixelFormat("Y", "1", "6", " ")
  /// One JPEG image a frame.
  public static let mjpeg = PixelFormat("M", "J", "P", "G")
  /// H.264 with start codes, one picture a frame. Only for handing on as it is: nothing here decodes it,
  /// and it is never chosen by itself.
  public static let h264 = PixelFormat("H", "2", "6", "4")

  /// The uncompressed formats that have names of their own: what renderers draw.
  public static let uncompressed: [PixelFormat] = [
    .nv12, .nv21, .nv16, .p010, .i420, .yv12, .i422, .i444, .yuyv, .uyvy, .bgra, .rgba, .rgb24,
    .grey, .y16,
  ]

  /// The formats that have names of their own.
  public static let known: [PixelFormat] = uncompressed + [.mjpeg, .h264]

  /// The name in common use, else the four characters with anything unprintable as `?`.
  public var description: String {
    switch self {
    case .i420: return "I420"
    case .i422: return "I422"
    case .i444: return "I444"
    case .bgra: return "BGRA"
    case .rgba: return "RGBA"
    case .rgb24: return "RGB24"
    case .y16: return "Y16"
    case .mjpeg: return "MJPEG"
    case .h264: return "H264"
    default:
      return String(
        String.UnicodeScalarView(
          (0..<4).map { index in
            let byte = UInt8(truncatingIfNeeded: fourCharacterCode >> (8 * UInt32(index)))
            return (0x21...0x7e).contains(byte) ? Unicode.Scalar(byte) : "?"
          }))
    }
  }

  /// Whether a frame is one compressed image of unknown length rather than rows of pixels.
  public var isCompressed: Bool { self == .mjpeg || self == .h264 }
}

/// How one plane of a pixel format samples the picture.
public struct PlaneShape: Hashable, Sendable {
  /// Pixels of the picture that one sample of this plane covers, across.
  public let horizontalSubsampling: Int
  /// Pixels of the picture that one sample of this plane covers, down.
  public let verticalSubsampling: Int
  /// Bytes in one sample, all components together.
  public let bytesPerSample: Int

  init(_ horizontal: Int, _ vertical: Int, bytes: Int) {
    horizontalSubsampling = horizontal
    verticalSubsampling = vertical
    bytesPerSample = bytes
  }

  /// Bytes that one row of a picture takes, without padding; odd widths round up.
  public func bytesPerRow(width: Int) -> Int { samplesPerRow(width: width) * bytesPerSample }

  /// Samples in a row of a picture; odd widths round up.
  package func samplesPerRow(width: Int) -> Int {
    (width + horizontalSubsampling - 1) / horizontalSubsampling
  }

  /// Rows of this plane for a picture; odd heights round up.
  public func rows(height: Int) -> Int {
    (height + verticalSubsampling - 1) / verticalSubsampling
  }
}
