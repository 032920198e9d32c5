import CaptureCore
import MediaTypes

/// A back end whose cameras do as a test says.
final class FakeBackend: CaptureBackend {
  enum Behaviour: Sendable {
    /// Sends a frame when started.
    case works
    /// Cannot be opened.
    case refuses(CaptureError)
    /// Opens only when `release` is called.
    case hangs
    /// Opens, but does not start.
    case refusesToStart(CaptureError)
    /// Starts, but sends nothing.
    case isSilent
    /// Sends a frame that is older than its start.
    case isStale
  }

  enum Act: Hashable, Sendable {
    case opening(CameraID)
    case opened(CameraID)
    case started(CameraID)
    case closed(CameraID)
  }

  private struct State {
    var list: DeviceList
    var subscribers: [AsyncStream<DeviceList>.Continuation] = []
    var behaviours: [CameraID: Behaviour] = [:]
    var hanging: [CheckedContinuation<Void, Never>] = []
    var streams: [CameraID: [FakeStream]] = [:]
  }

  let name = "model"
  let log = EventLog<Act>()
  private let clock: SteppedClock
  private let state: Locked<State>

  init(_ devices: [CameraDevice], clock: SteppedClock, problem: CaptureError? = nil) {
    self.clock = clock
    state = Locked(State(list: DeviceList(devices: devices, problem: problem)))
  }

  // MARK: For tests

  func set(_ camera: CameraDevice, _ behaviour: Behaviour) {
    state.withLock { $0.behaviours[camera.id] = behaviour }
  }

  func list(_ devices: [CameraDevice], problem: CaptureError? = nil) {
    let list = DeviceList(devices: devices, problem: problem)
    let subscribers = state.withLock { state in
      state.list = list
      return state.subscribers
    }
    for subscriber in subscribers { subscriber.yield(list) }
  }

  func release() {
    let hanging = state.withLock { state in
      defer { state.hanging = [] }
      return state.hanging
    }
    for opening in hanging { opening.resume() }
  }

  /// The stream of a camera that was opened last.
  func stream(of camera: CameraDevice) -> FakeStream? {
    state.withLock { $0.streams[camera.id]?.last }
  }

  func count(_ act: (CameraID) -> Act, of camera: CameraDevice) -> Int {
    let act = act(camera.id)
    return log.entries.count { $0 == act }
  }

  var openCount: Int {
    log.entries.reduce(0) { count, act in
      switch act {
      case .opened: count + 1
      case .closed: count - 1
      case .opening, .started: count
      }
    }
  }

  // MARK: The port

  func deviceLists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    let list = state.withLock { state in
      state.subscribers.append(continuation)
      return state.list
    }
    continuation.yield(list)
    return stream
  }

  func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    log.append(.opening(camera))
    let behaviour = state.withLock { $0.behaviours[camera] ?? .works }
    if case .refuses(let error) = behaviour { throw error }
    if case .hangs = behaviour {
      await withCheckedContinuation { hanging in state.withLock { $0.hanging.append(hanging) } }
    }
    let stream = FakeStream(camera, format, behaviour, clock: clock, log: log)
    state.withLock { $0.streams[camera, default: []].append(stream) }
    log.append(.opened(camera))
    return stream
  }
}

/// A stream that sends frames when a test says so.
final class FakeStream: CaptureStream {
  let format: CameraFormat
  private let camera: CameraID
  private let behaviour: FakeBackend.Behaviour
  private let clock: SteppedClock
  private let log: EventLog<FakeBackend.Act>
  private let maker: FrameMaker
  private struct State {
    var handler: CaptureHandler?
  }

  private let state = Locked(State())

  init(
    _ camera: CameraID, _ format: CameraFormat, _ behaviour: FakeBackend.Behaviour,
    clock: SteppedClock, log: EventLog<FakeBackend.Act>
  ) {
    self.camera = camera
    self.format = format
    self.behaviour = behaviour
    self.clock = clock
    self.log = log
    maker = FrameMaker(camera.rawValue)
  }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    state.withLock { $0.handler = handler }
    log.append(.started(camera))
    switch behaviour {
    case .refusesToStart(let error): throw error
    case .isSilent: break
    case .isStale: sendFrame(at: clock.now - .milliseconds(1))
    case .works, .hangs, .refuses: sendFrame(at: clock.now)
    }
  }

  func sendFrame(at time: MediaTime) {
    guard let frame = try? maker.frame(1, at: time) else { return }
    send(.frame(frame))
  }

  func send(_ event: CaptureStreamEvent) {
    state.withLock { $0.handler }?(event)
  }

  func stop() async { state.withLock { $0.handler = nil } }

  func close() async {
    await stop()
    log.append(.closed(camera))
  }
}
