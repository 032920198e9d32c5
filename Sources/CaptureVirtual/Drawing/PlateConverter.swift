import MediaTypes

/// Makes the planes of a pixel format from a drawing.
///
/// Written for speed without optimisation, since tests open cameras in debug builds: a run of one
/// colour is computed once and copied.
struct PlateConverter {
  /// The pixels under one sample of a plane: red, green, blue (not premultiplied) and alpha in
  /// bytes, red lowest.
  fileprivate struct Sample {
    /// Of all; transparent pixels do not count for the colour.
    var mean: UInt32
    /// The upper left one.
    var first: UInt32
    /// The one to its right, if the sample covers it.
    var second: UInt32
  }

  let canvas: Canvas
  let color: YUVMatrix
  let format: PixelFormat

  /// The planes, one after another.
  func picture() -> [UInt8] {
    unsafe bytes { index, shape, byte in unsafe picture(plane: index, shape, to: byte) }
  }

  /// How much of each sample is covered, once for each of its bytes.
  func coverage() -> [UInt8] {
    unsafe bytes { _, shape, byte in
      unsafe write(shape, to: byte) { ($0.mean >> 24) &* 0x0101_0101 }
    }
  }

  private func bytes(
    plane: (_ index: Int, PlaneShape, _ byte: UnsafeMutablePointer<UInt8>) -> Void
  ) -> [UInt8] {
    let shapes = format.planeShapes
    let (width, height) = (canvas.size.width, canvas.size.height)
    let sizes = shapes.map { $0.bytesPerRow(width: width) * $0.rows(height: height) }
    let total = sizes.reduce(0, +)
    // All empty arrays have one storage, and `unsafeUninitializedCapacity` writes to it on every thread.
    guard total > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { bytes, count in
      count = total
      guard var byte = bytes.baseAddress else { return }
      for index in shapes.indices {
        unsafe plane(index, shapes[index], byte)
        unsafe byte += sizes[index]
      }
    }
  }

  private func picture(plane: Int, _ shape: PlaneShape, to byte: UnsafeMutablePointer<UInt8>) {
    let (luma, u, v) = (color.luma, color.blueDifference, color.redDifference)
    switch (format, plane) {
    case (.yuyv, _):
      unsafe write(shape, to: byte) { sample in
        luma.value(sample.first) | u.value(sample.mean) << 8 | luma.value(sample.second) << 16
          | v.value(sample.mean) << 24
      }
    case (.uyvy, _):
      unsafe write(shape, to: byte) { sample in
        u.value(sample.mean) | luma.value(sample.first) << 8 | v.value(sample.mean) << 16
          | luma.value(sample.second) << 24
      }
    case (.bgra, _):
      unsafe write(shape, to: byte) { sample in
        let green = sample.mean & 0xff00
        return sample.mean >> 16 & 255 | green | (sample.mean & 255) << 16 | 0xff00_0000
      }
    case (.rgba, _): unsafe write(shape, to: byte) { $0.mean | 0xff00_0000 }
    case (.rgb24, _): unsafe write(shape, to: byte) { $0.mean }
    case (.nv12, 1), (.nv16, 1):
      unsafe write(shape, to: byte) { u.value($0.mean) | v.value($0.mean) << 8 }
    case (.nv21, 1): unsafe write(shape, to: byte) { v.value($0.mean) | u.value($0.mean) << 8 }
    // The upper byte of each word: the drawing has no more than 8 bits.
    case (.p010, 0), (.y16, _): unsafe write(shape, to: byte) { luma.value($0.mean) << 8 }
    case (.p010, _):
      unsafe write(shape, to: byte) { u.value($0.mean) << 8 | v.value($0.mean) << 24 }
    case (_, 0): unsafe write(shape, to: byte) { luma.value($0.mean) }
    case (.yv12, 2), (.i420, 1), (.i422, 1), (.i444, 1):
      unsafe write(shape, to: byte) { u.value($0.mean) }
    default: unsafe write(shape, to: byte) { v.value($0.mean) }
    }
  }

  /// Writes the lowest bytes of what `encode` makes of each sample, lowest first.
  private func write(
    _ shape: PlaneShape, to start: UnsafeMutablePointer<UInt8>, encode: (Sample) -> UInt32
  ) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let across = shape.horizontalSubsampling
    var byte = unsafe start
    unsafe canvas.withPixels { pixels in
      for y in stride(from: 0, to: height, by: shape.verticalSubsampling) {
        let upper = unsafe pixels + y * width
        let hasLower = shape.verticalSubsampling > 1 && y + 1 < height
        let lower = unsafe hasLower ? upper + width : upper
        var x = 0
        while x < width {
          let run = unsafe Self.run(upper, lower, from: x, to: width)
          // The last sample of an odd width has one column.
          let count = x + run == width ? (run + across - 1) / across : run / across
          let sample =
            unsafe count > 0
            ? Sample(upper[x]) : Sample(upper + x, lower + x, columns: width - x)
          let bytes = max(count, 1) * shape.bytesPerSample
          unsafe Self.write(encode(sample), shape.bytesPerSample, total: bytes, to: byte)
          unsafe byte += bytes
          x += max(count, 1) * across
        }
      }
    }
  }

  /// How many columns from one on are of one colour, in both rows.
  private static func run(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, from start: Int, to end: Int
  ) -> Int {
    let pixel = unsafe upper[start]
    var x = start
    while x < end, unsafe upper[x] == pixel, unsafe lower[x] == pixel { x &+= 1 }
    return x - start
  }

  /// Writes the lowest bytes of a value, again and again up to a total.
  private static func write(
    _ value: UInt32, _ count: Int, total: Int, to byte: UnsafeMutablePointer<UInt8>
  ) {
    unsafe byte[0] = UInt8(truncatingIfNeeded: value)
    if count > 1 { unsafe byte[1] = UInt8(truncatingIfNeeded: value >> 8) }
    if count > 2 { unsafe byte[2] = UInt8(truncatingIfNeeded: value >> 16) }
    if count > 3 { unsafe byte[3] = UInt8(truncatingIfNeeded: value >> 24) }
    var done = count
    while done < total {
      let length = min(done, total - done)
      unsafe (byte + done).update(from: byte, count: length)
      done += length
    }
  }
}

extension PlateConverter.Sample {
  /// Pixels of one colour.
  fileprivate init(_ pixel: UInt32) {
    let pixel = Self.straight(pixel)
    self.init(mean: pixel, first: pixel, second: pixel)
  }

  /// Two pixels and the two below them; `lower` equals `upper` where the sample has one row.
  ///
  /// - Parameter columns: how many are left in the row; the last of an odd width stands alone.
  fileprivate init(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, columns: Int
  ) {
    let next = columns > 1 ? 1 : 0
    let (a, b, c, d) = unsafe (upper[0], upper[next], lower[0], lower[next])
    self.init(mean: Self.mean(a, b, c, d), first: Self.straight(a), second: Self.straight(b))
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let odd: UInt32 = 0x00ff_00ff
    let low = (a & odd) &+ (b & odd) &+ (c & odd) &+ (d & odd)
    let high = (a >> 8 & odd) &+ (b >> 8 & odd) &+ (c >> 8 & odd) &+ (d >> 8 & odd)
    let alpha = high >> 16
    guard alpha > 0 else { return 0 }
    func byte(_ sum: UInt32) -> UInt32 { Swift.min((sum &* 255 &+ alpha / 2) / alpha, 255) }
    return byte(low & 0xffff) | byte(high & 0xffff) << 8 | byte(low >> 16) << 16
      | ((alpha &+ 2) / 4) << 24
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
