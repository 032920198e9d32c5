import CaptureCore
import MediaTypes

/// One opening of a virtual camera.
///
/// States: opened → started → stopped → closed, as the port says; a fault ends a started stream.
final class VirtualStream: CaptureStream {
  private enum Phase {
    case opened
    case started
    case stopped
    case closed
  }

  private struct State: Sendable {
    var phase = Phase.opened
    var schedule: FrameSchedule?
    var timer: (any MediaTimer)?
  }

  let camera: VirtualCamera
  let format: CameraFormat
  private let backend: VirtualBackend
  private let painter: FramePainter
  private let pool: FramePool
  private let outlet = SerialOutlet<CaptureStreamEvent>()
  private let state = Locked(State())

  /// More than the consumers of a session hold at once: mailbox, renderer and a few short queues.
  private static let poolCapacity = 16

  init(
    camera: VirtualCamera, format: CameraFormat, painter: FramePainter, backend: VirtualBackend
  ) {
    self.camera = camera
    self.format = format
    self.backend = backend
    self.painter = painter
    pool = FramePool(byteCount: painter.byteCount, capacity: Self.poolCapacity)
  }

  deinit { backend.release(camera.id, of: ObjectIdentifier(self)) }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    let mayStart = state.withLock { state in
      guard state.phase == .opened else { return false }
      state.phase = .started
      return true
    }
    guard mayStart else {
      throw CaptureError(
        .invalidRequest, "The stream of \(camera.name) was started before.",
        remedy: "Open the camera again.")
    }
    let plan = try backend.startPlan(for: self)
    outlet.open(handler)
    if let first = plan.firstFrame { begin(first: first, stalls: plan.stalls) }
  }

  func stop() async {
    end(phase: .stopped)
    await outlet.close()
  }

  func close() async {
    end(phase: .closed)
    await outlet.close()
    backend.release(camera.id, of: ObjectIdentifier(self))
  }

  /// Ends the stream as a fault of the camera does.
  func fail(_ error: CaptureError) {
    disarm()
    outlet.send(.failed(error), isLast: true)
  }

  private func begin(first: MediaTime, stalls: [Range<MediaTime>]) {
    let timer = backend.clock.makeTimer(label: camera.name) { [weak self] now in self?.tick(now) }
    state.withLock { state in
      guard state.phase == .started else { return }
      let rate = format.rate ?? .fps30
      state.schedule = FrameSchedule(first: first, rate: rate, stalls: stalls)
      state.timer = timer
      timer.schedule(at: first)
    }
  }

  private func end(phase: Phase) {
    state.withLock { if $0.phase != .closed { $0.phase = phase } }
    disarm()
  }

  private func disarm() {
    let timer = state.withLock { state in
      defer { (state.timer, state.schedule) = (nil, nil) }
      return state.timer
    }
    timer?.cancel()
  }

  private func tick(_ now: MediaTime) {
    let due = state.withLock { state in
      let due = state.schedule?.advance(to: now)
      if let next = state.schedule?.next { state.timer?.schedule(at: next) }
      return due
    }
    guard let due else { return }
    if due.lost > 0 { outlet.send(.dropped(.lostBySource, count: due.lost)) }
    if let picture = due.picture { deliver(picture) }
  }

  private func deliver(_ picture: FrameSchedule.Picture) {
    let code = FrameCode(camera: camera.id, sequence: picture.sequence, time: picture.time)
    let exposure = (format.rate ?? .fps30).frameDuration
    guard
      let buffer = unsafe pool.make(fill: {
        unsafe painter.paint(code, exposure: exposure, into: $0)
      })
    else {
      outlet.send(.dropped(.noBuffer, count: 1))
      return
    }
    do {
      outlet.send(
        .frame(
          try VideoFrame(
            buffer: buffer, format: format.pixelFormat, size: format.size, planes: painter.planes,
            color: painter.color, source: camera.id, sequence: picture.sequence,
            presentationTime: picture.time)))
    } catch {
      outlet.send(.dropped(.malformed, count: 1))
    }
  }
}
