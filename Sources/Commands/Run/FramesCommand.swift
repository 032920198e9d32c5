import CaptureCore
import MediaTypes
import Viewfinder

/// `viewfinder frames`.
struct FramesCommand: Sendable {
  let request: FramesRequest
  let console: Console

  init(_ request: FramesRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    try checkTerminal()
    let configuration = request.source.configuration(camera: request.camera, wish: request.wish)
    let session = CameraSession(configuration)
    // Before the start, so that the first frame is there too.
    let frames = session.frames(bound: 8)
    do {
      try await session.startOrStop()
      try await write(frames, of: session)
      await session.stop()
    } catch {
      let cameras = session.state.cameras
      await session.stop()
      throw CommandError.known(error, cameras: cameras)
    }
  }

  /// A terminal would show the bytes as a screenful of garbage.
  private func checkTerminal() throws(CommandError) {
    guard console.output.isTerminal else { return }
    throw CommandError(
      .failed, "Pictures are bytes for a program, and standard output is a terminal.",
      remedy: "Add a pipe, like `| ffplay -`, or `> file.y4m`.")
  }

  private func write(_ frames: FrameStream, of session: CameraSession) async throws {
    let format = session.state.format
    var writer = FrameWriter(format: request.format, rate: format?.rate ?? request.wish.rate)
    let pipe = PipeWriter(console.output)
    let notes = noteProblems(of: session)
    defer { notes.cancel() }
    var source: CameraID?
    if case .id(let wanted) = request.camera { source = wanted }
    for await frame in frames {
      try Task.checkCancellation()
      guard frame.source == source ?? frame.source else {
        if movieHasEnded(session.state) { break }
        throw session.state.problem.map { CommandError($0) }
          ?? CommandError(
            .failed, "After \(counted(writer.count, "picture")) another camera took over.")
      }
      source = frame.source
      if writer.count == 0 { describe(frame, from: session.state.camera, rate: writer.rate) }
      try await pipe.write(try writer.bytes(for: frame))
      if writer.count == request.count { break }
    }
    try Task.checkCancellation()
    let dropped = frames.droppedCount
    console.note(
      "\(counted(writer.count, "picture")), \(dropped) dropped because the reader was slower.")
    if let count = request.count, writer.count < count {
      throw session.state.problem.map { CommandError($0) }
        ?? CommandError(.failed, "The camera stopped after \(counted(writer.count, "picture")).")
    }
  }

  /// A movie that has come to its end does not come back, as a camera may.
  private func movieHasEnded(_ state: SessionState) -> Bool { state.problem?.code == .ended }

  /// Says why no pictures come for a while: the session waits for the camera or its service.
  private func noteProblems(of session: CameraSession) -> Task<Void, Never> {
    Task {
      var told: CaptureError?
      for await state in session.states() {
        guard let problem = state.problem, problem != told,
          state.phase == .interrupted || problem.code == .coverClosed
        else { continue }
        told = problem
        console.note("\(problem)")
        if movieHasEnded(state) { await session.stop() }
      }
    }
  }

  private func describe(_ frame: VideoFrame, from camera: CameraDevice?, rate: FrameRate) {
    let name = camera?.name ?? frame.source.rawValue
    console.note("\(name): \(frame.format) \(frame.size) at \(rate).")
    if frame.rotation != .none {
      console.note("The pictures stand upright when turned \(frame.rotation.rawValue)° clockwise.")
    }
  }
}

extension CommandError {
  /// An error in the program's shape; one about a camera that is not there lists those that are.
  static func known(_ error: any Error, cameras: [CameraDevice]) -> any Error {
    // An address that was given is no other camera to choose.
    let others = cameras.filter { $0.backend != "stream" }
    guard let error = error as? CaptureError, error.code == .noSuchCamera, !others.isEmpty else {
      return error
    }
    let list = others.map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
    return CommandError(.noSuchCamera, error.message, remedy: "There are: \(list).")
  }
}
