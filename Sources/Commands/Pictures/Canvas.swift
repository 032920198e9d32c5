import CaptureVirtual
import MediaTypes
import RecordCore

/// An RGB picture that can be drawn on, row by row from the top.
struct Canvas: Sendable {
  let size: PixelSize
  private(set) var bytes: [UInt8]

  /// A colour of a canvas, each channel 0 ... 255.
  struct Color: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static func grey(_ value: UInt8) -> Color { Color(red: value, green: value, blue: value) }
  }

  /// Makes a canvas of one colour; `size` is valid.
  init(size: PixelSize, color: Color) {
    self.size = size
    bytes = Array(repeating: 0, count: size.area * 3)
    for index in stride(from: 0, to: bytes.count, by: 3) {
      bytes[index] = color.red
      bytes[index + 1] = color.green
      bytes[index + 2] = color.blue
    }
  }

  /// The picture; nil never happens for a valid size.
  var image: RGBImage? { RGBImage(size: size, bytes: bytes) }

  /// Letters a text with its upper left corner at a place; what lies outside is left out.
  mutating func draw(_ text: Lettering, x: Int, y: Int, color: Color) {
    for row in 0..<text.height {
      for column in 0..<text.width {
        blend(
          color, x: x + text.x + column, y: y + text.y + row,
          coverage: text.coverage[row * text.width + column])
      }
    }
  }

  private mutating func blend(_ color: Color, x: Int, y: Int, coverage: UInt8) {
    guard coverage > 0, x >= 0, y >= 0, x < size.width, y < size.height else { return }
    let index = (y * size.width + x) * 3
    bytes[index] = Self.mix(bytes[index], color.red, coverage)
    bytes[index + 1] = Self.mix(bytes[index + 1], color.green, coverage)
    bytes[index + 2] = Self.mix(bytes[index + 2], color.blue, coverage)
  }

  /// Puts a picture with its upper left corner at a place; it lies inside.
  mutating func place(_ image: RGBImage, x: Int, y: Int) {
    precondition(
      x >= 0 && y >= 0 && x + image.size.width <= size.width
        && y + image.size.height <= size.height)
    let row = image.size.width * 3
    for line in 0..<image.size.height {
      let target = ((y + line) * size.width + x) * 3
      bytes.replaceSubrange(
        target..<target + row, with: image.bytes[line * row..<(line + 1) * row])
    }
  }

  private static func mix(_ below: UInt8, _ above: UInt8, _ coverage: UInt8) -> UInt8 {
    let sum = Int(below) * (255 - Int(coverage)) + Int(above) * Int(coverage)
    return UInt8((sum + 127) / 255)
  }
}
