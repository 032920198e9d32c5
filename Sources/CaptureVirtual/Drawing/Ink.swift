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
  case solid(Ink)
  /// Stops by the row's y, in rising order.
  case vertical([(y: Double, ink: Ink)])
  /// From the centre out; stops by the share of the radius, in rising order.
  case radial(center: Point, radius: Double, [(y: Double, ink: Ink)])

  /// The ink of a whole row; nil when it changes along the row.
  func ink(row: Int) -> Ink? {
    switch self {
    case .solid(let ink): ink
    case .vertical(let stops): Self.ink(stops, at: Double(row) + 0.5)
    case .radial: nil
    }
  }

  func ink(column: Int, row: Int) -> Ink {
    guard case .radial(let center, let radius, let stops) = self else {
      return ink(row: row) ?? Ink(0)
    }
    let distance = (Point(Double(column) + 0.5, Double(row) + 0.5) - center).length
    return Self.ink(stops, at: distance / radius)
  }

  private static func ink(_ stops: [(y: Double, ink: Ink)], at place: Double) -> Ink {
    guard let next = stops.firstIndex(where: { $0.y > place }) else {
      return stops.last?.ink ?? Ink(0)
    }
    guard next > 0 else { return stops[0].ink }
    let (from, to) = (stops[next - 1], stops[next])
    return from.ink.mixed(with: to.ink, (place - from.y) / (to.y - from.y))
  }
}
