import CaptureCore
import MediaTypes
import RecordCore
import RecordFFmpeg
import Viewfinder

/// `viewfinder record`.
struct RecordCommand: Sendable {
  let request: RecordRequest
  let console: Console
  private let clock = SystemClock()

  init(_ request: RecordRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let name = try MovieFileName(request)
    offerRepair()
    let session = CameraSession(configuration)
    do {
      let recording = try await begin(session, to: name)
      let timetable = MovieTimetable(
        session: session, recording: recording, clock: clock, flips: request.flips,
        duration: request.duration)
      let timing = Task { await timetable.run() }
      defer { timing.cancel() }
      let report = try await supervise(recording, of: session)
      timing.cancel()
      await session.stop()
      try show(report, await timing.value)
    } catch {
      let cameras = session.state.cameras
      await session.stop()
      throw CommandError.known(error, cameras: cameras)
    }
  }

  private var configuration: CameraSession.Configuration {
    var configuration = request.source.configuration(
      camera: request.camera,
      wish: FormatWish(
        size: request.settings.canvas.size, rate: request.settings.canvas.rate,
        prefersCompressed: request.settings.passesThrough))
    configuration.microphone = request.microphone
    return configuration
  }

  /// Says that a crash has left takes where movies go.
  private func offerRepair() {
    guard request.file == nil else { return }
    let leftOvers = MovieRepair.leftOvers(in: UserFolders.current().path(.videos))
    guard let first = leftOvers.first else { return }
    let more = leftOvers.count > 1 ? " and \(leftOvers.count - 1) more" : ""
    console.note(
      "A recording was not finished: \(first.path)\(more)."
        + " Make a movie of it: viewfinder repair \(quoted(first.path))")
  }

  /// Starts the camera, and then records; of a film, which begins when it is opened, nothing is missed.
  private func begin(_ session: CameraSession, to name: MovieFileName) async throws -> Recording {
    guard request.camera.isFilm else {
      try await session.startOrStop()
      return try await record(session, to: name, try await settings(for: session))
    }
    await session.openMicrophone()
    var settings = try await settings(for: session)
    settings.precedesStart = true
    let recording = try await record(session, to: name, settings)
    try await session.startOrStop()
    return recording
  }

  private func record(
    _ session: CameraSession, to name: MovieFileName, _ settings: RecordingSettings
  ) async throws(RecordError) -> Recording {
    guard let dated = name.dated else { return try await session.record(to: name.path, settings) }
    return try await DatedName.claim(
      in: dated.folder, name: dated.name, ending: request.fileExtension
    ) { path throws(RecordError) in
      try await session.record(to: path, settings)
    }
  }

  private func settings(for session: CameraSession) async throws -> RecordingSettings {
    var settings = RecordingSettings()
    settings.canvas = request.settings.canvas
    settings.video = request.settings.video
    settings.passesThrough = request.settings.passesThrough
    settings.recordsFlip = request.recordsFlips
    settings.limits = request.limits
    settings.overwrites = request.overwrites && request.file != nil
    settings.software = "viewfinder \(ViewfinderVersion.text)"
    settings.sound = try await hasSound(session) ? request.settings.sound : nil
    return settings
  }

  /// Waits for the microphone. Nobody asked for one, and there is none: the movie is without sound.
  private func hasSound(_ session: CameraSession) async throws -> Bool {
    guard request.microphone != .none else { return false }
    guard let problem = await session.microphoneSettled() else { return true }
    try Task.checkCancellation()
    if case .id = request.microphone { throw problem }
    console.note("The movie is without sound. \(problem)")
    return false
  }

  /// Waits for the end, which the first Ctrl-C brings about.
  private func supervise(
    _ recording: Recording, of session: CameraSession
  ) async throws -> TakeReport {
    let watching = Task { await watch(session, recording) }
    defer { watching.cancel() }
    let showing = Task { await showProgress(recording, session) }
    let result = await withTaskCancellationHandler {
      await Result { try await recording.finished() }
    } onCancel: {
      Task { try? await recording.stop() }
    }
    // The terminal's line is free before anything else is said.
    showing.cancel()
    await showing.value
    do {
      return try result.get()
    } catch {
      // Who interrupts it before the first picture is to know that there is no file.
      if Task.isCancelled { console.note("\(error)") }
      throw error
    }
  }

  /// Says why the last picture is held. A movie that has come to its end ends the recording.
  private func watch(_ session: CameraSession, _ recording: Recording) async {
    var told: CaptureError?
    for await state in session.states() {
      let problem = state.phase == .interrupted ? state.problem : nil
      if let problem, problem != told {
        console.note("\(problem)")
        if problem.code == .ended { _ = try? await recording.stop() }
      } else if told != nil, state.phase == .running {
        console.note("The picture is back, from \(state.camera?.name ?? "a camera").")
      } else {
        continue
      }
      told = problem
    }
  }

  private func showProgress(_ recording: Recording, _ session: CameraSession) async {
    async let notes: Void = noteWarnings(recording)
    if console.errors.isTerminal {
      await ProgressDisplay(console: console, clock: clock).run(recording.progresses()) {
        session.microphone.levels
      }
    }
    await notes
  }

  private func noteWarnings(_ recording: Recording) async {
    var told: RecordError?
    // A disk that fills up is said once, and not with each number of bytes.
    for await progress in recording.progresses() where progress.warning?.code != told?.code {
      if let warning = progress.warning {
        console.note("\(warning)")
      } else if told?.code == .encoderFailed {
        console.note("The encoder follows the camera again.")
      }
      told = progress.warning
    }
  }

  private func show(
    _ report: TakeReport, _ flips: [Result<FlipReport, any Error>]
  ) throws {
    let lines = zip(request.flips, flips).map(FilmSummary.line)
    if request.asJSON {
      try console.print(TakeText.json(report).indented())
      if FilmSummary.failure(flips) != nil { for line in lines { console.note(line) } }
    } else {
      try console.print((lines + ["\(report)", "Movie: \(report.path)"]).joined(separator: "\n"))
    }
    try Task.checkCancellation()
    if let problem = report.problem { throw problem }
    if let failure = FilmSummary.failure(flips) { throw failure }
  }
}

extension Result where Failure == any Error {
  /// What came of work that suspends.
  init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
