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
        switch paint {
        case .solid(let ink): unsafe Self.fill(target, line, mask.width, ink.pixel)
        case .vertical(let stops):
          let ink = Paint.ink(stops, at: Double(mask.y + row) + 0.5)
          unsafe Self.fill(target, line, mask.width, ink.pixel)
        case .radial(let center, let radius, let ramp):
          let origin = center - Point(Double(mask.x) + 0.5, Double(mask.y + row) + 0.5)
          unsafe Self.fill(target, line, mask.width, origin, radius, ramp)
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

  /// One row of a light whose centre lies at `center`, seen from the row's first pixel.
  private static func fill(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
    _ center: Point, _ radius: Double, _ ramp: [UInt32]
  ) {
    let last = ramp.count - 1
    let scale = Double(last) / radius
    let square = center.y * center.y
    unsafe ramp.withUnsafeBufferPointer { ramp in
      guard let ramp = ramp.baseAddress else { return }
      var column = 0
      var x = -center.x
      while column < count {
        let step = Int((x * x + square).squareRoot() * scale)
        if step <= last { unsafe blend(target + column, ramp[step], coverage[column]) }
        column &+= 1
        x += 1
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
