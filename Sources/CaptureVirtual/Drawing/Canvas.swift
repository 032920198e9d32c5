import MediaTypes

/// A picture that is being drawn: premultiplied red, green, blue and alpha, transparent at first.
///
/// Not Sendable: one drawing belongs to one thread.
@safe final class Canvas {
  let size: PixelSize
  // Unsafe: owned, width × height pixels, initialised in `init`.
  private let pixels: UnsafeMutablePointer<UInt32>

  init(_ size: PixelSize) {
    self.size = size
    unsafe pixels = .allocate(capacity: size.area)
    unsafe pixels.initialize(repeating: 0, count: size.area)
  }

  deinit { unsafe pixels.deallocate() }

  var width: Double { Double(size.width) }
  var height: Double { Double(size.height) }

  /// Fills an outline.
  func fill(_ path: Path, _ paint: Paint) {
    let mask = Mask(path, within: size)
    unsafe mask.coverage.withUnsafeBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for row in 0..<mask.height {
        let line = unsafe coverage + row * mask.width
        let target = unsafe pixels + (mask.y + row) * size.width + mask.x
        if let ink = paint.ink(row: mask.y + row) {
          unsafe Self.fill(target, line, mask.width, ink.pixel)
        } else {
          for column in 0..<mask.width where unsafe line[column] != 0 {
            let ink = paint.ink(column: mask.x + column, row: mask.y + row)
            unsafe Self.blend(target + column, ink.pixel, line[column])
          }
        }
      }
    }
  }

  func fill(_ path: Path, _ ink: Ink) { fill(path, .solid(ink)) }

  func stroke(_ line: [Point], width: Double, _ ink: Ink) {
    fill(Path.stroke(line, width: width), ink)
  }

  /// Lends the pixels, row by row.
  func withPixels<Result>(_ body: (UnsafePointer<UInt32>) -> Result) -> Result {
    unsafe body(UnsafePointer(pixels))
  }

  /// One row in one ink; opaque runs are written whole.
  private static func fill(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
    _ pixel: UInt32
  ) {
    var column = 0
    while column < count {
      let start = column
      let value = unsafe coverage[column]
      while column < count, unsafe coverage[column] == value { column &+= 1 }
      if value == 255, pixel >> 24 == 255 {
        unsafe repeated(target + start, pixel, count: column - start)
      } else if value != 0 {
        for place in start..<column { unsafe blend(target + place, pixel, value) }
      }
    }
  }

  /// Writes one pixel many times by copying ever longer runs: quick without optimisation too.
  private static func repeated(
    _ target: UnsafeMutablePointer<UInt32>, _ pixel: UInt32, count: Int
  ) {
    unsafe target.pointee = pixel
    var done = 1
    while done < count {
      let length = min(done, count - done)
      unsafe (target + done).update(from: target, count: length)
      done += length
    }
  }

  /// Porter and Duff's "over" with the source weakened by a coverage.
  private static func blend(
    _ target: UnsafeMutablePointer<UInt32>, _ pixel: UInt32, _ coverage: UInt8
  ) {
    let source = scaled(pixel, by: UInt32(coverage))
    unsafe target.pointee = source &+ scaled(target.pointee, by: 255 &- source >> 24)
  }

  /// All four bytes times `share` / 255, rounded, two at a time.
  private static func scaled(_ pixel: UInt32, by share: UInt32) -> UInt32 {
    let even = (pixel & 0x00ff_00ff) &* share &+ 0x0080_0080
    let odd = (pixel >> 8 & 0x00ff_00ff) &* share &+ 0x0080_0080
    let evenRounded = (even &+ (even >> 8 & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
    let oddRounded = (odd &+ (odd >> 8 & 0x00ff_00ff)) & 0xff00_ff00
    return evenRounded | oddRounded
  }
}
