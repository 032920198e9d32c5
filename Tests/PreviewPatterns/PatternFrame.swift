public import MediaTypes

/// Frames for tests of renderers: smooth ramps and hard edges in every component, other bytes in the
/// padding, any stride and offset.
public struct PatternFrame: Sendable {
  /// How the bytes are laid out.
  public var format: PixelFormat
  /// In pixels.
  public var size: PixelSize
  /// What the numbers mean.
  public var color: ColorDescription
  /// As the frame says.
  public var rotation = Rotation.none
  /// As the frame says.
  public var isMirrored = false
  /// As the frame says.
  public var pixelAspect = PixelAspect.square
  /// As the frame says.
  public var crop: PixelRectangle?
  /// Bytes after each row.
  public var padding = 0
  /// Bytes before the first plane.
  public var offset = 0
  /// Whose frame it is.
  public var source = CameraID("pattern")
  /// Its number; its time follows.
  public var sequence: UInt64 = 0
  /// Whether the lower bytes of words have a pattern of their own; else they are 0.
  public var hasLowBytes = false
  /// Each plane's rows are rounded up to a multiple of this, as hardware that works in blocks does.
  public var rowAlignment = 1
  /// After so many rows the pattern begins again; for pictures that would take long to fill.
  public var period: Int?
  /// Moves the pattern, so that two faces differ.
  public var seed = 0

  /// A tight, upright frame.
  public init(_ format: PixelFormat, size: PixelSize, color: ColorDescription? = nil) {
    self.format = format
    self.size = size
    self.color = color ?? .usual(for: format)
  }

  /// The frame with its pattern.
  public func make() throws -> VideoFrame {
    try make { component, x, y, _ in
      // Ramps in the upper half, blocks with hard edges of colour in the lower.
      let phase = seed * 53 + component * 37
      if y * 2 < size.height {
        return UInt8(
          truncatingIfNeeded: 16 + (x * (3 - component) + y * (component + 1) + phase) % 220)
      }
      return (x / 5 + y / 3 + component + seed) % 2 == 0 ? 16 : UInt8(235 - component * 20)
    }
  }

  /// A frame of one colour: the stored components (Y, U, V or R, G, B or Y alone).
  public func make(components: [UInt8]) throws -> VideoFrame {
    try make { component, _, _, _ in components[component] }
  }

  /// A frame whose stored components come from a function of (component, column, row, plane), columns
  /// and rows counted in samples of that component.
  public func make(
    _ value: (_ component: Int, _ x: Int, _ y: Int, _ plane: Int) -> UInt8
  ) throws -> VideoFrame {
    var planes = PlaneLayouts()
    var end = offset
    for shape in format.planeShapes {
      let stride = shape.bytesPerRow(width: size.width) + padding
      planes.append(PlaneLayout(offset: end, stride: stride))
      let rows = shape.rows(height: size.height)
      end += stride * ((rows + rowAlignment - 1) / rowAlignment * rowAlignment)
    }
    var bytes = [UInt8](repeating: 0xA5, count: max(1, end))
    for (plane, shape) in format.planeShapes.enumerated() {
      fill(&bytes, plane: plane, shape: shape, layout: planes[plane], value)
    }
    return try VideoFrame(
      buffer: Self.buffer(bytes), format: format, size: size, planes: planes, color: color,
      rotation: rotation, isMirrored: isMirrored, pixelAspect: pixelAspect, crop: crop,
      source: source, sequence: sequence,
      presentationTime: MediaTime(nanoseconds: Int64(sequence) * 1_000_000))
  }

  /// Bytes as a buffer of their own.
  public static func buffer(_ bytes: [UInt8]) throws -> FrameBuffer {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    let buffer = unsafe pool.make { slot in unsafe slot.copyBytes(from: bytes) }
    guard let buffer else { throw FrameError(.empty, "a new pool has no slot") }
    return buffer
  }

  private func fill(
    _ bytes: inout [UInt8], plane: Int, shape: PlaneShape, layout: PlaneLayout,
    _ value: (_ component: Int, _ x: Int, _ y: Int, _ plane: Int) -> UInt8
  ) {
    let components = Self.components(format, plane: plane)
    for y in 0..<shape.rows(height: size.height) {
      if let period, y >= period {
        let (from, to) = (y - period, y)
        bytes.copyRow(layout, from: from, to: to)
        continue
      }
      for index in 0..<shape.bytesPerRow(width: size.width) {
        let place = components[index % components.count]
        let x = index / components.count * place.count + place.index
        let isLow = format.bytesPerComponent == 2 && index % 2 == 0
        bytes[layout.offset + y * layout.stride + index] =
          isLow ? lowByte(place.component, x, y) : value(place.component, x, y, plane)
      }
    }
  }

  private func lowByte(_ component: Int, _ x: Int, _ y: Int) -> UInt8 {
    hasLowBytes ? UInt8(truncatingIfNeeded: x * 67 + y * 29 + component * 111 + seed) : 0
  }

  /// For each byte of a sample, by a table of this type's own, so that a mistake in the project's would
  /// be seen: which component it is, which of how many such in the sample.
  private static func components(
    _ format: PixelFormat, plane: Int
  ) -> [(component: Int, index: Int, count: Int)] {
    switch format {
    case .nv12 where plane == 1, .nv16 where plane == 1: [(1, 0, 1), (2, 0, 1)]
    case .nv21 where plane == 1: [(2, 0, 1), (1, 0, 1)]
    case .yv12 where plane > 0: [(3 - plane, 0, 1)]
    case .yuyv: [(0, 0, 2), (1, 0, 1), (0, 1, 2), (2, 0, 1)]
    case .uyvy: [(1, 0, 1), (0, 0, 2), (2, 0, 1), (0, 1, 2)]
    case .bgra: [(2, 0, 1), (1, 0, 1), (0, 0, 1), (1, 0, 1)]
    case .rgba: [(0, 0, 1), (1, 0, 1), (2, 0, 1), (1, 0, 1)]
    case .rgb24: [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    case .p010 where plane == 1: [(1, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 1)]
    case .p010, .y16: [(0, 0, 1), (0, 0, 1)]
    default: [(plane, 0, 1)]
    }
  }
}

extension [UInt8] {
  fileprivate mutating func copyRow(_ layout: PlaneLayout, from: Int, to: Int) {
    unsafe withUnsafeMutableBytes { bytes in
      let (source, target) = (
        layout.offset + from * layout.stride, layout.offset + to * layout.stride
      )
      let count = Swift.min(layout.stride, bytes.count - target)
      // Unsafe: both rows lie in the array; the last one may be without its padding.
      guard let start = bytes.baseAddress, count > 0, source + count <= target else { return }
      unsafe (start + target).copyMemory(from: start + source, byteCount: count)
    }
  }
}
