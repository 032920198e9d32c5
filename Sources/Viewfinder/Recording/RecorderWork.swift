import CaptureCore
import MediaTypes
import RecordCore

/// What a recorder does on its thread.
///
/// Sendable unchecked: everything in it is used on the recorder's serial queue only.
final class RecorderWork: @unchecked Sendable {
  private let plan: Recorder.Plan
  private let writer: any MovieWriter
  private var take: Take
  private var lastSpaceCheck: MediaTime
  private var sources = FrameSources()
  /// What the writer threw at an append; it takes nothing after that.
  private var failure: RecordError?

  /// How often the disk is asked.
  private static let spaceInterval = MediaTime.seconds(1)

  init(_ plan: Recorder.Plan) throws(RecordError) {
    self.plan = plan
    try plan.settings.check()
    if let free = plan.backend.freeBytes(near: plan.path), free < plan.limits.diskEnd {
      throw RecordError(
        .diskFull, "The disk is nearly full (\(free / 1_000_000) MB free): nothing was recorded.",
        remedy: "Delete files, or record to another disk.")
    }
    writer = try plan.backend.create(plan.path, settings: plan.settings)
    let now = plan.clock.now
    lastSpaceCheck = now - Self.spaceInterval
    take = Take(
      path: plan.path, settings: plan.settings, limits: plan.limits,
      queueBound: RecorderQueue.frameBound, start: now)
  }

  /// Works until there is nothing to do.
  func run(_ queue: RecorderQueue, _ progress: StateBoard<TakeProgress>, _ outcome: Outcome) {
    while let (message, backlog) = queue.next() {
      switch message.content {
      case .event(let event):
        if case .tick = event { tick(at: message.time) }
        handle(event, at: message.time)
      case .frame(let frame, let origin, let lost):
        handle(frame, origin, backlog: backlog, lost: lost, at: message.time)
      case .barrier(let continuation): continuation.resume()
      }
      progress.update { $0 = take.progress }
      finishIfClosed(queue, progress, outcome)
    }
    finishIfClosed(queue, progress, outcome)
  }

  /// Ends the movie now, with what is there.
  func abandon(at now: MediaTime) {
    handle(.stop, at: now)
    handle(.tick(), at: now + plan.limits.drain + .seconds(1))
  }

  private func handle(_ event: Take.Event, at time: MediaTime) {
    guard !take.isClosed else { return }
    for action in take.handle(event, at: time) { perform(action, at: time) }
    if let failure, !take.isClosed {
      for action in take.handle(.failed(failure), at: time) { perform(action, at: time) }
    }
    _ = take.handle(.facts(writer.facts), at: time)
  }

  private func handle(
    _ frame: VideoFrame, _ origin: FrameOrigin, backlog: Int, lost: Int, at time: MediaTime
  ) {
    if plan.drawnFlip?.isTurning == true { return handle(.unseen, at: time) }
    let frame = TakeFrame(
      frame, stream: sources.number(of: origin.stream), rate: origin.rate, backlog: backlog,
      lost: lost)
    handle(.frame(frame), at: time)
  }

  private func tick(at time: MediaTime) {
    checkSpace(at: time)
    guard let drawnFlip = plan.drawnFlip, drawnFlip.isTurning, !take.isClosed,
      let frame = drawnFlip.frame(at: time)
    else { return }
    let drawn = TakeFrame(frame, stream: sources.numberOfDrawn(), rate: plan.settings.canvas.rate)
    handle(.frame(drawn), at: time)
  }

  private func perform(_ action: Take.Action, at time: MediaTime) {
    switch action {
    case .append(let frame, let indices):
      attempt { () throws(RecordError) in
        for index in indices { try writer.append(frame, at: index) }
      }
    case .appendSound(let sound, let position):
      attempt { () throws(RecordError) in try writer.append(sound, at: position) }
    case .lowerQuality:
      _ = take.handle(.loweredQuality(writer.lowerQuality()), at: time)
    case .finish: finish(at: time)
    case .discard:
      writer.discard()
      closing = .discarded
      _ = take.handle(.closed(nil), at: time)
    }
  }

  private func attempt(_ append: () throws(RecordError) -> Void) {
    guard failure == nil else { return }
    do throws(RecordError) { try append() } catch { failure = error }
  }

  // MARK: The end

  private enum Closing {
    case finished
    case discarded
    case failed(RecordError)
  }

  private var closing: Closing?

  private func finish(at time: MediaTime) {
    do throws(RecordError) {
      let summary = try writer.finish()
      closing = .finished
      _ = take.handle(.closed(summary), at: time)
    } catch {
      closing = .failed(error)
      _ = take.handle(.closed(nil), at: time)
    }
  }

  private func finishIfClosed(
    _ queue: RecorderQueue, _ progress: StateBoard<TakeProgress>, _ outcome: Outcome
  ) {
    guard let closing, take.isClosed, outcome.value == nil else { return }
    queue.close()
    switch closing {
    case .finished: outcome.set(.success(take.report))
    case .failed(let error): outcome.set(.failure(error))
    case .discarded: outcome.set(.failure(take.report.problem ?? .nothingRecorded))
    }
    progress.finish()
  }

  private func checkSpace(at time: MediaTime) {
    guard time - lastSpaceCheck >= Self.spaceInterval else { return }
    lastSpaceCheck = time
    if let free = plan.backend.freeBytes(near: plan.path) { handle(.space(free), at: time) }
  }
}

extension RecordError {
  static let nothingRecorded = RecordError(
    .nothingRecorded, "Nothing was recorded: it was stopped before the first picture came.",
    remedy: "Wait for the picture before you stop.")
}

/// Numbers the sources of frames in the order in which they take over from one another: cameras, and the
/// drawing of flips between them.
struct FrameSources {
  private var number: UInt64 = 0
  private var stream: StreamID?
  private var isDrawn = false

  /// - Returns: 0, which is older than all, for a camera from before the last one.
  mutating func number(of stream: StreamID) -> UInt64 {
    if let last = self.stream, stream < last { return 0 }
    if isDrawn || stream != self.stream { number += 1 }
    (self.stream, isDrawn) = (stream, false)
    return number
  }

  mutating func numberOfDrawn() -> UInt64 {
    if !isDrawn { number += 1 }
    isDrawn = true
    return number
  }
}
