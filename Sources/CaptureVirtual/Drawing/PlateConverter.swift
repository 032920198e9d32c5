import MediaTypes

/// Makes the planes of a pixel format from a drawing.
///
/// Written for speed without optimisation, since tests open cameras in debug builds: a sample that
/// equals the one before it is not computed again.
struct PlateConverter {
  /// The pixels under one sample of a plane: red, green, blue (not premultiplied) and alpha in
  /// bytes, red lowest.
  private struct Sample: Hashable {
    /// Of all; transparent pixels do not count for the colour.
    var mean: UInt32 = 0
    /// The upper left one.
    var first: UInt32 = 0
    /// The one to its right, if the sample covers it.
    var second: UInt32 = 0
  }

  let canvas: Canvas
  let color: YUVMatrix

  /// The bytes of one plane.
  func plane(_ index: Int, of format: PixelFormat, shape: PlaneShape) -> [UInt8] {
    let (luma, u, v) = (color.luma, color.blueDifference, color.redDifference)
    return switch (format, index) {
    case (.yuyv, _):
      samples(shape) { sample in
        luma.value(sample.first) | u.value(sample.mean) << 8 | luma.value(sample.second) << 16
          | v.value(sample.mean) << 24
      }
    case (.bgra, _):
      samples(shape) { sample in
        let green = sample.mean & 0xff00
        return sample.mean >> 16 & 255 | green | (sample.mean & 255) << 16 | 0xff00_0000
      }
    case (.rgb24, _): samples(shape) { $0.mean }
    case (.nv12, 1): samples(shape) { u.value($0.mean) | v.value($0.mean) << 8 }
    case (_, 0): samples(shape) { luma.value($0.mean) }
    case (_, 1): samples(shape) { u.value($0.mean) }
    default: samples(shape) { v.value($0.mean) }
    }
  }

  /// How much of each sample of a plane is covered, once for each of its bytes.
  func coverage(_ shape: PlaneShape) -> [UInt8] {
    samples(shape) { ($0.mean >> 24) &* 0x0101_0101 }
  }

  /// Writes the lowest bytes of what `encode` makes of each sample, lowest first.
  private func samples(_ shape: PlaneShape, encode: (Sample) -> UInt32) -> [UInt8] {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let (across, down) = (shape.horizontalSubsampling, shape.verticalSubsampling)
    let total = shape.bytesPerRow(width: width) * shape.rows(height: height)
    var last = Sample()
    var encoded = encode(last)
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { bytes, count in
      count = total
      unsafe canvas.withPixels { pixels in
        guard var byte = bytes.baseAddress else { return }
        var y = 0
        while y < height {
          let rows = y + down > height ? 1 : down
          var x = 0
          while x < width {
            let columns = x + across > width ? 1 : across
            let sample = unsafe Self.sample(pixels + (y &* width &+ x), width, columns, rows)
            if sample.mean != last.mean || sample.first != last.first
              || sample.second != last.second
            {
              last = sample
              encoded = encode(sample)
            }
            unsafe Self.write(encoded, count: shape.bytesPerSample, to: byte)
            unsafe byte += shape.bytesPerSample
            x &+= across
          }
          y &+= down
        }
      }
    }
  }

  private static func write(_ value: UInt32, count: Int, to byte: UnsafeMutablePointer<UInt8>) {
    unsafe byte[0] = UInt8(truncatingIfNeeded: value)
    if count > 1 { unsafe byte[1] = UInt8(truncatingIfNeeded: value >> 8) }
    if count > 2 { unsafe byte[2] = UInt8(truncatingIfNeeded: value >> 16) }
    if count > 3 { unsafe byte[3] = UInt8(truncatingIfNeeded: value >> 24) }
  }

  private static func sample(
    _ pixels: UnsafePointer<UInt32>, _ width: Int, _ columns: Int, _ rows: Int
  ) -> Sample {
    let a = unsafe pixels[0]
    if columns == 1, rows == 1 { return Sample(mean: straight(a), first: straight(a), second: 0) }
    let b = unsafe columns > 1 ? pixels[1] : a
    let c = unsafe rows > 1 ? pixels[width] : a
    let d = unsafe rows > 1 ? pixels[width &+ columns &- 1] : b
    if a == b, a == c, a == d {
      let pixel = straight(a)
      return Sample(mean: pixel, first: pixel, second: pixel)
    }
    return Sample(mean: mean(a, b, c, d), first: straight(a), second: straight(b))
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let odd: UInt32 = 0x00ff_00ff
    let low = (a & odd) &+ (b & odd) &+ (c & odd) &+ (d & odd)
    let high = (a >> 8 & odd) &+ (b >> 8 & odd) &+ (c >> 8 & odd) &+ (d >> 8 & odd)
    let alpha = high >> 16
    guard alpha > 0 else { return 0 }
    func byte(_ sum: UInt32) -> UInt32 { Swift.min((sum &* 255 &+ alpha / 2) / alpha, 255) }
    return byte(low & 0xffff) | byte(high & 0xffff) << 8 | byte(low >> 16) << 16
      | (alpha &+ 2) / 4 << 24
  }

  /// Divides by alpha.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 || alpha == 0 { return pixel }
    func byte(_ value: UInt32) -> UInt32 { Swift.min((value &* 255 &+ alpha / 2) / alpha, 255) }
    return byte(pixel & 255) | byte(pixel >> 8 & 255) << 8 | byte(pixel >> 16 & 255) << 16
      | alpha << 24
  }
}
