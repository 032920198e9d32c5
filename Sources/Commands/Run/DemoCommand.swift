import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder

/// `viewfinder demo`: one flip between virtual cameras, as pictures and as a movie, in virtual time.
struct DemoCommand: Sendable {
  let request: DemoRequest
  let console: Console

  private static let size = PixelSize(width: 1280, height: 720)
  /// When somebody taps, from the first picture.
  private static let tap = MediaTime.milliseconds(500)
  /// From a tenth of a second before the tap to a tenth after the end of the turn; the middle of
  /// the turn, where the sides change, is looked at more closely.
  private var moments: [MediaTime] {
    [-100, 0, 100, 200, 300, 380, 440, 480, 520, 560, 620, 700, 800, 900, 1000, 1100].map {
      let share = $0 < 0 ? 1 : request.style.duration.seconds
      return Self.tap + MediaTime(seconds: $0 / 1000 * share)
    }
  }

  init(_ request: DemoRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let plan = FilmPlan(
      size: Self.size, gravity: .aspectFill, style: request.style, moments: moments,
      flips: [Self.tap], tolerance: .milliseconds(50))
    let renderer = try SceneRenderer(request.renderer, size: plan.size)
    let name = renderer.name
    let stage = try request.source.stage(camera: .position(.back))
    let folder = try OutputFolder(request.output, orNewNamed: "viewfinder-demo")
    defer { folder.removeIfEmpty() }
    var album = Album(
      folder: folder, prefix: "flip", size: plan.size, count: plan.moments.count,
      sheetCapacity: plan.moments.count)
    let report = try await Film(plan: plan, stage: stage).shoot(with: renderer) { picture in
      let seconds = (picture.moment - Self.tap).seconds
      try album.add(picture, label: "\(Decimal.text(seconds, places: 2)) s")
    }
    let sheet = try album.writeSheet()
    try console.print(
      FilmSummary.text(report, plan: plan, renderer: name, folder: folder, sheet: sheet))
    if request.source.isVirtual { try console.print(try await DemoMovie(request).text(in: folder)) }
  }
}
