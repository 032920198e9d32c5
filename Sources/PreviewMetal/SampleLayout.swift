import MediaTypes
import Metal

/// The ways in which a frame's planes are textures; one pipeline for each and each surface.
///
/// Formats that differ in the order of components alone share one.
enum SampleLayout: String, CaseIterable {
  /// Y, U and V apart.
  case planar = "Planar"
  /// Y apart, U and V together.
  case biplanar = "Biplanar"
  /// The same in words of which 10 bits count.
  case deepBiplanar = "DeepBiplanar"
  /// Y U Y V in one texel for two pixels.
  case packed = "Packed"
  /// Red, green, blue.
  case color = "Color"
  /// Luma alone, in bytes or words.
  case grey = "Grey"

  /// - Returns: nil for a format that is not drawn.
  init?(_ format: PixelFormat) {
    switch format {
    case .i420, .yv12, .i422, .i444: self = .planar
    case .nv12, .nv21, .nv16: self = .biplanar
    case .p010: self = .deepBiplanar
    case .yuyv, .uyvy: self = .packed
    case .rgb24, .rgba, .bgra: self = .color
    case .grey, .y16: self = .grey
    default: return nil
    }
  }
}

/// What a program draws on.
enum Surface: String, CaseIterable {
  /// A flat square with smooth edges, seen from the target.
  case quad
  /// Triangles.
  case mesh
}

/// How a plane becomes a texture.
struct TexelFormat: Hashable {
  let pixelFormat: MTLPixelFormat
  /// Bytes of a texel where it is stored; Metal has no texels of three, which become four.
  let storedBytes: Int

  init(_ format: PixelFormat, plane: Int) {
    let shape = format.planeShapes[plane]
    switch (format, shape.bytesPerSample, format.bytesPerComponent) {
    case (.bgra, _, _): (pixelFormat, storedBytes) = (.bgra8Unorm, 4)
    case (_, 1, _): (pixelFormat, storedBytes) = (.r8Unorm, 1)
    case (_, 2, 1): (pixelFormat, storedBytes) = (.rg8Unorm, 2)
    case (_, 2, _): (pixelFormat, storedBytes) = (.r16Unorm, 2)
    case (.p010, _, _): (pixelFormat, storedBytes) = (.rg16Unorm, 4)
    default: (pixelFormat, storedBytes) = (.rgba8Unorm, 4)
    }
  }

  /// Which components of the last plane's texel are its first, second, third and fourth.
  static func order(_ format: PixelFormat) -> SIMD4<UInt32> {
    switch format {
    case .uyvy: SIMD4(1, 0, 3, 2)
    case .nv21: SIMD4(1, 0, 2, 3)
    default: SIMD4(0, 1, 2, 3)
    }
  }
}
