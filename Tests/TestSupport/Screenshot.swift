import Foundation

/// A picture of a screen, red, green and blue as bytes, rows from the top.
public struct Screenshot: Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// `width * height * 3` bytes.
  public let bytes: [UInt8]

  /// A colour, each channel 0 ... 255.
  public struct Color: Hashable, Sendable {
    /// Red.
    public var red: Int
    /// Green.
    public var green: Int
    /// Blue.
    public var blue: Int

    /// Makes a colour.
    public init(_ red: Int, _ green: Int, _ blue: Int) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The largest difference of a channel.
    public func distance(to other: Color) -> Int {
      max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }

    /// Perceived brightness, 0 ... 255 (ITU-R BT.601).
    public var brightness: Double {
      0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    }
  }

  /// Makes a picture of bytes.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The colour at a point.
  public subscript(x: Int, y: Int) -> Color {
    let start = (y * width + x) * 3
    return Color(Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
  }

  /// A part of the picture; the part outside is left off.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Screenshot {
    let columns = max(0, x)..<min(self.width, x + width)
    let rows = max(0, y)..<min(self.height, y + height)
    var result: [UInt8] = []
    result.reserveCapacity(columns.count * rows.count * 3)
    for row in rows {
      let start = row * self.width
      result += bytes[(start + columns.lowerBound) * 3..<(start + columns.upperBound) * 3]
    }
    return Screenshot(width: columns.count, height: rows.count, bytes: result)
  }

  /// The mean colour of all.
  public var mean: Color {
    var sums = [0, 0, 0]
    for index in bytes.indices { sums[index % 3] += Int(bytes[index]) }
    let count = max(1, width * height)
    return Color(sums[0] / count, sums[1] / count, sums[2] / count)
  }

  /// The mean difference of a channel, 0 ... 255; for pictures of one size.
  public func difference(to other: Screenshot) -> Double {
    guard bytes.count == other.bytes.count, !bytes.isEmpty else { return 255 }
    var sum = 0
    for index in bytes.indices { sum += abs(Int(bytes[index]) - Int(other.bytes[index])) }
    return Double(sum) / Double(bytes.count)
  }

  /// The part of all pixels that are within `tolerance` of a colour, 0 ... 1.
  public func share(of color: Color, tolerance: Int) -> Double {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: color) <= tolerance { count += 1 }
    }
    return Double(count) / Double(max(1, width * height))
  }

  /// The brightness of each pixel, a byte each, rows from the top.
  public var luma: [UInt8] {
    (0..<width * height).map { UInt8(self[$0 % width, $0 / width].brightness) }
  }

  /// Writes it as a PPM file (`P6`).
  public func write(to path: String) throws {
    let header = Data("P6\n\(width) \(height)\n255\n".utf8)
    try (header + Data(bytes)).write(to: URL(fileURLWithPath: path))
  }
}
