public import CaptureCore
public import MediaTypes
import Synchronization

/// Microphones that a PulseAudio server offers.
///
/// Not needed where PipeWire can be reached: its own `pipewire-pulse` offers the same microphones
/// once more.
///
/// All work is done on one thread of the back end's own, which runs the library's loop. It begins with
/// the first use and ends with the last reference to the back end and its streams. A server that
/// does not run is not started.
public final class PulseBackend: MicrophoneBackend {
  static let name = "pulse"

  /// `pulse`.
  public var name: String { Self.name }

  private let clock: any MediaClock
  private let server: String?
  private let thread = Locked<LoopThread?>(nil)
  private let subscriptions = Atomic(0)

  /// Makes a back end; nothing is connected before the first use.
  ///
  /// - Parameters:
  ///   - clock: for the time between attempts to reach the server, and the times of the sound.
  ///   - server: as PulseAudio writes it, such as `unix:/run/user/1000/pulse/native`; nil for the
  ///     session's own.
  public init(clock: any MediaClock, server: String? = nil) {
    self.clock = clock
    self.server = server
  }

  /// The microphones at this moment and after each change; monitors of loudspeakers are marked.
  ///
  /// When the server cannot be reached or ends, the list is empty and its `problem` says so; another
  /// attempt is made after 0.25 s, then less and less often, every 2 s at last.
  public func microphoneLists() -> AsyncStream<MicrophoneList> {
    let (lists, subscriber) = AsyncStream.makeStream(
      of: MicrophoneList.self, bufferingPolicy: .bufferingNewest(1))
    guard let thread = startedThread() else {
      subscriber.yield(MicrophoneList(problem: Fault.noLoop))
      subscriber.finish()
      return lists
    }
    let id = subscriptions.add(1, ordering: .relaxed).newValue
    // The subscription keeps the thread, and so the lists coming, until it is dropped.
    subscriber.afterEnd { thread.post { $0.unsubscribe(id) } }
    thread.post { $0.subscribe(id, subscriber) }
    return lists
  }

  /// Opens a microphone; the server converts its sound to the wished format.
  ///
  /// - Throws: `noSuchMicrophone`, `unplugged`, `unsupportedFormat`, `busy`, `notPermitted`,
  ///   `serviceUnavailable`; `startFailed` when the server does not answer within 4 s.
  ///
  /// *Context*: any task; suspends and does not block a thread.
  public func open(
    _ microphone: MicrophoneID, format: SoundFormat
  ) async throws(CaptureError) -> any MicrophoneStream {
    guard let thread = startedThread() else { throw Fault.noLoop }
    let opened = await thread.ask { $0.open(microphone, format: format, reply: $1) }
    return PulseStream(try opened.get(), on: thread)
  }

  private func startedThread() -> LoopThread? {
    thread.withLock { thread in
      if thread == nil {
        thread = LoopThread { [clock, server] loop, queue in
          PulseHub(on: loop, queue: queue, clock: clock, server: server)
        }
      }
      return thread
    }
  }
}

/// A microphone of PulseAudio's that somebody has opened: the door to its `SourceStream`.
///
/// A stream that is let go of without `close` is closed all the same.
final class PulseStream: MicrophoneStream {
  private let thread: LoopThread
  private let id: Int
  let format: SoundFormat

  init(_ opened: OpenedSource, on thread: LoopThread) {
    self.thread = thread
    id = opened.id
    format = opened.format
  }

  deinit {
    let id = id
    thread.post { $0.close(id) }
  }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    let id = id
    try await thread.ask { $0.start(id, handler, reply: $1) }.get()
  }

  // What has been stopped cannot be started again, so that the microphone need not be kept for it.
  func stop() async { await close() }

  func close() async {
    let id = id
    await thread.ask { hub, reply in
      hub.close(id)
      reply(())
    }
  }
}
