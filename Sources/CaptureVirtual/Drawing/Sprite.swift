import MediaTypes

/// A part of a picture that can be put anywhere in a frame, with its soft edges.
///
/// Each row knows which of its bytes are opaque and which are mixed, so that putting it down costs
/// one copy for most of a row. Places are rounded to even pixels, for the shared chroma.
struct Sprite: Sendable {
  private struct Run: Sendable {
    var plane: Int
    var row: Int
    /// Bytes from the start of the row.
    var column: Int
    var count: Int
    var isOpaque: Bool
    /// Place in `plate.bytes` and `coverage`.
    var offset: Int
  }

  let plate: Plate
  private let shapes: [PlaneShape]
  private let coverage: [UInt8]
  private let runs: [Run]

  init(_ canvas: Canvas, format: PixelFormat, color: ColorDescription) {
    plate = Plate(canvas, format: format, color: color)
    shapes = format.planeShapes
    coverage = PlateConverter(canvas: canvas, color: YUVMatrix(color), format: format).coverage()
    runs = Self.runs(of: plate, coverage: coverage)
  }

  private static func runs(of plate: Plate, coverage: [UInt8]) -> [Run] {
    var runs: [Run] = []
    unsafe coverage.withUnsafeBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for (index, layout) in plate.planes.enumerated() {
        let shape = plate.format.planeShapes[index]
        for row in 0..<shape.rows(height: plate.size.height) {
          let start = layout.offset + row * layout.stride
          unsafe split(coverage + start, count: layout.stride) { column, count, isOpaque in
            runs.append(
              Run(
                plane: index, row: row, column: column, count: count, isOpaque: isOpaque,
                offset: start + column))
          }
        }
      }
    }
    return runs
  }

  /// Finds the stretches of a row that are opaque, and those that are neither opaque nor empty.
  private static func split(
    _ row: UnsafePointer<UInt8>, count: Int,
    _ found: (_ column: Int, _ count: Int, _ isOpaque: Bool) -> Void
  ) {
    var column = 0
    while column < count {
      let start = column
      let first = unsafe row[start]
      if first == 0 || first == 255 {
        while column < count, unsafe row[column] == first { column &+= 1 }
      } else {
        while column < count, unsafe row[column] != 0, unsafe row[column] != 255 { column &+= 1 }
      }
      if first != 0 { found(start, column - start, first == 255) }
    }
  }

  /// Puts the sprite into a frame; what lies outside is left away.
  ///
  /// - Parameters:
  ///   - x: its left edge in pixels.
  ///   - y: its upper edge in pixels.
  ///   - frame: the bytes of a frame laid out as `background`.
  func draw(x: Int, y: Int, into frame: UnsafeMutableRawBufferPointer, like background: Plate) {
    let (x, y) = (x & ~1, y & ~1)
    unsafe plate.bytes.withUnsafeBytes { source in
      unsafe coverage.withUnsafeBytes { coverage in
        for run in runs {
          let shape = shapes[run.plane]
          let row = y / shape.verticalSubsampling + run.row
          guard row >= 0, row < shape.rows(height: background.size.height) else { continue }
          let layout = background.planes[run.plane]
          let column = x / shape.horizontalSubsampling * shape.bytesPerSample + run.column
          let start = max(column, 0)
          let count = min(column + run.count, layout.stride) - start
          guard count > 0 else { continue }
          let offset = run.offset + start - column
          let target = layout.offset + row * layout.stride + start
          guard target + count <= frame.count, offset + count <= source.count,
            let to = frame.baseAddress, let from = source.baseAddress,
            let shares = coverage.baseAddress
          else { continue }
          if run.isOpaque {
            unsafe (to + target).copyMemory(from: from + offset, byteCount: count)
          } else {
            unsafe Self.mix(to + target, from + offset, shares + offset, count)
          }
        }
      }
    }
  }

  private static func mix(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ shares: UnsafeRawPointer,
    _ count: Int
  ) {
    let target = unsafe target.assumingMemoryBound(to: UInt8.self)
    let source = unsafe source.assumingMemoryBound(to: UInt8.self)
    let shares = unsafe shares.assumingMemoryBound(to: UInt8.self)
    var index = 0
    while index < count {
      let share = unsafe UInt32(shares[index])
      let sum =
        unsafe UInt32(source[index]) &* share
        &+ UInt32(target[index]) &* (255 &- share) &+ 127
      unsafe target[index] = UInt8(truncatingIfNeeded: sum / 255)
      index &+= 1
    }
  }
}
