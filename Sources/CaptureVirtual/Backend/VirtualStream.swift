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
    var faults = PictureFaults()
    /// A picture that comes after the next one.
    var held: FrameSchedule.Picture?

    /// The pictures that come with one that is due, in their order.
    mutating func order(_ picture: FrameSchedule.Picture) -> [FrameSchedule.Picture] {
      guard held == nil, faults.damage(at: picture.time) == .disorder else {
        defer { held = nil }
        return [picture] + (held.map { [$0] } ?? [])
      }
      held = picture
      return []
    }
  }

  let camera: VirtualCamera
  let format: CameraFormat
  private let backend: VirtualBackend
  private let developer: FrameDeveloper
  private let outlet = SerialOutlet<CaptureStreamEvent>()
  private let state = Locked(State())

  init(
    camera: VirtualCamera, format: CameraFormat, developer: FrameDeveloper,
    backend: VirtualBackend
  ) {
    self.camera = camera
    self.format = format
    self.backend = backend
    self.developer = developer
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
    if let first = plan.firstFrame { begin(plan, first: first) }
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

  private func begin(_ plan: StartPlan, first: MediaTime) {
    let timer = backend.clock.makeTimer(label: camera.name) { [weak self] now in self?.tick(now) }
    state.withLock { state in
      guard state.phase == .started else { return }
      let rate = format.rate ?? .fps30
      state.schedule = FrameSchedule(first: first, rate: rate, stalls: plan.stalls)
      state.faults = plan.pictures
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
    let (lost, pictures, faults) = state.withLock { state in
      let due = state.schedule?.advance(to: now)
      if let next = state.schedule?.next { state.timer?.schedule(at: next) }
      let pictures = due?.picture.map { picture in
        var taken = picture
        taken.time = picture.time - state.faults.lateness
        return state.order(taken)
      }
      return (due?.lost ?? 0, pictures ?? [], state.faults)
    }
    if lost > 0 { outlet.send(.dropped(.lostBySource, count: lost)) }
    for picture in pictures { deliver(picture, faults) }
  }

  private func deliver(_ picture: FrameSchedule.Picture, _ faults: PictureFaults) {
    let damage = faults.damage(at: picture.time)
    if damage == .corrupt, !format.pixelFormat.isCompressed {
      return outlet.send(.dropped(.corrupt, count: 1))
    }
    let code = FrameCode(camera: camera.id, sequence: picture.sequence, time: picture.time)
    let exposure = (format.rate ?? .fps30).frameDuration
    guard let image = developer.develop(code, exposure: exposure, damage: damage) else {
      return outlet.send(.dropped(.noBuffer, count: 1))
    }
    do {
      outlet.send(
        .frame(
          try VideoFrame(
            buffer: image.buffer, format: format.pixelFormat, size: format.size,
            planes: image.planes, color: image.color, source: camera.id,
            sequence: picture.sequence,
            presentationTime: faults.claimed(picture.time, sequence: picture.sequence))))
    } catch {
      outlet.send(.dropped(.malformed, count: 1))
    }
  }
}
