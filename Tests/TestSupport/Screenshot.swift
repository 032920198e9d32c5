/// A picture of a screen: four bytes a pixel (blue, green, red, unused), rows from the top.
public struct Screenshot: Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// `width * height * 4` bytes.
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
    precondition(bytes.count == width * height * 4)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The colour at a point.
  public subscript(x: Int, y: Int) -> Color {
    let start = (y * width + x) * 4
    return Color(Int(bytes[start + 2]), Int(bytes[start + 1]), Int(bytes[start]))
  }

  /// A part of the picture; the part outside is left off.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Screenshot {
    let columns = max(0, x)..<min(self.width, x + width)
    let rows = max(0, y)..<min(self.height, y + height)
    var result: [UInt8] = []
    result.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = row * self.width
      result += bytes[(start + columns.lowerBound) * 4..<(start + columns.upperBound) * 4]
    }
    return Screenshot(width: columns.count, height: rows.count, bytes: result)
  }

  /// The mean colour of all.
  public var mean: Color {
    var (red, green, blue) = (0, 0, 0)
    for y in 0..<height {
      for x in 0..<width {
        let color = self[x, y]
        red += color.red
        green += color.green
        blue += color.blue
      }
    }
    let count = max(1, width * height)
    return Color(red / count, green / count, blue / count)
  }

  /// The mean of the largest channel's difference, 0 ... 255, over every eighth pixel of every
  /// eighth row; for pictures of one size.
  public func difference(to other: Screenshot) -> Double {
    guard width == other.width, height == other.height else { return 255 }
    var (sum, count) = (0, 0)
    for y in stride(from: 0, to: height, by: 8) {
      for x in stride(from: 0, to: width, by: 8) {
        sum += self[x, y].distance(to: other[x, y])
        count += 1
      }
    }
    return Double(sum) / Double(max(1, count))
  }

  /// The part of all pixels that are within `tolerance` of a colour, 0 ... 1.
  public func share(of color: Color, tolerance: Int) -> Double {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: color) <= tolerance { count += 1 }
    }
    return Double(count) / Double(max(1, width * height))
  }
}
