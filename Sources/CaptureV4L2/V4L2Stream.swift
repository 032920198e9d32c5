import CaptureCore
import Dispatch
import Glibc
import MediaTypes
import SystemThreads

/// One opened camera.
///
/// ```
///   opened ──start──▶ running ──stop──▶ stopped
///     └──────────── close ┴──────────────┴────▶ closed
/// ```
///
/// All work that may block runs on a queue of its own, and pictures on a thread of its own.
final class V4L2Stream: CaptureStream {
  /// What is fixed for the stream's life.
  struct Context: Sendable {
    let source: CaptureLoop.Source
    let words: FaultWords
    let clock: any MediaClock
    let sharing: MemorySharing
    /// Make pictures of a camera's own H.264; nil to hand it on.
    let decoders: AccessUnitDecoderFactory?
    /// Called when the camera turns out to be gone.
    let lost: @Sendable () -> Void
    /// Called before a camera that was streaming is let go.
    let ending: @Sendable (VideoNode) -> Void
  }

  private enum Phase {
    case opened(StreamSetting)
    case running(StreamSetting, WorkerThread, wakeUp: Descriptor)
    case stopped
    case closed
  }

  private let context: Context
  private let work: DispatchQueue
  private let phase: Locked<Phase>
  private let given: Locked<CameraFormat>

  /// Takes over a camera that has been set to a mode.
  ///
  /// - Parameter work: the queue that the setting was made on.
  init(_ setting: StreamSetting, context: Context, work: DispatchQueue) {
    self.context = context
    self.work = work
    phase = Locked(.opened(setting))
    given = Locked(setting.format)
  }

  deinit {
    // The thread ends by itself; it holds the camera until then.
    phase.withLock { phase in
      if case .running(_, _, let wakeUp) = phase { context.words.calls.signal(wakeUp.rawValue) }
    }
  }

  var format: CameraFormat { given.withLock { $0 } }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    try await work.perform { () throws(CaptureError) in try self.startNow(handler) }
  }

  func stop() async { await work.perform { self.stopNow() } }

  func close() async {
    await work.perform {
      self.stopNow()
      self.phase.withLock { $0 = .closed }
    }
  }
}

// MARK: - On the queue

extension V4L2Stream {
  private func startNow(_ handler: @escaping CaptureHandler) throws(CaptureError) {
    guard case .opened(let wished) = phase.withLock({ $0 }) else {
      throw CaptureError(
        .invalidRequest, "A stream can be started once, before it is stopped.",
        remedy: "Open the camera again.")
    }
    let wakeUp = try context.words.explaining(.starting) { () throws(SystemError) in
      try Descriptor(eventFrom: context.words.calls)
    }
    let setting = try startPictures(wished)
    let loop = CaptureLoop(
      setting: setting, source: context.source, words: context.words, clock: context.clock,
      wakeUp: wakeUp, sharing: context.sharing,
      handler: noticingLoss(decoding(setting.format, handler)))
    let changed = setting.format == wished.format ? nil : setting.format
    let thread = try context.words.explaining(.starting) { () throws(SystemError) in
      try WorkerThread.running {
        if let changed { handler(.formatChanged(changed)) }
        var loop = loop
        loop.run()
      }
    }
    phase.withLock { $0 = .running(setting, thread, wakeUp: wakeUp) }
    given.withLock { $0 = setting.format }
  }

  private func noticingLoss(_ handler: @escaping CaptureHandler) -> CaptureHandler {
    { [lost = context.lost] event in
      if case .failed(let error) = event, error.code == .unplugged { lost() }
      handler(event)
    }
  }

  private func decoding(
    _ format: CameraFormat, _ handler: @escaping CaptureHandler
  ) -> CaptureHandler {
    guard format.pixelFormat == .h264, let decoder = context.decoders?() else { return handler }
    return { event in
      guard case .frame(let frame) = event else { return handler(event) }
      for event in decoder.decode(frame) { handler(event) }
    }
  }

  /// Starts in the wished mode, or in a lower one when the USB bus is too full for it.
  private func startPictures(_ wished: StreamSetting) throws(CaptureError) -> StreamSetting {
    do throws(SystemError) {
      try wished.begin()
      return wished
    } catch {
      let refusal = context.words.error(error, while: .starting)
      guard error.code == ENOSPC else { throw refusal }
      return try startLower(than: wished, refusal)
    }
  }

  private func startLower(
    than wished: StreamSetting, _ refusal: CaptureError
  ) throws(CaptureError) -> StreamSetting {
    let node = wished.node
    for mode in LowerModes.of(wished.format, among: wished.node.modes(wished.queue.type)) {
      wished.queue.release()
      let setting = try StreamSetting(node: node, wish: mode, words: context.words)
      do throws(SystemError) {
        try setting.begin()
        return setting
      } catch {
        guard error.code == ENOSPC else { throw context.words.error(error, while: .starting) }
      }
    }
    throw refusal
  }

  private func stopNow() {
    guard case .running(let setting, let thread, let wakeUp) = phase.withLock({ $0 }) else {
      return phase.withLock { if case .opened = $0 { $0 = .stopped } }
    }
    context.words.calls.signal(wakeUp.rawValue)
    thread.join()
    try? setting.queue.streamOff()
    context.ending(setting.node)
    phase.withLock { $0 = .stopped }
  }
}
