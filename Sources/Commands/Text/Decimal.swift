/// Numbers for people, without the machinery of Foundation.
enum Decimal {
  /// A number with so many digits after the point, rounded half away from zero.
  static func text(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "\(value)" }
    let sign = scaled < 0 ? "-" : ""
    let whole = "\(scaled.magnitude / scale.magnitude)"
    guard places > 0 else { return sign + whole }
    let digits = "\(scaled.magnitude % scale.magnitude)"
    return "\(sign)\(whole).\(String(repeating: "0", count: places - digits.count))\(digits)"
  }

  /// A whole number with zeros before it.
  static func padded(_ value: Int, digits: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
