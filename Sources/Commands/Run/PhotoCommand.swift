import CaptureCore
import MediaTypes
import RecordCore
import Viewfinder

/// `viewfinder photo`.
struct PhotoCommand: Sendable {
  let request: PhotoRequest
  let console: Console

  init(_ request: PhotoRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    do {
      try await take()
    } catch let error as RecordError where error.code == .exists {
      throw CommandError(
        .failed, error.message, remedy: "Give another name, or add --overwrite.")
    }
  }

  private func take() async throws {
    let path = try request.path ?? datedPath()
    if request.series.count == 1 { try PhotoFile.check(path, replacing: request.replaces) }
    let configuration = request.source.configuration(camera: request.camera, wish: request.wish)
    let session = CameraSession(configuration)
    do {
      try await session.startOrStop()
      let saved = try await shoot(session, to: path)
      let cameras = session.state.cameras
      await session.stop()
      try show(saved, cameras)
    } catch {
      let cameras = session.state.cameras
      await session.stop()
      throw CommandError.known(error, cameras: cameras)
    }
  }

  /// A name by date, for when it will be taken.
  private func datedPath() throws(CommandError) -> String {
    let folder = try OutputFolder.existing(UserFolders.current().path(.pictures))
    let taken = WallTime().time(ago: .zero - request.series.timer)
    let ending = "." + request.settings.format.fileExtension
    return DatedName.free(in: folder, name: DatedName.text(taken), ending: ending)
  }

  private func shoot(_ session: CameraSession, to path: String) async throws -> [SavedPhoto] {
    try await session.photos(
      request.series, to: path, request.settings, replacing: request.replaces
    ) { [console] event in
      if case .countdown(let seconds) = event { console.note("\(seconds) s") }
    }
  }

  private func show(_ saved: [SavedPhoto], _ cameras: [CameraDevice]) throws {
    if request.asJSON {
      try console.print(PhotoText.json(saved).indented())
    } else {
      let lines = saved.map { PhotoText.line($0, cameras) }
      try console.print(lines.joined(separator: "\n"))
    }
  }
}
