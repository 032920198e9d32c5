internal import RecordFFmpeg
import Viewfinder

/// Makes the movies of a window: one at a time, named by date in the person's folder of movies.
///
/// *Context*: main actor, which it never blocks.
@MainActor
final class MovieDesk {
  /// What it tells.
  enum Event: Sendable {
    case state(RecordingState)
    case message(String)
    /// A movie is whole.
    case saved(path: String)
    /// Recordings that a crash has left.
    case leftOvers([String])
  }

  private let folders: UserFolders?
  private let tell: @MainActor (Event) -> Void
  private var work: Task<Void, Never>?
  private var recording: Recording?
  private var leftOvers: [String] = []
  private(set) var state = RecordingState.off {
    didSet { if state != oldValue { tell(.state(state)) } }
  }

  init(folders: UserFolders?, tell: @escaping @MainActor (Event) -> Void) {
    self.folders = folders
    self.tell = tell
  }

  /// Begins a movie, or ends the one that grows.
  func toggle(_ session: CameraSession) {
    switch state.phase {
    case .off:
      state = RecordingState(.starting)
      work = Task { [weak self] in await self?.record(session) }
    case .recording: Task { await finish() }
    case .starting, .finishing: break
    }
  }

  /// Ends the movie, if there is one, and returns when it is whole.
  func finish() async {
    // While it starts there is nothing to stop yet.
    while state.phase == .starting, let work, recording == nil { await work.value }
    if let recording {
      state.phase = .finishing
      _ = try? await recording.stop()
    }
    await work?.value
  }

  /// Looks for recordings that a crash has left.
  func lookForLeftOvers() async {
    let folder = (folders ?? .current()).path(.videos)
    leftOvers = await Task.detached { MovieRepair.leftOvers(in: folder).map(\.path) }.value
    if !leftOvers.isEmpty { tell(.leftOvers(leftOvers)) }
  }

  /// Makes whole movies of what was found.
  func repairLeftOvers() async {
    let paths = leftOvers
    leftOvers = []
    for path in paths {
      let result = await Task.detached {
        Result { () throws(RecordError) in try MovieRepair.repair(path) }
      }.value
      switch result {
      case .success(let movie): tell(.saved(path: movie.path))
      case .failure(let error): tell(.message("\(error)"))
      }
    }
  }

  private func record(_ session: CameraSession) async {
    defer {
      recording = nil
      state = .off
    }
    do throws(RecordError) {
      let recording = try await begin(session)
      self.recording = recording
      for await progress in recording.progresses() {
        guard state.phase != .finishing, progress.phase != .finished else { break }
        state = RecordingState(.recording, seconds: Int(progress.duration.seconds))
      }
      let report = try await recording.finished()
      if let problem = report.problem { tell(.message("\(problem)")) }
      tell(.saved(path: recording.path))
    } catch {
      tell(.message("\(error)"))
    }
    try? await session.selectMicrophone(.none)
  }

  /// Opens microphone and file. The microphone is open for a recording only.
  private func begin(_ session: CameraSession) async throws(RecordError) -> Recording {
    var settings = RecordingSettings()
    settings.software = "Viewfinder \(ViewfinderVersion.text)"
    do throws(CaptureError) {
      try await session.selectMicrophone(.automatic)
    } catch {
      settings.sound = nil
      tell(.message("Without sound: \(error.message)"))
    }
    return try await DatedName.claim(
      in: MediaPath.folder(.videos, of: folders), name: DatedName.text(WallTime().time()),
      ending: ".mp4"
    ) { path throws(RecordError) in
      try await session.record(to: path, settings)
    }
  }
}
