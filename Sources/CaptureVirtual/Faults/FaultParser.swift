import MediaTypes

/// Reads one fault of a script.
struct FaultParser {
  let word: Substring
  let cameras: [VirtualCamera]

  func entry() throws(FaultScriptError) -> FaultScript.Entry {
    let (camera, rest) = try splitPrefix()
    let fault = try fault(rest)
    guard camera == FaultScript.microphone else { return FaultScript.Entry(fault, camera: camera) }
    switch fault {
    case .flash:
      throw FaultScriptError(
        "A microphone does not flash.", remedy: "Example: flash,mic.unplug@3s,mic.replug@5s")
    case .damage, .late, .clock, .taken:
      throw FaultScriptError(
        "\(Self.quoted(word)) is a fault of cameras.", remedy: "Example: \(rest)")
    default: return FaultScript.Entry(fault, camera: camera)
    }
  }

  /// A prefix ends at the first point, unless that belongs to a time: `slow:1.5s`.
  private func splitPrefix() throws(FaultScriptError) -> (camera: String?, rest: Substring) {
    guard let point = word.firstIndex(of: "."), !word[..<point].contains(where: "@:".contains)
    else { return (nil, word) }
    let prefix = String(word[..<point])
    let names = cameras.flatMap(FaultScript.names) + [FaultScript.microphone]
    guard names.contains(prefix) else {
      throw FaultScriptError(
        "No virtual camera or microphone is called \(Self.quoted(prefix)).",
        remedy:
          "There are: \(names.joined(separator: ", ")). Example: \(names.first ?? "back").busy")
    }
    return (prefix, word[point...].dropFirst())
  }

  private func fault(_ text: Substring) throws(FaultScriptError) -> FaultScript.Fault {
    let name = text.prefix { $0 != "@" && $0 != ":" }
    let rest = text[name.endIndex...]
    switch (name, rest.first) {
    case ("nostart", nil): return .noStart
    case ("failstart", nil): return .failStart
    case ("busy", nil): return .busy
    case ("denied", nil): return .denied
    case ("vanish", nil): return .vanish
    case ("flash", nil): return .flash
    case ("jitter", ":"): return .jitter(try time(rest.dropFirst()))
    case ("drift", ":"): return .drift(try partsPerMillion(rest.dropFirst()))
    case ("unplug", "@"): return .unplug(try time(rest.dropFirst()))
    case ("replug", "@"): return .replug(try time(rest.dropFirst()))
    case ("fail", "@"): return .fail(try time(rest.dropFirst()))
    case ("slow", ":"): return .slow(try time(rest.dropFirst()))
    case ("late", ":"): return .late(try time(rest.dropFirst()))
    case (_, "@"): return try during(name, rest.dropFirst())
    default: throw unknown
    }
  }

  /// A fault at a time with a length: `stall@3s:500ms`.
  private func during(
    _ name: Substring, _ text: Substring
  ) throws(FaultScriptError) -> FaultScript.Fault {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw unknown }
    switch name {
    case "stall": return .stall(try time(parts[0]), length: try time(parts[1]))
    case "taken": return .taken(try time(parts[0]), length: try time(parts[1]))
    case "clock": return .clock(try time(parts[0]), by: try step(parts[1]))
    default:
      guard let damage = FaultScript.Damage(rawValue: String(name)) else { throw unknown }
      return .damage(damage, try time(parts[0]), length: try time(parts[1]))
    }
  }

  /// A time with or without a minus.
  private func step(_ text: Substring) throws(FaultScriptError) -> MediaTime {
    let time = try time(text.first == "-" ? text.dropFirst() : text)
    return text.first == "-" ? .zero - time : time
  }

  private func partsPerMillion(_ text: Substring) throws(FaultScriptError) -> Int {
    guard text.utf8.count <= 5, let number = Int(text), (-5000...5000).contains(number) else {
      throw FaultScriptError(
        "\(Self.quoted(text)) in \(Self.quoted(word)) is no drift.",
        remedy: "Write parts per million from -5000 to 5000. Example: drift:200")
    }
    return number
  }

  private func time(_ text: Substring) throws(FaultScriptError) -> MediaTime {
    guard let time = Self.duration(text) else {
      throw FaultScriptError(
        "\(Self.quoted(text)) in \(Self.quoted(word)) is no time.",
        remedy: "Write 500ms, 2s, 1.5s, 1m or 1h, at most a day. Example: stall@3s:500ms")
    }
    return time
  }

  private var unknown: FaultScriptError {
    FaultScriptError(
      "\(Self.quoted(word)) is no fault.",
      remedy: """
        Faults: unplug@TIME, replug@TIME, fail@TIME, stall@TIME:LENGTH, taken@TIME:LENGTH, \
        corrupt@TIME:LENGTH, short@TIME:LENGTH, stride@TIME:LENGTH, disorder@TIME:LENGTH, \
        clock@TIME:STEP, slow:LENGTH, late:LENGTH, drift:PPM, jitter:LENGTH, nostart, failstart, \
        busy, denied, vanish, flash. \
        Example: back.unplug@2s,back.replug@4s,front.slow:3s,mic.unplug@3s
        """)
  }

  /// Printable and short, since the text may be anything.
  private static func quoted(_ text: some StringProtocol) -> String {
    let shown = text.unicodeScalars.prefix(40).map { (" "..."~").contains($0) ? $0 : "?" }
    return
      "'\(String(String.UnicodeScalarView(shown)))\(text.unicodeScalars.count > 40 ? "…" : "")'"
  }

  /// Reads digits, perhaps a point and up to nine more digits, and a unit.
  static func duration(_ text: Substring) -> MediaTime? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units: [Substring: Int64] = [
      "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000,
    ]
    guard let unit = units[text[number.endIndex...]] else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ (1...9).contains($0.count) }),
      let (whole, overflow) = Int64(parts[0])?.multipliedReportingOverflow(by: unit), !overflow
    else { return nil }
    var nanoseconds = whole
    if parts.count == 2, let fraction = Double("0." + parts[1]) {
      nanoseconds += Int64((fraction * Double(unit)).rounded())
    }
    let day: Int64 = 86_400_000_000_000
    return nanoseconds <= day ? MediaTime(nanoseconds: nanoseconds) : nil
  }
}
