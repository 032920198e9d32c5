import Foundation

/// One quantity that was measured.
struct Measurement {
  let name: String
  let spread: Spread
  let unit: String
  /// What it was made of, for a person.
  let detail: String

  var text: String {
    "\(name): \(number(spread.median)) \(unit)\(uncertainty) (\(detail))"
  }

  private var uncertainty: String {
    guard spread.count > 1 else { return "" }
    let (range, half) = (spread.range, spread.middleHalf)
    return
      ", 99 % sure of \(number(range.lowerBound)) ... \(number(range.upperBound)); half of "
      + "\(spread.count) samples in \(number(half.lowerBound)) ... \(number(half.upperBound))"
  }
}

/// The most that each quantity may be: lines of `NAME NUMBER`; `#` begins a remark.
struct Thresholds {
  /// What the samples allow to say.
  enum Verdict {
    case within, above, unclear
  }

  private var limits: [String: Double] = [:]

  init(path: String) throws {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      if words.count == 2, let limit = Double(words[1]) { limits[String(words[0])] = limit }
    }
  }

  /// Says on which side of its threshold a quantity lies, whatever chance did; nothing is within a
  /// threshold that is not there.
  func verdict(on name: String, _ spread: Spread) -> Verdict {
    guard let limit = limits[name], spread.range.lowerBound <= limit else { return .above }
    return spread.range.upperBound <= limit ? .within : .unclear
  }

  /// What is wrong with a measurement; nil when it is within its threshold.
  func fault(of measurement: Measurement) -> String? {
    guard let limit = limits[measurement.name] else {
      return "\(measurement.name) has no threshold"
    }
    switch verdict(on: measurement.name, measurement.spread) {
    case .within: return nil
    case .above: return "\(measurement.name) is above the threshold, \(limit)"
    case .unclear:
      return "\(measurement.name) is too unsteady here to tell whether it is above \(limit)"
    }
  }
}

/// A number as a person reads it.
func number(_ value: Double) -> String { String(format: "%.2f", value) }
