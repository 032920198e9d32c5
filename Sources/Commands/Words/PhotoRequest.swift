import CaptureCore
import MediaTypes
import RecordCore
import Viewfinder

/// What `viewfinder photo` was asked.
struct PhotoRequest: Hashable, Sendable {
  var source: CameraSource
  var camera: CameraChoice
  var wish: FormatWish
  /// nil for a name by date in the user's Pictures folder.
  var path: String?
  var series: PhotoSeries
  var settings: PhotoSettings
  var replaces: Bool
  var asJSON: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    camera = words.camera
    wish = FormatWish(
      size: try words.read("--size", Values.size) ?? FormatWish().size,
      rate: try words.read("--rate", Values.rate) ?? FormatWish().rate)
    series = PhotoSeries(
      count: try words.read("--burst", Values.count) ?? 1,
      interval: try words.read("--interval", Values.time),
      timer: try words.read("--timer", Values.time) ?? .zero)
    settings = PhotoSettings(
      quality: words.has("--best") ? .best : .stream, isMirrored: words.has("--mirror"),
      software: "viewfinder \(ViewfinderVersion.text)")
    replaces = words.has("--overwrite")
    asJSON = words.has("--json")
    path = words.operands.first
    try checkWords(words)
  }

  private func checkWords(_ words: ParsedWords) throws(CommandError) {
    if words.operands.count > 1 {
      throw .wrong("One file at a time: \(quoted(words.operands[1])) is too much.", Syntax.photo)
    }
    if let path, PhotoFormat(fileName: path) == nil {
      throw CommandError(
        .wrongWords, "\(quoted(path)) does not say what kind of photo it is.",
        remedy: "Give a name that ends in .jpg or .png, like me.jpg.")
    }
    guard series.count <= PhotoSeries.maximumCount else {
      throw CommandError(
        .wrongWords, "--burst: \(series.count) photos are too many.",
        remedy: "Choose from 1 to \(PhotoSeries.maximumCount).")
    }
  }
}
