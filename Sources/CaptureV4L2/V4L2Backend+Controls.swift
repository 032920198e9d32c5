public import CaptureCore
import Dispatch
public import MediaTypes
import SystemThreads

/// Settings live in the device. Those that this back end has made are put back when the camera is
/// opened again; see `Documentation/Controls.md`.
extension V4L2Backend: CameraControls {
  /// The settings of a camera; see `CameraControls`.
  public func controls(of camera: CameraID) async throws(CaptureError) -> [CameraControl] {
    try await withNode(of: camera) { (node, _) throws(CaptureError) in node.controls }
  }

  /// Changes a setting; see `CameraControls`.
  public func set(
    _ control: CameraControl.ID, to value: Int, of camera: CameraID
  ) async throws(CaptureError) -> CameraControl {
    try await withNode(of: camera) { [self] (node, words) throws(CaptureError) in
      guard let entry = KnownControls.all.first(where: { $0.id == control }),
        let now = node.control(entry)
      else {
        throw CaptureError.noSuchSetting(control, of: words.name, known: node.controls)
      }
      try now.check(value)
      do throws(SystemError) {
        try node.set(entry, to: value)
      } catch {
        throw now.isInactive ? words.automatic(now) : words.error(error, while: .configuring)
      }
      let changed = node.control(entry) ?? now
      memory.remember(changed, of: camera)
      return changed
    }
  }

  /// Changes that anybody makes; see `CameraControls`.
  public func controlChanges(of camera: CameraID) -> AsyncStream<CameraControl> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      // The reader may go before the watch is there.
      let ending = Ending()
      continuation.afterEnd { ending.end() }
      DispatchQueue(label: "v4l2 controls").async { [self] in
        do {
          let (node, _) = try openNode(of: camera)
          try ControlWatch(node).run(continuation, until: ending)
        } catch {
          continuation.finish()
        }
      }
    }
  }

  private func withNode<Value: Sendable>(
    of camera: CameraID,
    _ work: @escaping @Sendable (VideoNode, FaultWords) throws(CaptureError) -> Value
  ) async throws(CaptureError) -> Value {
    try await DispatchQueue(label: "v4l2 controls").perform { [self] () throws(CaptureError) in
      let (node, words) = try openNode(of: camera)
      return try work(node, words)
    }
  }
}

extension FaultWords {
  /// The error for a setting that an automatic has.
  fileprivate func automatic(_ control: CameraControl) -> CaptureError {
    CaptureError(
      .busy, "\(control.id) of \(name) is set by the camera itself at present.",
      remedy: "Switch its automatic off first, such as \(control.id)-auto.")
  }
}

/// Waits for changes of a camera's settings on a thread of its own.
private struct ControlWatch {
  private let node: VideoNode
  private let wakeUp: Descriptor

  init(_ node: VideoNode) throws(SystemError) {
    self.node = node
    wakeUp = try Descriptor(eventFrom: node.calls)
    for entry in KnownControls.all where node.control(entry) != nil {
      try node.subscribe(to: entry)
    }
  }

  func run(
    _ continuation: AsyncStream<CameraControl>.Continuation, until ending: Ending
  ) throws(SystemError) {
    let (node, wakeUp) = (node, wakeUp)
    ending.onEnd { node.calls.signal(wakeUp.rawValue) }
    _ = try WorkerThread.running {
      defer { continuation.finish() }
      // Not for buffers: a node that does not stream is always in error to who waits for those.
      while let readiness = try? node.calls.wait(
        for: .event, device: node.handle, event: wakeUp.rawValue, limit: nil),
        readiness.contains(.event), !readiness.contains(.wakeUp)
      {
        guard Self.takeChanges(of: node, continuation) else { return }
      }
    }
  }

  /// - Returns: false when there was none after all, though the driver had said so: it would say so
  ///   again at once, for ever.
  private static func takeChanges(
    of node: VideoNode, _ continuation: AsyncStream<CameraControl>.Continuation
  ) -> Bool {
    var hasTaken = false
    while let number = node.nextChangedControl() {
      hasTaken = true
      let entry = KnownControls.all.first { $0.number == number }
      if let control = entry.flatMap(node.control) { continuation.yield(control) }
    }
    return hasTaken
  }
}
