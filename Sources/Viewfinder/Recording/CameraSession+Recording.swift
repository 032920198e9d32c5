import CaptureCore
import MediaTypes
public import RecordCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CameraSession {
  /// The recording under way; nil when there is none.
  public var recording: Recording? { hub.recordings.recording.flatMap { $0.isFinished ? nil : $0 } }

  /// Begins to record a movie from what the session captures from now on.
  ///
  /// Until it is finished, what is recorded lies beside the file-to-be and can be opened whatever happens.
  /// A session that is stopped finishes it first.
  ///
  /// - Parameters:
  ///   - path: of the file to be. Its ending says what kind it is: `.mp4`, `.mkv`, `.webm`. Nothing
  ///     of that name may exist.
  ///   - settings: what it is to be.
  /// - Returns: what stops and pauses it.
  /// - Throws: `RecordError`: the session does not run or records already, the name has no known ending or
  ///   exists, the folder cannot be written to, the disk is nearly full, no encoder works.
  ///
  /// *Context*: after `start`, or before it if `settings.precedesStart`; suspends for as long as opening an
  /// encoder and a file takes.
  public func record(
    to path: String, _ settings: RecordingSettings = RecordingSettings()
  ) async throws(RecordError) -> Recording {
    guard settings.precedesStart || [.running, .flipping, .interrupted].contains(state.phase) else {
      throw RecordError(
        .invalidRequest, "There is nothing to record: the session does not run.",
        remedy: "Wait until start has returned.")
    }
    guard let movies else {
      throw RecordError(.encoderUnavailable, "This program was built without a movie writer.")
    }
    let plan = Recorder.Plan(
      path: path, settings: try movieSettings(for: path, settings), limits: settings.limits,
      backend: movies, clock: clock)
    return try await hub.recordings.start(
      plan, drawsFlips: settings.recordsFlip, microphone: microphone)
  }

  private func movieSettings(
    for path: String, _ settings: RecordingSettings
  ) throws(RecordError) -> MovieSettings {
    let hasMicrophone = microphoneChoice.withLock { $0 != .none }
    guard let container = MovieContainer(fileName: path) else {
      throw RecordError(
        .badSettings,
        "The name \(CaptureError.quoted(path)) does not say what kind of movie it is.",
        remedy: "Let it end in .mp4, .mkv or .webm.")
    }
    var movie = MovieSettings(
      canvas: settings.canvas, container: container, video: settings.video,
      passesThrough: settings.passesThrough, sound: hasMicrophone ? settings.sound : nil,
      createdAt: Int64(time(nil)), software: settings.software,
      cameraName: state.camera?.name ?? "")
    movie.overwrites = settings.overwrites
    try movie.check()
    return movie
  }
}
