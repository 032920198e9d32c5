import MediaTypes

/// How much of each pixel of a rectangle an outline covers, 0 ... 255.
///
/// The area under each edge is added up exactly, then summed along the rows (the method of
/// R. Levien's font-rs).
struct Mask {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  let coverage: [UInt8]

  /// Covers what lies of an outline within a picture.
  init(_ path: Path, within size: PixelSize) {
    let points = path.polygons.joined()
    let left = points.map(\.x).min() ?? 0
    let right = points.map(\.x).max() ?? 0
    let top = points.map(\.y).min() ?? 0
    let bottom = points.map(\.y).max() ?? 0
    x = Self.pixel(left.rounded(.down), limit: size.width)
    y = Self.pixel(top.rounded(.down), limit: size.height)
    width = Self.pixel(right.rounded(.up), limit: size.width) - x
    height = Self.pixel(bottom.rounded(.up), limit: size.height) - y
    guard width > 0, height > 0 else {
      coverage = []
      return
    }
    var area = AreaBuffer(width: width, height: height)
    for polygon in path.polygons {
      for index in polygon.indices {
        let origin = Point(Double(x), Double(y))
        area.add(polygon[index] - origin, polygon[(index + 1) % polygon.count] - origin)
      }
    }
    coverage = area.coverage()
  }

  private static func pixel(_ coordinate: Double, limit: Int) -> Int {
    Int(min(max(coordinate, 0), Double(limit)))
  }
}

/// Signed area to the right of edges, as differences along each row.
private struct AreaBuffer {
  private let width: Int
  private let height: Int
  private let stride: Int
  private var cells: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    // One edge may touch the cell after the last.
    stride = width + 2
    cells = Array(repeating: 0, count: stride * height)
  }

  mutating func add(_ start: Point, _ end: Point) {
    guard start.y != end.y else { return }
    let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
    let sign = start.y < end.y ? 1.0 : -1.0
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    var row = Int(max(upper.y.rounded(.down), 0))
    let limit = Int(min(max(lower.y.rounded(.up), 0), Double(height)))
    while row < limit {
      let from = max(Double(row), upper.y)
      let to = min(Double(row + 1), lower.y)
      add(
        row: row, upper.x + (from - upper.y) * slope, upper.x + (to - upper.y) * slope,
        (to - from) * sign)
      row += 1
    }
  }

  /// Adds an edge that crosses one row between two places, over a height.
  private mutating func add(row: Int, _ first: Double, _ second: Double, _ height: Double) {
    let edge = Double(width)
    let left = min(max(min(first, second), 0), edge)
    let right = min(max(max(first, second), 0), edge)
    let start = Int(left)
    let end = Int(right.rounded(.up))
    let base = row * stride
    guard end > start + 1 else {
      let share = (left + right) / 2 - Double(start)
      cells[base + start] += Float(height * (1 - share))
      cells[base + start + 1] += Float(height * share)
      return
    }
    // The covered part of each cell grows along the edge; each cell gets the increase.
    var before = 0.0
    for cell in start..<end {
      let until = min(Double(cell + 1), right)
      let from = max(Double(cell), left)
      let share = (until - from) / (right - left)
      let passed = (from - left) / (right - left)
      let area = passed + share * (1 - ((from + until) / 2 - Double(cell)))
      cells[base + cell] += Float(height * (area - before))
      before = area
    }
    cells[base + end] += Float(height * (1 - before))
  }

  func coverage() -> [UInt8] {
    // As in `PlateConverter`: an empty array's storage is not to be written to.
    guard width * height > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
      unsafe cells.withUnsafeBufferPointer { cells in
        guard var cell = cells.baseAddress, var byte = bytes.baseAddress else {
          return
        }
        for _ in 0..<height {
          var sum: Float = 0
          var covered: UInt8 = 0
          var column = 0
          while column < width {
            // Most cells are crossed by no edge and are covered as the one before.
            let change = unsafe cell[column]
            if change != 0 {
              sum += change
              covered = UInt8(min(abs(sum), 1) * 255 + 0.5)
            }
            unsafe byte[column] = covered
            column &+= 1
          }
          unsafe cell += stride
          unsafe byte += width
        }
      }
      count = width * height
    }
  }
}
