/// A colour with its opacity, each 0 ... 1, not premultiplied.
struct Ink: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour as designers write it: 0xRRGGBB.
  init(_ hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255,
      blue: Double(hex & 255) / 255, alpha: alpha)
  }

  func faded(_ alpha: Double) -> Ink {
    Ink(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  func mixed(with other: Ink, _ share: Double) -> Ink {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Ink(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// Premultiplied red, green, blue and alpha in bytes, red lowest.
  var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 1) * 255 + 0.5) }
    return byte(red * alpha) | byte(green * alpha) << 8 | byte(blue * alpha) << 16
      | byte(alpha) << 24
  }
}

/// What an outline is filled with.
enum Paint: Sendable {
  /// An ink at a place: a row's y, or a share of a radius.
  typealias Stop = (place: Double, ink: Ink)

  case solid(Ink)
  /// Stops by the row's y in pixels, in rising order.
  case vertical([Stop])
  /// From the centre out: the pixels of equal steps up to the radius, see `Canvas.fill`.
  case radial(center: Point, radius: Double, ramp: [UInt32])

  /// From the centre out.
  ///
  /// - Parameter stops: by the share of the radius, in rising order.
  static func radial(center: Point, radius: Double, _ stops: [Stop]) -> Paint {
    let steps = 255
    let ramp = (0...steps).map { ink(stops, at: Double($0) / Double(steps)).pixel }
    return .radial(center: center, radius: radius, ramp: ramp)
  }

  static func ink(_ stops: [Stop], at place: Double) -> Ink {
    guard let next = stops.firstIndex(where: { $0.place > place }) else {
      return stops.last?.ink ?? Ink(0)
    }
    guard next > 0 else { return stops[0].ink }
    let (from, to) = (stops[next - 1], stops[next])
    return from.ink.mixed(with: to.ink, (place - from.place) / (to.place - from.place))
  }
}
