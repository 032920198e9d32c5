/// What the numbers of a frame mean as colour: four fields, carried from the driver to the shader
/// and to a file's tags. Code points and formulas: ITU-T H.273.
public struct ColorDescription: Hashable, Sendable {
  /// How luma and chroma were made from red, green and blue.
  public enum Matrix: Hashable, Sendable, CaseIterable {
    /// Not YUV at all: the components are red, green and blue.
    case identity
    /// ITU-R BT.601: standard definition, webcams, JPEG.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// SMPTE 240M: analogue high definition, and a few cameras that say so.
    case smpte240m
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020
  }

  /// Which numbers stand for black and white.
  public enum Range: Hashable, Sendable, CaseIterable {
    /// Black is 16, white 235, chroma 16 ... 240 (of 255).
    case limited
    /// Black is 0, white 255.
    case full
  }

  /// How linear light became a number.
  public enum Transfer: Hashable, Sendable, CaseIterable {
    /// The curve that BT.601, BT.709 and BT.2020 share.
    case bt709
    /// IEC 61966-2-1.
    case srgb
  }

  /// Which red, green and blue are meant.
  public enum Primaries: Hashable, Sendable, CaseIterable {
    /// BT.709 and sRGB.
    case bt709
    /// BT.601 with 525 lines (SMPTE 170M).
    case smpte170m
    /// BT.2020.
    case bt2020
  }

  /// How luma and chroma were made.
  public var matrix: Matrix
  /// Which numbers stand for black and white.
  public var range: Range
  /// How linear light became a number.
  public var transfer: Transfer
  /// Which red, green and blue are meant.
  public var primaries: Primaries

  /// Makes a description.
  public init(matrix: Matrix, range: Range, transfer: Transfer, primaries: Primaries) {
    self.matrix = matrix
    self.range = range
    self.transfer = transfer
    self.primaries = primaries
  }

  /// What computer pictures are in.
  public static let srgb = ColorDescription(
    matrix: .identity, range: .full, transfer: .srgb, primaries: .bt709)
  /// What a webcam's raw formats are in by the kernel's default rules for sRGB sources: BT.601
  /// matrix, limited range (`V4L2_MAP_YCBCR_ENC_DEFAULT`, `V4L2_MAP_QUANTIZATION_DEFAULT`).
  public static let webcam = ColorDescription(
    matrix: .bt601, range: .limited, transfer: .srgb, primaries: .bt709)
  /// What JPEG files are in (JFIF 1.02): BT.601 matrix, full range.
  public static let jpeg = ColorDescription(
    matrix: .bt601, range: .full, transfer: .srgb, primaries: .bt709)
  /// High definition video.
  public static let bt709 = ColorDescription(
    matrix: .bt709, range: .limited, transfer: .bt709, primaries: .bt709)

  /// The usual description of a format when its source names none.
  public static func usual(for format: PixelFormat) -> ColorDescription {
    if format.components == .rgb { return .srgb }
    return format == .mjpeg ? .jpeg : .webcam
  }
}
