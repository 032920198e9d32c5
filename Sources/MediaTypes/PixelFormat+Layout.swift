/// Where one component of an uncompressed format (luma, blue or red difference; red, green or blue)
/// is found in a frame.
public struct ComponentShape: Hashable, Sendable {
  /// The plane that holds it.
  public let plane: Int
  /// Bytes from the start of a row to the first sample.
  public let offset: Int
  /// Bytes from one sample to the next.
  public let step: Int
  /// Pixels of the picture that one sample covers, across.
  public let horizontalSubsampling: Int
  /// Pixels of the picture that one sample covers, down.
  public let verticalSubsampling: Int

  init(_ plane: Int, offset: Int = 0, step: Int = 1, across: Int = 1, down: Int = 1) {
    (self.plane, self.offset, self.step) = (plane, offset, step)
    (horizontalSubsampling, verticalSubsampling) = (across, down)
  }

  /// Samples in a row of a picture; odd widths round up.
  public func columns(width: Int) -> Int {
    (width + horizontalSubsampling - 1) / horizontalSubsampling
  }

  /// Rows of samples in a picture; odd heights round up.
  public func rows(height: Int) -> Int {
    (height + verticalSubsampling - 1) / verticalSubsampling
  }
}

extension PixelFormat {
  /// What the components of a format are.
  public enum Components: Hashable, Sendable {
    /// Luma, then blue and red difference.
    case yuv
    /// Red, green, blue; another byte is alpha, which cameras leave without a meaning.
    case rgb
    /// Luma alone.
    case grey
  }

  /// The planes of an uncompressed format; empty for a compressed or unknown one.
  public var planeShapes: [PlaneShape] { layout?.planes ?? [] }

  /// Y, U and V, or red, green and blue, or Y alone, in this order whatever theirs in memory is; empty
  /// for a compressed or unknown format.
  public var componentShapes: [ComponentShape] { layout?.components ?? [] }

  /// What the components are; nil for a compressed or unknown format.
  public var components: Components? { layout?.kind }

  /// Bits of each component that count: 8, or the upper 10 or all 16 of a little-endian word of 16.
  /// 8 for a compressed or unknown format.
  public var bitDepth: Int { layout?.bitDepth ?? 8 }

  /// Bytes that each component of a sample takes: 1 or 2.
  public var bytesPerComponent: Int { bitDepth > 8 ? 2 : 1 }

  /// Bytes that a pixel takes in the mean, all planes together; 0 for a compressed or unknown format.
  public var bytesPerPixel: Double {
    planeShapes.reduce(0) { sum, shape in
      let covered = shape.horizontalSubsampling * shape.verticalSubsampling
      return sum + Double(shape.bytesPerSample) / Double(covered)
    }
  }

  private var layout: PixelLayout? { PixelLayout.all[self] }
}

/// What the project knows of an uncompressed format: the one place that says where its bytes are.
private struct PixelLayout: Sendable {
  let kind: PixelFormat.Components
  let planes: [PlaneShape]
  let components: [ComponentShape]
  var bitDepth = 8

  static let all: [PixelFormat: PixelLayout] = [
    .nv12: biplanar(down: 2, u: 0, v: 1),
    .nv21: biplanar(down: 2, u: 1, v: 0),
    .nv16: biplanar(down: 1, u: 0, v: 1),
    .p010: PixelLayout(
      kind: .yuv, planes: [.init(1, 1, bytes: 2), .init(2, 2, bytes: 4)],
      components: [
        .init(0, step: 2), .init(1, step: 4, across: 2, down: 2),
        .init(1, offset: 2, step: 4, across: 2, down: 2),
      ], bitDepth: 10),
    .i420: planar(across: 2, down: 2, u: 1, v: 2),
    .yv12: planar(across: 2, down: 2, u: 2, v: 1),
    .i422: planar(across: 2, down: 1, u: 1, v: 2),
    .i444: planar(across: 1, down: 1, u: 1, v: 2),
    .yuyv: packed(luma: 0, u: 1, v: 3),
    .uyvy: packed(luma: 1, u: 0, v: 2),
    .bgra: rgb(bytes: 4, red: 2, blue: 0),
    .rgba: rgb(bytes: 4, red: 0, blue: 2),
    .rgb24: rgb(bytes: 3, red: 0, blue: 2),
    .grey: PixelLayout(kind: .grey, planes: [.init(1, 1, bytes: 1)], components: [.init(0)]),
    .y16: PixelLayout(
      kind: .grey, planes: [.init(1, 1, bytes: 2)], components: [.init(0, step: 2)], bitDepth: 16),
  ]

  private static func biplanar(down: Int, u: Int, v: Int) -> PixelLayout {
    PixelLayout(
      kind: .yuv, planes: [.init(1, 1, bytes: 1), .init(2, down, bytes: 2)],
      components: [.init(0)]
        + [u, v].map { .init(1, offset: $0, step: 2, across: 2, down: down) })
  }

  private static func planar(across: Int, down: Int, u: Int, v: Int) -> PixelLayout {
    let chroma = PlaneShape(across, down, bytes: 1)
    return PixelLayout(
      kind: .yuv, planes: [.init(1, 1, bytes: 1), chroma, chroma],
      components: [.init(0)] + [u, v].map { .init($0, across: across, down: down) })
  }

  private static func packed(luma: Int, u: Int, v: Int) -> PixelLayout {
    PixelLayout(
      kind: .yuv, planes: [.init(2, 1, bytes: 4)],
      components: [.init(0, offset: luma, step: 2)]
        + [u, v].map { .init(0, offset: $0, step: 4, across: 2) })
  }

  private static func rgb(bytes: Int, red: Int, blue: Int) -> PixelLayout {
    PixelLayout(
      kind: .rgb, planes: [.init(1, 1, bytes: bytes)],
      components: [red, 1, blue].map { .init(0, offset: $0, step: bytes) })
  }
}
