import Foundation

/// One number that was measured.
struct Measurement {
  let name: String
  let value: Double
  let unit: String
  /// What it was made of, for a person.
  let detail: String

  var text: String {
    "\(name): \((value * 1000).rounded() / 1000) \(unit) (\(detail))"
  }
}

/// The most that each number may be: lines of `NAME NUMBER`; `#` begins a remark.
struct Thresholds {
  private var limits: [String: Double] = [:]

  init(path: String) throws {
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      if words.count == 2, let limit = Double(words[1]) { limits[String(words[0])] = limit }
    }
  }

  /// What is wrong with a measurement; nil when it is within its limit.
  func fault(of measurement: Measurement) -> String? {
    guard let limit = limits[measurement.name] else {
      return "\(measurement.name) has no threshold"
    }
    guard measurement.value > limit else { return nil }
    return "\(measurement.name) is \(measurement.value), the threshold is \(limit)"
  }
}
