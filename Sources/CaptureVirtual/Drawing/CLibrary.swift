#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The few functions of the C library that drawing needs.
enum CLibrary {
  /// Sine and cosine of an angle in degrees; 90 points down, since rows count downwards.
  static func direction(degrees: Double) -> Point {
    let radians = degrees * .pi / 180
    return Point(x: cos(radians), y: sin(radians))
  }

  /// A wave between -1 and 1.
  static func wave(_ seconds: Double, period: Double) -> Double {
    sin(seconds / period * 2 * .pi)
  }
}
