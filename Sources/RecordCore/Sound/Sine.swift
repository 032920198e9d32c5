/// The sine of an angle in half turns (`sin(pi * x)`), without a mathematics library.
///
/// Taylor's series on the half turn nearest to zero; exact to 1e-12.
func sine(halfTurns: Double) -> Double {
  let turns = halfTurns - 2 * (halfTurns / 2).rounded()
  // -1 ... 1; folded at a quarter turn, where the series converges quickly.
  let folded = turns > 0.5 ? 1 - turns : turns < -0.5 ? -1 - turns : turns
  let x = folded * Double.pi
  var term = x
  var sum = x
  for index in 1...8 {
    let factor = Double(2 * index * (2 * index + 1))
    term *= -(x * x) / factor
    sum += term
  }
  return sum
}

/// The modified Bessel function of the first kind and order zero, by its series; for Kaiser's window.
func besselI0(_ x: Double) -> Double {
  var term = 1.0
  var sum = 1.0
  for index in 1...40 {
    let factor = x / (2 * Double(index))
    term *= factor * factor
    sum += term
  }
  return sum
}
