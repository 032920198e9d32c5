public import CaptureCore
public import MediaTypes
import Synchronization

/// Cameras and microphones that PipeWire offers: USB and built-in ones through V4L2 or libcamera, and those that
/// other programs provide.
///
/// Not for screens, nor for cameras that see infrared only: they are not listed.
///
/// All work is done on one thread of the back end's own, which runs PipeWire's loop. It begins with
/// the first use and ends with the last reference to the back end and its streams. Frames are copied
/// once, out of PipeWire's memory into a pool of the stream's own, or not at all where a renderer imports
/// memory that the kernel shares (`DMABuf`).
public final class PipeWireBackend: CaptureBackend {
  static let name = "pipewire"

  /// `pipewire`.
  public var name: String { Self.name }

  private let clock: any MediaClock
  private let remote: String?
  private let portal: CameraPortal
  private let sharing: MemorySharing
  private let thread = Locked<LoopThread<PipeWireHub>?>(nil)
  private let subscriptions = Atomic(0)

  /// Makes a back end; nothing is connected before the first use.
  ///
  /// - Parameters:
  ///   - clock: for the time between attempts to reach the daemon, the limits of a camera's opening
  ///     and start, and the arrival of frames.
  ///   - remote: the daemon's name, or the full path of its socket; nil for the session's own.
  ///   - portal: whether cameras are asked for through the desktop's portal; microphones never are.
  ///   - sharing: says whether frames may come in memory that the kernel shares, for a renderer to
  ///     import; what is said when a camera is opened counts for as long as it is open, a later no too.
  public init(
    clock: any MediaClock, remote: String? = nil, portal: CameraPortal = .automatic,
    sharing: MemorySharing = MemorySharing()
  ) {
    self.clock = clock
    self.remote = remote
    self.portal = portal
    self.sharing = sharing
  }

  /// The cameras at this moment and after each change; see `CaptureBackend.deviceLists()`.
  ///
  /// The first list comes once the daemon has told of all its cameras, or cannot be reached. Then,
  /// and when it ends, the list is empty and its `problem` is `serviceUnavailable` or
  /// `notPermitted`; another attempt is made after 0.25 s, then less and less often, every 2 s at
  /// last.
  ///
  /// Through the portal a person may have to answer a question first: `problem` is `notPermitted`
  /// meanwhile, and after a no. Nobody is asked twice by one subscription; a new one asks again.
  ///
  /// *Context*: any thread; does not block. Lists are sent on the back end's thread.
  public func deviceLists() -> AsyncStream<DeviceList> {
    let (lists, subscriber) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    guard let thread = startedThread() else {
      subscriber.yield(DeviceList(problem: Fault.noLoop))
      subscriber.finish()
      return lists
    }
    let id = newSubscription()
    // The subscription keeps the thread, and so the lists coming, until it is dropped.
    subscriber.afterEnd { thread.post { $0.unsubscribe(id) } }
    thread.post { $0.subscribe(id, subscriber) }
    return lists
  }

  /// Opens a camera and agrees on a format; the camera runs from here on.
  ///
  /// - Parameters:
  ///   - camera: one of the latest list.
  ///   - format: its pixel format must be one of the camera's; size and rate are a wish.
  /// - Returns: a stream to be started, once.
  /// - Throws: `noSuchCamera`, `unplugged`, `unsupportedFormat`, `busy`, `notPermitted`,
  ///   `serviceUnavailable`; `startFailed` when no session manager answers within 5 s.
  ///
  /// *Context*: any task; suspends and does not block a thread.
  public func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    guard let thread = startedThread() else { throw Fault.noLoop }
    let opened = await thread.ask { $0.open(camera, format: format, reply: $1) }
    return PipeWireStream(try opened.get(), on: thread)
  }

  func newSubscription() -> Int { subscriptions.add(1, ordering: .relaxed).newValue }

  func startedThread() -> LoopThread<PipeWireHub>? {
    thread.withLock { thread in
      if thread == nil {
        thread = LoopThread { [clock, remote, portal, sharing] loop, queue in
          PipeWireHub(
            on: loop, queue: queue, clock: clock, remote: remote, portal: portal, sharing: sharing)
        }
      }
      return thread
    }
  }
}
