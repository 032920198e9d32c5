import CaptureCore
import Dispatch
import MediaTypes
import RecordCore
import SystemThreads

/// Takes the photos of one series from a running session.
///
/// One task takes frames at the camera's rate and copies them, another makes photos of them, so that
/// a burst does not wait for compression.
struct PhotoShoot: Sendable {
  let session: CameraSession
  let series: PhotoSeries
  let settings: PhotoSettings

  /// The most frames that wait to become photos; while they are as many, newer ones are passed over.
  private static let backlog = 16
  /// How long a camera that was just opened gets for its exposure and white balance.
  private static let settling = MediaTime.milliseconds(300)

  private var clock: any MediaClock { session.clock }

  /// Takes them.
  ///
  /// - Parameters:
  ///   - countdown: hears the seconds that are left.
  ///   - use: gets each photo with its place in the series, in order.
  /// - Returns: what `use` made of them.
  func run<Result: Sendable>(
    countdown: (Int) -> Void, use: @Sendable (Photo, Int) async throws -> Result
  ) async throws -> [Result] {
    try checkSession()
    try await wait(countdown)
    guard settings.quality == .best, let format = stillFormat else {
      return try await take(after: clock.now, use)
    }
    let report = try await session.reopen(in: format)
    do {
      if let error = report?.error { throw error }
      let results = try await take(after: clock.now + Self.settling, use)
      await goBack()
      return results
    } catch {
      await goBack()
      throw error
    }
  }

  private func checkSession() throws {
    guard [.idle, .failed].contains(session.state.phase) else { return }
    throw session.state.problem
      ?? CaptureError(
        .invalidRequest, "There is no picture to keep: the camera is not running.",
        remedy: "Start the session first.")
  }

  private func wait(_ countdown: (Int) -> Void) async throws {
    let end = clock.now + series.timer
    var left = Int(series.timer.seconds.rounded(.up))
    while left > 0 {
      try await clock.sleep(until: end - .seconds(Int64(left)))
      countdown(left)
      left -= 1
    }
    try await clock.sleep(until: end)
  }

  /// The camera's largest format, if that is larger than the one in use.
  private var stillFormat: CameraFormat? {
    let state = session.state
    guard let best = FormatChoice.largest(of: state.camera?.formats ?? []) else { return nil }
    return best.size.area > state.format?.size.area ?? 0 ? best : nil
  }

  /// Back to the moving pictures' format, also when the photo was given up.
  private func goBack() async {
    await Task { _ = try? await session.reopen(in: nil) }.value
  }
}

// MARK: - Frames

extension PhotoShoot {
  private func take<Result: Sendable>(
    after start: MediaTime, _ use: @Sendable (Photo, Int) async throws -> Result
  ) async throws -> [Result] {
    let (taken, feed) = AsyncThrowingStream.makeStream(
      of: PhotoFrame.self, throwing: (any Error).self,
      bufferingPolicy: .bufferingOldest(Self.backlog))
    let maker = PhotoMaker(settings: settings, clock: clock, wall: session.configuration.wall)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await collect(after: start, into: feed)
          feed.finish()
        } catch {
          feed.finish(throwing: error)
        }
      }
      var results: [Result] = []
      for try await frame in taken {
        let photo = try await Background.run { () throws(RecordError) in
          try maker.photo(of: frame)
        }
        results.append(try await use(photo, results.count))
      }
      try Task.checkCancellation()
      return results
    }
  }

  /// Takes as many frames as there are to be photos.
  private func collect(
    after start: MediaTime, into feed: AsyncThrowingStream<PhotoFrame, any Error>.Continuation
  ) async throws {
    let frames = session.hub.router.frames(bound: 4, as: .asCaptured)
    var (count, due) = (0, start)
    while count < series.count {
      let frame = try await next(of: frames, notBefore: due)
      let usable = try await Background.run { () throws(RecordError) in
        try PhotoFrame(frame, cameraName: name(of: frame.source))
      }
      guard let usable else { continue }
      guard case .enqueued = feed.yield(usable) else { continue }
      count += 1
      due =
        series.interval.map { start + MediaTime(seconds: $0.seconds * Double(count)) }
        ?? frame.presentationTime + MediaTime(nanoseconds: 1)
    }
  }

  /// The first frame that was taken at a time or later.
  private func next(of frames: FrameStream, notBefore due: MediaTime) async throws -> VideoFrame {
    let limit = max(due, clock.now) + session.configuration.settings.firstFrameTimeout
    return try await withThrowingTaskGroup(of: VideoFrame?.self) { group in
      group.addTask {
        for await frame in frames where frame.presentationTime >= due { return frame }
        return nil
      }
      group.addTask { [clock] in
        try await clock.sleep(until: limit)
        throw session.state.problem
          ?? CaptureError(
            .noFrames, "The camera sends no picture to keep.",
            remedy: "Check its cable, or choose another camera.")
      }
      defer { group.cancelAll() }
      if let frame = try await group.next() ?? nil { return frame }
      try Task.checkCancellation()
      throw session.state.problem
        ?? CaptureError(.stopped, "The session was stopped before the photo was taken.")
    }
  }

  private func name(of camera: CameraID) -> String {
    let state = session.state
    return ([state.camera].compactMap { $0 } + state.cameras).first { $0.id == camera }?.name
      ?? camera.rawValue
  }
}

/// Work that takes a thread's time, kept off the threads that tasks share.
enum Background {
  static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await DispatchQueue.global(qos: .userInitiated).perform(work)
  }
}

extension FlipReport {
  /// Why it did not come to its end; nil when it did.
  fileprivate var error: CaptureError? {
    switch outcome {
    case .done: nil
    case .rolledBack(let error), .failed(let error): error
    case .superseded:
      CaptureError(.superseded, "Another camera was chosen before the photo was taken.")
    }
  }
}
