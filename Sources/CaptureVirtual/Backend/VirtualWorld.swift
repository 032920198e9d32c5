import CaptureCore
import MediaTypes

/// What a `VirtualBackend` knows: cameras, who has them open, who wants the list.
struct VirtualWorld: Sendable {
  private enum Use: Sendable {
    case opening
    case open(ObjectIdentifier, WeakStream)
  }

  // A stream that nobody holds is closed by its deinit.
  private struct WeakStream: Sendable { weak var stream: VirtualStream? }

  private var cameras: [VirtualCamera] = []
  private var unplugged: Set<CameraID> = []
  private var uses: [CameraID: Use] = [:]
  private var vanished: Set<CameraID> = []
  private var timelines: [CameraID: MediaTime] = [:]
  private var subscribers = ListSubscribers<DeviceList>()
  var openErrors: [CameraID: [CaptureError]] = [:]
  var faultTimers: [any MediaTimer] = []
  var problem: CaptureError?

  init(cameras: [VirtualCamera]) {
    for camera in cameras where self.camera(camera.id) == nil { self.cameras.append(camera) }
  }

  func camera(_ id: CameraID) -> VirtualCamera? { cameras.first { $0.id == id } }
  func isPlugged(_ id: CameraID) -> Bool { camera(id) != nil && !unplugged.contains(id) }
}

// MARK: Plugging

extension VirtualWorld {
  mutating func unplug(_ id: CameraID) -> (camera: VirtualCamera, stream: VirtualStream?)? {
    guard let camera = camera(id), unplugged.insert(id).inserted else { return nil }
    let stream = stream(of: id)
    if stream != nil { uses[id] = nil }
    return (camera, stream)
  }

  mutating func plug(_ id: CameraID) -> Bool {
    camera(id) != nil && unplugged.remove(id) != nil
  }

  mutating func add(_ camera: VirtualCamera) {
    cameras.removeAll { $0.id == camera.id }
    cameras.append(camera)
    unplugged.remove(camera.id)
  }

  mutating func takeOpenError(_ id: CameraID) -> CaptureError? {
    guard var errors = openErrors[id], !errors.isEmpty else { return nil }
    defer { openErrors[id] = errors }
    return errors.removeFirst()
  }

  /// Whether a camera has still to vanish; it does so once.
  mutating func beginVanishing(_ id: CameraID) -> Bool {
    isPlugged(id) && vanished.insert(id).inserted
  }

  /// The moment from which a camera's faults count; nil before its first start.
  func timeline(of id: CameraID) -> MediaTime? { timelines[id] }

  mutating func beginTimeline(of id: CameraID, at now: MediaTime) -> (
    origin: MediaTime, isNew: Bool
  ) {
    if let origin = timelines[id] { return (origin, false) }
    timelines[id] = now
    return (now, true)
  }
}

// MARK: Opening

extension VirtualWorld {
  var openCameras: [CameraID] { uses.keys.sorted() }

  func stream(of id: CameraID) -> VirtualStream? {
    guard case .open(_, let weak) = uses[id] else { return nil }
    return weak.stream
  }

  /// Claims a camera for one opening.
  mutating func reserve(_ id: CameraID) throws(CaptureError) -> VirtualCamera {
    guard let camera = camera(id) else {
      throw CaptureError(
        .noSuchCamera, "There is no virtual camera \(id).",
        remedy: "The cameras are: \(cameras.map(\.id.rawValue).joined(separator: ", ")).")
    }
    guard !unplugged.contains(id) else { throw .unplugged(camera.name) }
    guard uses[id] == nil else { throw .busy(camera.name) }
    let mine = camera.device(backend: "")
    for other in uses.keys.compactMap(self.camera) {
      guard mine.canStream(beside: other.device(backend: "")) else {
        throw CaptureError(
          .busy, "\(camera.name) cannot run beside \(other.name).", remedy: "Close that one first.")
      }
    }
    uses[id] = .opening
    return camera
  }

  mutating func register(_ stream: VirtualStream) throws(CaptureError) {
    guard isPlugged(stream.camera.id) else { throw .unplugged(stream.camera.name) }
    uses[stream.camera.id] = .open(ObjectIdentifier(stream), WeakStream(stream: stream))
  }

  mutating func cancelReservation(_ id: CameraID) {
    if case .opening = uses[id] { uses[id] = nil }
  }

  mutating func release(_ id: CameraID, of stream: ObjectIdentifier) {
    if case .open(stream, _) = uses[id] { uses[id] = nil }
  }
}

// MARK: Subscribing

extension VirtualWorld {
  private func list(backend: String) -> DeviceList {
    let plugged = cameras.filter { !unplugged.contains($0.id) }
    return DeviceList(devices: plugged.map { $0.device(backend: backend) }, problem: problem)
  }

  mutating func subscribe(
    _ subscriber: ListSubscribers<DeviceList>.Subscriber, backend: String
  ) -> Int {
    announce(backend: backend)
    return subscribers.add(subscriber)
  }

  mutating func unsubscribe(_ id: Int) { subscribers.remove(id) }

  mutating func announce(backend: String) { subscribers.publish(list(backend: backend)) }

  func endSubscriptions() { subscribers.finish() }
}
