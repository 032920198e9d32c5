import MediaTypes

/// A finished picture, or a part of one, in the layout and colours of a camera's frames.
struct Plate: Sendable {
  let format: PixelFormat
  let size: PixelSize
  /// Packed without padding.
  let planes: PlaneLayouts
  let bytes: [UInt8]

  var byteCount: Int { bytes.count }

  /// Converts a drawing. Where it is transparent the bytes mean nothing.
  init(_ canvas: Canvas, format: PixelFormat, color: ColorDescription) {
    self.format = format
    size = canvas.size
    planes = PlaneLayouts(packing: format, size: canvas.size)
    bytes = PlateConverter(canvas: canvas, color: YUVMatrix(color), format: format).picture()
  }
}

/// Red, green and blue to luma and chroma in fixed point with 16 bits of fraction.
///
/// Source: ITU-T H.273, 8.3.
struct YUVMatrix: Sendable {
  struct Row: Sendable {
    var red: Int
    var green: Int
    var blue: Int
    var offset: Int

    func value(_ pixel: UInt32) -> UInt32 {
      let red = Int(pixel & 255) &* red
      let green = Int(pixel >> 8 & 255) &* green
      let blue = Int(pixel >> 16 & 255) &* blue
      let sum = (red &+ green &+ blue &+ offset) >> 16
      return UInt32(truncatingIfNeeded: sum < 0 ? 0 : sum > 255 ? 255 : sum)
    }
  }

  let luma: Row
  let blueDifference: Row
  let redDifference: Row

  init(_ color: ColorDescription) {
    let weights = LumaWeights(color.matrix) ?? .bt601
    let (red, green, blue) = (weights.red, weights.green, weights.blue)
    let isFull = color.range == .full
    let lumaScale = isFull ? 1 : 219.0 / 255
    let chromaScale = isFull ? 1 : 224.0 / 255
    func row(_ r: Double, _ g: Double, _ b: Double, _ scale: Double, _ offset: Int) -> Row {
      func fixed(_ value: Double) -> Int { Int((value * scale * 65536).rounded()) }
      // Half of the last place, so that the shift rounds.
      return Row(red: fixed(r), green: fixed(g), blue: fixed(b), offset: offset << 16 + 1 << 15)
    }
    luma = row(red, green, blue, lumaScale, isFull ? 0 : 16)
    let (u, v) = (weights.blueOfCb, weights.redOfCr)
    blueDifference = row(-red / u, -green / u, 0.5, chromaScale, 128)
    redDifference = row(0.5, -green / v, -blue / v, chromaScale, 128)
  }
}
