import CGLES
import MediaTypes

/// The ways in which a frame's planes are textures; one program for each.
///
/// Formats that differ in the order of components or planes alone share one: their textures are
/// swizzled, or bound in another order.
enum SampleLayout: Int, CaseIterable {
  /// Y, U and V apart.
  case planar
  /// Y apart, U and V together.
  case biplanar
  /// The same in words of which 10 bits count.
  case deepBiplanar
  /// Y U Y V in one texel for two pixels.
  case packed
  /// Red, green, blue.
  case rgb
  /// Luma alone.
  case grey
  /// The same in words of 16 bits.
  case deepGrey

  /// - Returns: nil for a format that is not drawn.
  init?(_ format: PixelFormat) {
    switch format {
    case .i420, .yv12, .i422, .i444: self = .planar
    case .nv12, .nv21, .nv16: self = .biplanar
    case .p010: self = .deepBiplanar
    case .yuyv, .uyvy: self = .packed
    case .rgb24, .rgba, .bgra: self = .rgb
    case .grey: self = .grey
    case .y16: self = .deepGrey
    default: return nil
    }
  }

  /// How many bits its textures' components stand for.
  var depth: SampleDepth {
    switch self {
    case .deepBiplanar: .words(10)
    case .deepGrey: .words(16)
    default: .bytes
    }
  }
}

/// What the components of a texel are.
enum SampleDepth {
  /// One byte each.
  case bytes
  /// The lower and the upper byte of a word, of which so many upper bits count.
  case words(_ bits: Int)
}

/// How a plane's texture gives its components in the order that its `SampleLayout` has.
struct TexelOrder {
  /// What red, green, blue and alpha of a texel are read from.
  let swizzle: [Int32]

  init(_ format: PixelFormat, plane: Int) {
    swizzle =
      switch (format, plane) {
      case (.bgra, _): [GL_BLUE, GL_GREEN, GL_RED, GL_ALPHA]
      case (.uyvy, _): [GL_GREEN, GL_RED, GL_ALPHA, GL_BLUE]
      case (.nv21, 1): [GL_GREEN, GL_RED, GL_BLUE, GL_ALPHA]
      default: [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA]
      }
  }
}
