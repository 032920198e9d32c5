import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder

/// Reads the values of options. Each throws wrong words that name the option, the bad value and a
/// good one.
enum Values {
  /// `2s`, `1.5s`, `500ms`, or a number of seconds; 0 or more, at most a day.
  static func time(_ text: String, option: String) throws(CommandError) -> MediaTime {
    guard let time = MediaTime(word: isPlainNumber(text) ? text + "s" : text) else {
      throw wrong(text, option: option, kind: "time", hint: "Write it like 2s, 1.5s or 500ms.")
    }
    return time
  }

  /// Times with commas between them, in any order; returned from early to late.
  static func times(_ text: String, option: String) throws(CommandError) -> [MediaTime] {
    var times: [MediaTime] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      times.append(try time(String(part), option: option))
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

  /// `30` or `30000/1001` frames a second.
  static func rate(_ text: String, option: String) throws(CommandError) -> FrameRate {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count <= 2, let frames = whole(parts[0]),
      let seconds = parts.count == 2 ? whole(parts[1]) : 1,
      let rate = FrameRate(frames, per: seconds)
    {
      return rate
    }
    throw wrong(
      text, option: option, kind: "frame rate",
      hint: "Write frames a second, up to 1000, like 30 or 30000/1001.")
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
