import CaptureCore
import MediaTypes
import PreviewCore

/// What `viewfinder devices` was asked.
struct DevicesRequest: Hashable, Sendable {
  var source: CameraSource
  var asJSON: Bool
  var watches: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    asJSON = words.has("--json")
    watches = words.has("--watch")
  }
}

/// What `viewfinder frames` was asked.
struct FramesRequest: Hashable, Sendable {
  /// How pictures are written.
  enum Format: Hashable, Sendable { case y4m, raw }

  var source: CameraSource
  var camera: CameraChoice
  var wish: FormatWish
  var format: Format
  /// nil for no end.
  var count: Int?

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    camera = words.camera
    wish = FormatWish(
      size: try words.read("--size", Values.size) ?? FormatWish().size,
      rate: try words.read("--rate", Values.rate) ?? FormatWish().rate)
    format =
      try words.read("--format") { text, option throws(CommandError) in
        try Values.choice(text, option: option, from: [("y4m", Format.y4m), ("raw", .raw)])
      } ?? .y4m
    count = try words.read("--count", Values.count)
  }
}

/// Which renderer draws.
enum RendererChoice: String, Hashable, Sendable, CaseIterable {
  case gles, software

  /// The one that was asked for; nil for the best there is.
  static func read(_ words: ParsedWords) throws(CommandError) -> RendererChoice? {
    try words.read("--renderer") { text, option throws(CommandError) in
      try Values.choice(text, option: option, from: allCases.map { ($0.rawValue, $0) })
    }
  }
}

/// What `viewfinder demo` was asked.
struct DemoRequest: Hashable, Sendable {
  var source: CameraSource
  /// nil for a new folder here.
  var output: String?
  var renderer: RendererChoice?
  var style: FilmStyle

  init(_ words: ParsedWords) throws(CommandError) {
    style = try FilmStyle(words)
    source = try CameraSource(words)
    source.backends = source.backends ?? ["virtual"]
    output = words.values["--output"]
    renderer = try RendererChoice.read(words)
  }
}

extension ParsedWords {
  /// Which camera `--camera` asks for.
  var camera: CameraChoice { values["--camera"].map(Values.camera) ?? .automatic }

  /// The value of an option, understood; nil when it was not given.
  func read<Value>(
    _ option: String, _ understand: (String, String) throws(CommandError) -> Value
  ) throws(CommandError) -> Value? {
    guard let text = values[option] else { return nil }
    return try understand(text, option)
  }
}
