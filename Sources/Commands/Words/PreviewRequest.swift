import CaptureCore
import MediaTypes
import PreviewCore

/// What `viewfinder preview` was asked.
struct PreviewRequest: Hashable, Sendable {
  var source: CameraSource
  var camera: CameraChoice
  /// nil for a new folder here.
  var output: String?
  var size: PixelSize
  var rate: FrameRate
  var duration: MediaTime
  /// Each before `duration`, from early to late.
  var flips: [MediaTime]
  var style: FilmStyle
  var gravity: Gravity
  var renderer: RendererChoice?

  init(_ words: ParsedWords) throws(CommandError) {
    guard words.has("--headless") else {
      throw CommandError(
        .wrongWords, "`preview` draws to files only.",
        remedy: "Add --headless, or start viewfinder-gtk for a window.")
    }
    source = try CameraSource(words)
    camera = words.camera
    output = words.values["--output"]
    size = try words.read("--size", Values.size) ?? PixelSize(width: 1280, height: 720)
    rate = try words.read("--rate", Values.rate) ?? .fps30
    flips = try words.read("--flip-at", Values.times) ?? []
    style = try FilmStyle(words)
    duration = try Self.duration(words, lastFlip: flips.last, flip: style.duration)
    gravity = try words.read("--gravity", Self.gravity) ?? .aspectFill
    renderer = try RendererChoice.read(words)
    try checkAmount()
  }

  private static func duration(
    _ words: ParsedWords, lastFlip: MediaTime?, flip: MediaTime
  ) throws(CommandError) -> MediaTime {
    guard let duration = try words.read("--duration", Values.time) else {
      return max(.seconds(3), (lastFlip ?? .zero) + flip + .seconds(1))
    }
    if let lastFlip, lastFlip >= duration {
      throw CommandError(
        .wrongWords,
        "A flip at \(Decimal.text(lastFlip.seconds, places: 2)) s would come after the end.",
        remedy: "Give a --duration longer than that.")
    }
    return duration
  }

  private static func gravity(_ text: String, option: String) throws(CommandError) -> Gravity {
    try Values.choice(
      text, option: option,
      from: [("fill", .aspectFill), ("fit", .aspectFit), ("resize", .resize)])
  }

  /// So that a slip of the finger does not fill a disk or the memory.
  private func checkAmount() throws(CommandError) {
    guard size.area <= Self.largestArea else {
      throw CommandError(
        .wrongWords, "--size: pictures of \(size) are too large to draw.",
        remedy: "Stay below 8192x8192 pixels in all.")
    }
    guard duration > .zero, duration.seconds * rate.framesPerSecond <= 9_999 else {
      throw CommandError(
        .wrongWords, "That would be no pictures, or more than 9999.",
        remedy: "Give another --duration or --rate.")
    }
  }

  private static let largestArea = 8192 * 8192
}
