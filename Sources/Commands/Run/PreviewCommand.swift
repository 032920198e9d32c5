import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder

/// `viewfinder preview --headless`.
struct PreviewCommand: Sendable {
  let request: PreviewRequest
  let console: Console

  /// The most moments on a contact sheet.
  private static let sheetCapacity = 24

  init(_ request: PreviewRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let renderer = try SceneRenderer(request.renderer, size: request.size)
    let name = renderer.name
    let stage = try request.source.stage(camera: request.camera)
    let folder = try OutputFolder(request.output, orNewNamed: "viewfinder-preview")
    defer { folder.removeIfEmpty() }
    var album = Album(
      folder: folder, prefix: "frame", size: request.size, count: plan.moments.count,
      sheetCapacity: Self.sheetCapacity)
    let report: FilmReport
    do {
      report = try await Film(plan: plan, stage: stage).shoot(with: renderer) { picture in
        try album.add(picture, label: "\(Decimal.text(picture.moment.seconds, places: 2)) s")
      }
    } catch {
      throw CommandError.known(error, cameras: stage.session.state.cameras)
    }
    let sheet = try album.writeSheet()
    try console.print(
      FilmSummary.text(report, plan: plan, renderer: name, folder: folder, sheet: sheet))
    if let failure = FilmSummary.failure(report.flips) { throw failure }
  }

  private var plan: FilmPlan {
    let rate = request.rate
    let count = max(1, Int((request.duration.seconds * rate.framesPerSecond).rounded(.up)))
    return FilmPlan(
      size: request.size, gravity: request.gravity, style: request.style,
      moments: (0..<count).map { MediaTime(seconds: Double($0) / rate.framesPerSecond) },
      flips: request.flips, tolerance: rate.frameDuration)
  }
}
