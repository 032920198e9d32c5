public import CaptureCore

/// What a session is doing, for a person to see: one consistent snapshot.
///
/// ```
///     idle ──▶ starting ──▶ running ◀──▶ flipping
///      ▲          │            │  ▲
///      │          ▼            ▼  │
///      │ stop   failed     interrupted
///      └── from anywhere
/// ```
public struct SessionState: Hashable, Sendable {
  /// What goes on.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing; no camera is held.
    case idle
    /// The first picture is awaited.
    case starting
    /// Pictures come.
    case running
    /// Another camera's first picture is awaited; the old one is shown.
    case flipping
    /// The camera was lost; the session goes on by itself as soon as it can. `problem` says why.
    case interrupted
    /// `start` did not lead to a picture; `problem` says why.
    case failed
  }

  /// What goes on.
  public internal(set) var phase = Phase.idle
  /// The camera whose pictures are current, or were last; nil when there is none.
  public internal(set) var camera: CameraDevice?
  /// What that camera was set to.
  public internal(set) var format: CameraFormat?
  /// All cameras, in a stable order.
  public internal(set) var cameras: [CameraDevice] = []
  /// What went wrong last and what to do about it; nil when all is well. While pictures come it says
  /// why they are not those of the camera that was wished for, until the next flip, or that the camera's
  /// cover is closed (`CaptureError.Code.coverClosed`), until it is opened.
  public internal(set) var problem: CaptureError?
  /// What goes on with the microphone: none of it changes the phase, which is the camera's.
  public internal(set) var microphone = MicrophoneState()
  private var flip: FlipID?

  /// Nothing yet.
  public init() {}

  /// Whether `flip()` has somewhere to go.
  public var canFlip: Bool { flipHint == nil }

  /// Why one cannot flip now, in words for a person; nil when one can.
  public var flipHint: String? {
    switch phase {
    case .idle, .starting, .failed: return "The camera is not running."
    case .running, .flipping, .interrupted:
      let hasOther = cameras.contains { $0.id != camera?.id }
      return hasOther ? nil : "There is only one camera. Connect another one to flip."
    }
  }
}

extension SessionState {
  mutating func apply(_ event: CaptureEngineEvent) {
    switch event {
    case .devices(let list):
      cameras = list.devices
      if list.devices.isEmpty { problem = list.problem ?? problem }
    case .started(_, let device, let format):
      // Another camera in place of a lost one: the reason stays to be read.
      if phase != .interrupted || device.id == camera?.id { problem = nil }
      (camera, self.format) = (device, format)
      if flip == nil { phase = .running }
    case .flipBegan(let id, from: _, to: _, at: _):
      (flip, phase, problem) = (id, .flipping, nil)
    case .flipEnded(let report): end(report)
    case .interrupted(_, let error): (phase, problem) = (.interrupted, error)
    case .stopped: stop()
    case .opening, .flipFirstFrame: break
    }
  }

  private mutating func end(_ report: FlipReport) {
    guard report.id == flip else { return }
    flip = nil
    switch report.outcome {
    case .done, .superseded: phase = .running
    case .rolledBack(let error): (phase, problem) = (.running, error)
    case .failed(let error): (phase, problem) = (.interrupted, error)
    }
  }

  /// A camera's cover was closed or opened.
  mutating func cover(isClosed: Bool, of device: CameraDevice) {
    guard device.id == camera?.id else { return }
    if isClosed {
      problem =
        problem
        ?? CaptureError(
          .coverClosed, "The cover of \(device.name) is closed.",
          remedy: "Open it to see a picture.")
    } else if problem?.code == .coverClosed {
      problem = nil
    }
  }

  mutating func start() {
    guard [.idle, .failed].contains(phase) else { return }
    (phase, problem) = (.starting, nil)
  }

  /// `start` has thrown.
  mutating func fail(_ error: CaptureError) {
    guard [.idle, .starting].contains(phase) else { return }
    // Whoever stops it while it starts has wished for what comes.
    (phase, problem) = error.code == .stopped ? (.idle, nil) : (.failed, error)
  }

  private mutating func stop() {
    (camera, format, flip) = (nil, nil, nil)
    // A start that failed ends in a stop; why it failed stays to be read.
    if phase != .failed { (phase, problem) = (.idle, nil) }
  }
}
