import MediaTypes

extension FaultScript {
  /// The longest text that is read, in bytes of UTF-8.
  public static let maximumLength = 4096

  /// Reads a script: faults with commas between them, each for all cameras or, as `front.slow:3s`, for
  /// one.
  ///
  /// `unplug@2s`, `replug@4s` and `fail@5s` happen at a time, `stall@3s:500ms` at a time and for a
  /// while; `slow:3s` delays each start; `nostart`, `failstart`, `busy`, `denied` and `vanish` stand
  /// alone. All of these are for the microphone too, as `mic.unplug@3s`, which also has `mic.drift:200`
  /// (its clock runs fast by so many parts per million, up to 5000 either way) and `mic.jitter:5ms`
  /// (its times are wrong by so much). `flash` lets a lamp in the pictures flash while the
  /// microphone beeps. Times are written `500ms`, `2s`, `1.5s` or `1m`. Empty text is no fault.
  ///
  /// - Parameters:
  ///   - text: from a person; anything is taken.
  ///   - cameras: those that a prefix may name, by identity or position.
  /// - Throws: `FaultScriptError` that names the wrong word, what is allowed, and an example.
  public init(
    parsing text: String, cameras: [VirtualCamera] = .frontAndBack
  ) throws(FaultScriptError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw FaultScriptError(
        "The fault script is longer than \(Self.maximumLength) bytes.", remedy: "Shorten it.")
    }
    entries = []
    if text.allSatisfy(\.isWhitespace) { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      entries.append(try FaultParser(word: Self.trimmed(word), cameras: cameras).entry())
    }
  }

  private static func trimmed(_ word: Substring) -> Substring {
    var word = word.drop(while: \.isWhitespace)
    while word.last?.isWhitespace == true { word.removeLast() }
    return word
  }
}

/// Reads one fault of a script.
struct FaultParser {
  let word: Substring
  let cameras: [VirtualCamera]

  func entry() throws(FaultScriptError) -> FaultScript.Entry {
    let (camera, rest) = try splitPrefix()
    let fault = try fault(rest)
    let isForMicrophone = camera == FaultScript.microphone
    switch fault {
    case .drift where !isForMicrophone, .jitter where !isForMicrophone:
      throw FaultScriptError(
        "\(Self.quoted(word)) is a fault of the microphone.", remedy: "Example: mic.\(rest)")
    case .flash where isForMicrophone:
      throw FaultScriptError(
        "A microphone does not flash.", remedy: "Example: flash,mic.unplug@3s,mic.replug@5s")
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
    case ("stall", "@"): return try stall(rest.dropFirst())
    default: throw unknown
    }
  }

  private func stall(_ text: Substring) throws(FaultScriptError) -> FaultScript.Fault {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw unknown }
    return .stall(try time(parts[0]), length: try time(parts[1]))
  }

  private func partsPerMillion(_ text: Substring) throws(FaultScriptError) -> Int {
    guard text.utf8.count <= 5, let number = Int(text), (-5000...5000).contains(number) else {
      throw FaultScriptError(
        "\(Self.quoted(text)) in \(Self.quoted(word)) is no drift.",
        remedy: "Write parts per million from -5000 to 5000. Example: mic.drift:200")
    }
    return number
  }

  private func time(_ text: Substring) throws(FaultScriptError) -> MediaTime {
    guard let time = Self.duration(text) else {
      throw FaultScriptError(
        "\(Self.quoted(text)) in \(Self.quoted(word)) is no time.",
        remedy: "Write 500ms, 2s, 1.5s or 1m, at most a day. Example: stall@3s:500ms")
    }
    return time
  }

  private var unknown: FaultScriptError {
    FaultScriptError(
      "\(Self.quoted(word)) is no fault.",
      remedy: """
        Faults: unplug@TIME, replug@TIME, fail@TIME, stall@TIME:LENGTH, slow:LENGTH, nostart, \
        failstart, busy, denied, vanish, flash, mic.drift:PPM, mic.jitter:LENGTH. \
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
    let units: [Substring: Int64] = ["ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000]
    guard let unit = units[text[number.endIndex...]] else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ (1...9).contains($0.count) }),
      var nanoseconds = Int64(parts[0]).map({ $0 * unit })
    else { return nil }
    if parts.count == 2, let fraction = Double("0." + parts[1]) {
      nanoseconds += Int64((fraction * Double(unit)).rounded())
    }
    let day: Int64 = 86_400_000_000_000
    return nanoseconds <= day ? MediaTime(nanoseconds: nanoseconds) : nil
  }
}
