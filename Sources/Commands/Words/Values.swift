import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder

/// Reads the values of options. Each throws wrong words that name the option, the bad value and a
/// good one.
enum Values {
  /// `2s`, `1.5s`, `500ms`, `2m`, `1m30s`, `1:30`, or a number of seconds; 0 or more, at most a day.
  static func time(_ text: String, option: String) throws(CommandError) -> MediaTime {
    guard let time = MediaTime(word: isPlainNumber(text) ? text + "s" : text) else {
      throw wrong(text, option: option, kind: "time", hint: "Write it like 2s, 500ms, 2m or 1:30.")
    }
    return time
  }

  /// Different times with commas between them, in any order; returned from early to late.
  static func times(_ text: String, option: String) throws(CommandError) -> [MediaTime] {
    var times: [MediaTime] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let time = try time(String(part), option: option)
      guard !times.contains(time) else {
        throw CommandError(
          .wrongWords, "\(option): \(Decimal.text(time.seconds, places: 2)) s is there twice.",
          remedy: "Give each time once.")
      }
      times.append(time)
    }
    return times.sorted()
  }

  /// `1280x720`, each edge 1 to `PixelSize.maximumEdge`.
  static func size(_ text: String, option: String) throws(CommandError) -> PixelSize {
    let edges = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    if edges.count == 2, let width = whole(edges[0]), let height = whole(edges[1]) {
      let size = PixelSize(width: width, height: height)
      if size.isValid { return size }
    }
    throw wrong(
      text, option: option, kind: "size",
      hint: "Write WIDTHxHEIGHT in pixels, each 1 to \(PixelSize.maximumEdge), like 1280x720.")
  }

  /// `30`, `12.5`, `30000/1001` or, for the same, `29.97` frames a second.
  static func rate(_ text: String, option: String) throws(CommandError) -> FrameRate {
    if let rate = ratio(text) ?? decimalRate(text) { return rate }
    throw wrong(
      text, option: option, kind: "frame rate",
      hint: "Write frames a second, up to 1000, like 30, 29.97 or 30000/1001.")
  }

  private static func ratio(_ text: String) -> FrameRate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let frames = whole(parts[0]),
      let seconds = parts.count == 2 ? whole(parts[1]) : 1
    else { return nil }
    return FrameRate(frames, per: seconds)
  }

  /// A rate with a point and up to three digits behind it. What begins like one of colour television,
  /// `23.976`, `29.97` or `59.94`, is that: a whole rate slower by 1000/1001.
  private static func decimalRate(_ text: String) -> FrameRate? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...3).contains(parts[1].count), let frames = whole(parts[0]),
      frames <= 1000,
      let thousandths = whole(parts[1] + String(repeating: "0", count: 3 - parts[1].count))
    else { return nil }
    let rate = frames * 1000 + thousandths
    let slower = (frames + 1) * 1_000_000 / 1001
    let isSlower = parts[1].count > 1 && [slower, (slower + 5) / 10 * 10].contains(rate)
    return isSlower ? FrameRate((frames + 1) * 1000, per: 1001) : FrameRate(rate, per: 1000)
  }

  /// `50MB`, `2GB`, `800kB`, or a number of bytes; at most 1000 TB.
  static func bytes(_ text: String, option: String) throws(CommandError) -> Int64 {
    let digits = text.prefix { $0.isNumber }
    let units: [String: Int64] = [
      "": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    ]
    if let number = whole(digits), number <= 1_000_000_000_000_000,
      let unit = units[text.dropFirst(digits.count).lowercased()]
    {
      let (bytes, overflow) = Int64(number).multipliedReportingOverflow(by: unit)
      if !overflow, bytes <= 1_000_000_000_000_000 { return bytes }
    }
    throw wrong(text, option: option, kind: "size", hint: "Write it like 50MB, 2GB or 800kB.")
  }

  /// A whole number, 1 or more.
  static func count(_ text: String, option: String) throws(CommandError) -> Int {
    if let count = whole(text[...]), count > 0 { return count }
    throw wrong(text, option: option, kind: "count", hint: "Write a whole number, 1 or more.")
  }

  /// `front`, `back`, or the identity of a camera.
  static func camera(_ text: String) -> CameraChoice {
    switch text {
    case "front": .position(.front)
    case "back": .position(.back)
    default: .id(CameraID(address: text) ?? CameraID(text))
    }
  }

  /// `none`, the identity of a microphone, or nil for whatever there is.
  static func microphone(_ text: String?) -> MicrophoneChoice {
    switch text {
    case nil: .automatic
    case "none": .none
    case let id?: .id(MicrophoneID(id))
    }
  }

  /// One of several words.
  static func choice<Choice>(
    _ text: String, option: String, from choices: [(word: String, choice: Choice)]
  ) throws(CommandError) -> Choice {
    if let match = choices.first(where: { $0.word == text }) { return match.choice }
    let words = choices.map(\.word)
    let guess = NearestWord.to(text, among: words).map { "Did you mean \($0)? " } ?? ""
    throw wrong(
      text, option: option, kind: "choice",
      hint: "\(guess)Known: \(words.joined(separator: ", ")).")
  }

  private static func wrong(
    _ text: String, option: String, kind: String, hint: String
  ) -> CommandError {
    CommandError(.wrongWords, "\(option): \(quoted(text)) is no \(kind).", remedy: hint)
  }

  /// Digits alone: `Int` would take a sign too.
  private static func whole(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Digits with at most one point: `Double` would take `nan`, `inf` and hexadecimal too.
  private static func isPlainNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
  }
}
