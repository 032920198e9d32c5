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
    let place = try place()
    let configuration = request.source.configuration(camera: request.camera, wish: request.wish)
    let session = CameraSession(configuration)
    let album = PhotoAlbum()
    let result = await Result {
      try await session.startOrStop()
      try await shoot(session, to: place, into: album)
    }
    let cameras = session.state.cameras
    await session.stop()
    // What a series had written before it failed stays, and is said.
    try show(album.photos, cameras)
    if case .failure(let error) = result { throw CommandError.known(error, cameras: cameras) }
  }

  private enum Place {
    case file(String)
    /// For names by date.
    case folder(String)
  }

  /// Where the photos go; what would keep them from it is said before the camera runs.
  private func place() throws -> Place {
    if let path = request.path {
      if request.series.count == 1 { try PhotoFile.check(path, replacing: request.replaces) }
      return .file(path)
    }
    let folder = try OutputFolder.existing(UserFolders.current().path(.pictures))
    let ending = "." + request.settings.format.fileExtension
    let path = DatedName.free(in: folder, name: DatedName.text(WallTime().time()), ending: ending)
    try PhotoFile.check(path, replacing: true)
    return .folder(folder)
  }

  private func shoot(
    _ session: CameraSession, to place: Place, into album: PhotoAlbum
  ) async throws {
    let hear: @Sendable (PhotoEvent) -> Void = { [console] event in
      switch event {
      case .countdown(let seconds): console.note("\(seconds) s")
      case .saved(let photo): album.add(photo)
      }
    }
    switch place {
    case .file(let path):
      try await session.photos(
        request.series, to: path, request.settings, replacing: request.replaces, event: hear)
    case .folder(let folder):
      try await session.photos(
        request.series, inFolder: folder, request.settings, event: hear)
    }
  }

  private func show(_ saved: [SavedPhoto], _ cameras: [CameraDevice]) throws {
    guard !saved.isEmpty else { return }
    if request.asJSON {
      try console.print(PhotoText.json(saved).indented())
    } else {
      let lines = saved.map { PhotoText.line($0, cameras) }
      try console.print(lines.joined(separator: "\n"))
    }
  }
}

/// The photos of a series that are written.
private final class PhotoAlbum: Sendable {
  private let state = Locked<[SavedPhoto]>([])

  var photos: [SavedPhoto] { state.withLock { $0 } }

  func add(_ photo: SavedPhoto) { state.withLock { $0.append(photo) } }
}
