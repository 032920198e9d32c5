import MediaTypes
import PreviewCore

/// Pixels of 8 bits a channel: red, green and blue times alpha, and alpha; rows from the top.
struct SoftwareTarget {
  private(set) var bytes: [UInt8]
  let size: PixelSize

  init(size: PixelSize, background: SceneColor) {
    let alpha = background.alpha
    let (red, green, blue, opacity) = (
      Self.byte(background.red * alpha), Self.byte(background.green * alpha),
      Self.byte(background.blue * alpha), Self.byte(alpha)
    )
    self.size = size
    bytes = []
    bytes.reserveCapacity(size.area * 4)
    for _ in 0..<size.area {
      bytes.append(red)
      bytes.append(green)
      bytes.append(blue)
      bytes.append(opacity)
    }
  }

  /// Lays a colour over a pixel (Porter and Duff's "over").
  mutating func cover(
    column: Int, row: Int, with color: (red: Double, green: Double, blue: Double), alpha: Double
  ) {
    let index = (row * size.width + column) * 4
    blend(index, color.red, alpha)
    blend(index + 1, color.green, alpha)
    blend(index + 2, color.blue, alpha)
    blend(index + 3, 1, alpha)
  }

  private mutating func blend(_ index: Int, _ value: Double, _ alpha: Double) {
    bytes[index] = Self.byte(value * alpha + Double(bytes[index]) / 255 * (1 - alpha))
  }

  private static func byte(_ value: Double) -> UInt8 {
    value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
  }
}
