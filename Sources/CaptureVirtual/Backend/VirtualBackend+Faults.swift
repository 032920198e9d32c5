import CaptureCore
import MediaTypes

/// What a stream that starts is to do.
struct StartPlan {
  /// When the first frame comes; nil for never.
  var firstFrame: MediaTime?
  /// When no frames come.
  var stalls: [Range<MediaTime>] = []
  /// What is wrong with those that do.
  var pictures = PictureFaults()
}

extension VirtualBackend {
  /// Lets the script and the test have their say before a camera is opened.
  func checkFaults(opening id: CameraID) throws(CaptureError) {
    if let error = world.withLock({ $0.takeOpenError(id) }) { throw error }
    guard let camera = world.withLock({ $0.camera(id) }) else { return }
    for fault in script.faults(of: camera) {
      switch fault {
      case .busy: throw .busy(camera.name)
      case .denied: throw .denied(camera.name)
      case .vanish where world.withLock({ $0.beginVanishing(id) }):
        armTimeline(of: camera)
        unplug(id)
        throw .unplugged(camera.name)
      case .taken(let moment, let length):
        guard let origin = world.withLock({ $0.timeline(of: id) }) else { continue }
        if (origin + moment).lasting(length).contains(clock.now) { throw .busy(camera.name) }
      default: break
      }
    }
  }

  /// Decides what a stream does from its start on, and begins the camera's fault timeline with its
  /// first one.
  func startPlan(for stream: VirtualStream) throws(CaptureError) -> StartPlan {
    let camera = stream.camera
    let faults = script.faults(of: camera)
    if faults.contains(.failStart) { throw .startFailed(camera.name) }
    guard world.withLock({ $0.isPlugged(camera.id) }) else { throw .unplugged(camera.name) }
    let origin = armTimeline(of: camera)
    let pictures = PictureFaults(faults, origin: origin)
    let first = clock.now + (stream.format.rate ?? .fps30).frameDuration + pictures.lateness
    var plan = StartPlan(firstFrame: first, pictures: pictures)
    for fault in faults {
      switch fault {
      case .noStart: plan.firstFrame = nil
      case .slow(let delay):
        plan.firstFrame = plan.firstFrame.map { max($0, clock.now + delay + pictures.lateness) }
      case .stall(let moment, let length):
        plan.stalls.append((origin + moment).lasting(length))
      default: break
      }
    }
    return plan
  }

  /// Arms the timers of a camera's unplugs, replugs and failures, the first time only.
  ///
  /// - Returns: the moment from which its faults count.
  @discardableResult
  private func armTimeline(of camera: VirtualCamera) -> MediaTime {
    let now = clock.now
    let (origin, isNew) = world.withLock { $0.beginTimeline(of: camera.id, at: now) }
    guard isNew else { return origin }
    for fault in script.faults(of: camera) {
      switch fault {
      case .unplug(let moment): arm(origin + moment) { $0.unplug(camera.id) }
      case .replug(let moment): arm(origin + moment) { $0.plug(camera.id) }
      case .fail(let moment): arm(origin + moment) { $0.fail(camera.id) }
      case .taken(let moment, let length) where length > .zero:
        arm(origin + moment) { $0.fail(camera.id, with: .busy(camera.name)) }
      default: break
      }
    }
    return origin
  }

  func arm(_ moment: MediaTime, _ action: @escaping @Sendable (VirtualBackend) -> Void) {
    let timer = clock.makeTimer(label: "virtual fault") { [weak self] _ in
      if let self { action(self) }
    }
    world.withLock { $0.faultTimers.append(timer) }
    timer.schedule(at: moment)
  }
}

extension CaptureError {
  static func unplugged(_ name: String) -> CaptureError {
    CaptureError(.unplugged, "\(name) was unplugged.", remedy: "Plug it in again.")
  }

  static func busy(_ name: String) -> CaptureError {
    CaptureError(
      .busy, "\(name) is in use by another program.",
      remedy: "Close the program that uses it.")
  }

  static func denied(_ name: String) -> CaptureError {
    CaptureError(
      .notPermitted, "The use of \(name) is not allowed.",
      remedy: "Allow it in the system's privacy settings.")
  }

  static func startFailed(_ name: String) -> CaptureError {
    CaptureError(
      .startFailed, "\(name) did not start.", remedy: "Unplug it and plug it in again.")
  }

  static func failed(_ id: CameraID) -> CaptureError {
    CaptureError(
      .deviceFailed, "The camera \(id) reported an error.",
      remedy: "Unplug it and plug it in again.")
  }

  static func unsupported(_ wish: CameraFormat, by camera: VirtualCamera) -> CaptureError {
    let known = camera.formats.map(\.description).joined(separator: ", ")
    return CaptureError(
      .unsupportedFormat, "\(camera.name) cannot do \(wish).", remedy: "It can do: \(known).")
  }
}
