public import CaptureCore
public import MediaTypes

extension PipeWireBackend: MicrophoneBackend {
  /// The microphones at this moment and after each change; the monitors of loudspeakers among them,
  /// marked as such.
  ///
  /// When the daemon cannot be reached or ends, the list is empty and its `problem` says so; other
  /// attempts are made as for cameras.
  public func microphoneLists() -> AsyncStream<MicrophoneList> {
    let (lists, subscriber) = AsyncStream.makeStream(
      of: MicrophoneList.self, bufferingPolicy: .bufferingNewest(1))
    guard let thread = startedThread() else {
      subscriber.yield(MicrophoneList(problem: Fault.noLoop))
      subscriber.finish()
      return lists
    }
    let id = newSubscription()
    subscriber.afterEnd { thread.post { $0.microphones.unsubscribe(id) } }
    thread.post { $0.microphones.subscribe(id, subscriber) }
    return lists
  }

  /// Opens a microphone; PipeWire converts its sound to the wished format.
  ///
  /// - Throws: `noSuchMicrophone`, `unplugged`, `unsupportedFormat`, `busy`, `notPermitted`,
  ///   `serviceUnavailable`; `startFailed` when no session manager answers within 4 s.
  ///
  /// *Context*: any task; suspends and does not block a thread.
  public func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    guard let thread = startedThread() else { throw Fault.noLoop }
    let opened = await thread.ask { $0.microphones.open(microphone, format: format, reply: $1) }
    return PipeWireMicrophoneStream(try opened.get(), on: thread)
  }
}

/// A microphone of PipeWire's that somebody has opened: the door to its `SoundNodeStream`.
///
/// A stream that is let go of without `close` is closed all the same.
final class PipeWireMicrophoneStream: MicrophoneStream {
  private let thread: LoopThread<PipeWireHub>
  private let id: Int
  let format: SoundFormat

  init(_ opened: OpenedMicrophone, on thread: LoopThread<PipeWireHub>) {
    self.thread = thread
    id = opened.id
    format = opened.format
  }

  deinit {
    let id = id
    thread.post { $0.microphones.close(id) }
  }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    let id = id
    try await thread.ask { $0.microphones.start(id, handler, reply: $1) }.get()
  }

  // What has been stopped cannot be started again, so that the microphone need not be kept for it.
  func stop() async { await close() }

  func close() async {
    let id = id
    await thread.ask { hub, reply in
      hub.microphones.close(id)
      reply(())
    }
  }
}
