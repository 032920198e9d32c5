/// Sine and cosine of an angle given in half turns (1 is 180°), exact at whole quarters.
///
/// The project's own, since this module sees no C library: the angle is reduced exactly, and the
/// Taylor series on ±45° leaves out less than 1e-16.
struct HalfTurns {
  let sine: Double
  let cosine: Double

  /// - Parameter angle: in half turns, finite; accurate to 1e-15 up to some thousand turns.
  init(_ angle: Double) {
    let quarters = (angle * 2).rounded()
    let rest = (angle - quarters / 2) * .pi
    let (sine, cosine) = (Self.sine(rest), Self.cosine(rest))
    switch Int(quarters.remainder(dividingBy: 4)) {
    case 0: (self.sine, self.cosine) = (sine, cosine)
    case 1: (self.sine, self.cosine) = (cosine, -sine)
    case -1: (self.sine, self.cosine) = (-cosine, sine)
    default: (self.sine, self.cosine) = (-sine, -cosine)
    }
  }

  private static func sine(_ x: Double) -> Double {
    x * series(x * x, steps: [2 * 3, 4 * 5, 6 * 7, 8 * 9, 10 * 11, 12 * 13, 14 * 15])
  }

  private static func cosine(_ x: Double) -> Double {
    series(x * x, steps: [1 * 2, 3 * 4, 5 * 6, 7 * 8, 9 * 10, 11 * 12, 13 * 14, 15 * 16])
  }

  /// `1 - q/a·(1 - q/b·(1 - ...))` from the inside out.
  private static func series(_ square: Double, steps: [Double]) -> Double {
    steps.reversed().reduce(1) { rest, step in 1 - square / step * rest }
  }
}
