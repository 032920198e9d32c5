import CaptureCore
import CaptureVirtual
import MediaTypes
import SeededRandom

/// Virtual cameras with a fault, or none, for each opening, drawn from a seed.
///
/// Its lists are sent when the test says so and not at the unplugging: which of the two a session hears
/// of first is chance otherwise, and a run could not be repeated.
final class StormBackend: CaptureBackend {
  private struct State {
    var numbers: SeededNumbers
    var isCalm = true
    var subscriber: AsyncStream<DeviceList>.Continuation?
    var unplugged: Set<CameraID> = []
    /// What the latest list said.
    var listed: Set<CameraID> = []
    var drawn: [StormFault: Int] = [:]
  }

  let cameras: [VirtualCamera]
  private let base: VirtualBackend
  private let state: Locked<State>

  init(clock: any MediaClock, cameras: [VirtualCamera], seed: UInt64) {
    self.cameras = cameras
    base = VirtualBackend(clock: clock, cameras: cameras, microphones: [])
    state = Locked(State(numbers: SeededNumbers(seed: seed)))
  }

  var name: String { base.name }

  /// Cameras that are held by somebody.
  var openCameras: [CameraID] { base.openCameras }

  /// How often each fault was drawn.
  var drawn: [StormFault: Int] { state.withLock { $0.drawn } }

  /// The cameras that a list has now.
  var plugged: Set<CameraID> {
    let unplugged = state.withLock { $0.unplugged }
    return Set(cameras.map(\.id)).subtracting(unplugged)
  }

  /// Ends the faults, or begins them.
  func setCalm(_ isCalm: Bool) { state.withLock { $0.isCalm = isCalm } }

  func deviceLists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.subscriber = continuation }
    sendList()
    return stream
  }

  /// Sends the list, if it has changed since it was sent last.
  func sendList() {
    let plugged = plugged
    let isNews = state.withLock { state in
      defer { state.listed = plugged }
      return state.listed != plugged
    }
    guard isNews else { return }
    let list = DeviceList(
      devices: cameras.filter { plugged.contains($0.id) }.map { $0.device(backend: name) })
    _ = state.withLock { $0.subscriber }?.yield(list)
  }

  /// Pulls a camera out; the list does not say so yet.
  func unplug(_ id: CameraID) {
    state.withLock { _ = $0.unplugged.insert(id) }
    base.unplug(id)
  }

  func plug(_ id: CameraID) {
    state.withLock { _ = $0.unplugged.remove(id) }
    base.plug(id)
  }

  func open(_ camera: CameraID, format: CameraFormat) async throws(CaptureError)
    -> any CaptureStream
  {
    let fault = state.withLock { state in
      let fault = state.isCalm ? .none : StormFault(from: &state.numbers)
      state.drawn[fault, default: 0] += 1
      return fault
    }
    if case .refuses(let code) = fault { throw CaptureError(code, "\(camera) is not to be had.") }
    let stream = try await base.open(camera, format: format)
    return StormStream(stream, fault: fault) { [weak self] in self?.unplug(camera) }
  }
}
