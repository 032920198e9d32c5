import CaptureCore
import MediaTypes
import RecordCore

/// What `viewfinder record` was asked.
struct RecordRequest: Hashable, Sendable {
  var source: CameraSource
  var camera: CameraChoice
  var microphone: MicrophoneChoice
  /// nil for a name by the date in the user's folder of movies.
  var file: String?
  /// nil for no end.
  var duration: MediaTime?
  /// Each before `duration`, from early to late.
  var flips: [MediaTime]
  /// What the movie is to be, but for what is known only when it starts.
  var settings: MovieSettings
  /// When the disk is too full.
  var limits: TakeLimits
  /// Whether the movie shows the turn of a flip, and not the last picture held.
  var recordsFlips: Bool
  /// Whether a file of that name may be replaced.
  var overwrites: Bool
  var asJSON: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    let camera = words.camera
    self.camera = camera
    // The room's sound is not the film's.
    let isSilent = camera.isFilm && !words.has("--microphone")
    microphone = isSilent ? .none : Values.microphone(words.values["--microphone"])
    file = try Self.file(words)
    duration = try words.read("--duration", Values.time)
    flips = try words.read("--flip-at", Values.times) ?? []
    limits = try Self.limits(words)
    recordsFlips = words.has("--record-flip")
    overwrites = words.has("--overwrite")
    asJSON = words.has("--json")
    settings = MovieSettings(
      canvas: try Self.canvas(words), container: try Self.container(words, file: file),
      video: try words.read("--codec", Self.codec) ?? .automatic,
      passesThrough: words.has("--pass-through"),
      sound: microphone == .none ? nil : SoundFormat())
    try checkTimes()
    try checkSettings()
  }

  private static func limits(_ words: ParsedWords) throws(CommandError) -> TakeLimits {
    let usual = TakeLimits()
    return TakeLimits(
      diskWarning: try words.read("--disk-warning", Values.bytes) ?? usual.diskWarning,
      diskEnd: try words.read("--disk-end", Values.bytes) ?? usual.diskEnd)
  }

  /// What a file gets when nobody has named it.
  var fileExtension: String { "." + settings.container.fileExtensions[0] }

  private static func file(_ words: ParsedWords) throws(CommandError) -> String? {
    guard words.operands.count < 2 else {
      throw .wrong(
        "`record` takes one file, and not \(quoted(words.operands[1])) too.", Syntax.record)
    }
    guard words.operands.first != "" else { throw .wrong("A file needs a name.", Syntax.record) }
    return words.operands.first
  }

  private static func canvas(_ words: ParsedWords) throws(CommandError) -> MovieCanvas {
    MovieCanvas(
      size: try words.read("--size", Values.size) ?? MovieCanvas().size,
      rate: try words.read("--rate", Values.rate) ?? MovieCanvas().rate,
      gravity: try words.read("--gravity") { text, option throws(CommandError) in
        try Values.choice(
          text, option: option, from: MovieGravity.allCases.map { ($0.rawValue, $0) })
      } ?? .fill,
      isMirrored: words.has("--mirror"))
  }

  /// The words for `--format`.
  static let formats: [(word: String, choice: MovieContainer)] = MovieContainer.allCases.map {
    ($0.fileExtensions[0], $0)
  }

  private static func container(
    _ words: ParsedWords, file: String?
  ) throws(CommandError) -> MovieContainer {
    let asked = try words.read("--format") { text, option throws(CommandError) in
      try Values.choice(text, option: option, from: formats)
    }
    guard let file else { return asked ?? .mp4 }
    let named = MovieContainer(fileName: file)
    if let asked, let named, asked != named {
      throw .wrong(
        "\(quoted(file)) is not the name of a file for --format \(asked.fileExtensions[0]).",
        Syntax.record)
    }
    guard let container = asked ?? named else {
      let endings = formats.map { ".\($0.word)" }.joined(separator: ", ")
      throw CommandError(
        .wrongWords, "\(quoted(file)) does not say what kind of movie it is to be.",
        remedy: "Give a name that ends in one of \(endings), or --format too.")
    }
    return container
  }

  /// The words for `--codec`.
  static let codecs: [(word: String, choice: VideoCodec)] = VideoCodec.allCases.map {
    ($0 == .automatic ? "auto" : $0.rawValue, $0)
  }

  private static func codec(_ text: String, option: String) throws(CommandError) -> VideoCodec {
    try Values.choice(text, option: option, from: codecs)
  }

  private func checkTimes() throws(CommandError) {
    guard let duration else { return }
    guard duration > .zero else {
      throw CommandError(
        .wrongWords, "--duration: a movie of no length is none.", remedy: "Give a longer time.")
    }
    if let flip = flips.last, flip >= duration {
      throw CommandError(
        .wrongWords,
        "A flip at \(Decimal.text(flip.seconds, places: 2)) s would come after the end.",
        remedy: "Give a --duration longer than that.")
    }
  }

  private func checkSettings() throws(CommandError) {
    do throws(RecordError) {
      try settings.check()
    } catch {
      throw CommandError(.wrongWords, error.message, remedy: error.remedy)
    }
  }
}

extension CameraChoice {
  /// Whether it is a movie file, which begins when it is opened.
  var isFilm: Bool {
    if case .id(let camera) = self { camera.rawValue.hasPrefix("file:") } else { false }
  }
}

/// What `viewfinder repair` was asked.
struct RepairRequest: Hashable, Sendable {
  var files: [String]
  var asJSON: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    guard !words.operands.isEmpty, !words.operands.contains("") else {
      throw .wrong("`repair` needs a file.", Syntax.repair)
    }
    files = words.operands
    asJSON = words.has("--json")
  }
}
