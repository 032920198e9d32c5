import CaptureCore
import MediaTypes

@testable import CaptureCore

/// A machine that is led by hand, with what it said about the last event.
struct Script {
  typealias Machine = SessionStateMachine

  private(set) var machine: Machine
  /// What the last event led to.
  private(set) var actions: [Machine.Action] = []
  /// What was told and answered since the beginning.
  private(set) var told: [CaptureEngineEvent] = []
  private(set) var answers: [CommandID: Machine.Answer] = [:]
  private var commandCount: UInt64 = 0

  static let back = camera("back", .back, .unknown)
  static let front = camera("front", .front, .unknown)
  static let usb = camera("usb", .unknown, .independent)
  static let format = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 640, height: 480), rate: .fps30)
  /// For photos: larger, and too slow to be chosen for moving pictures.
  static let stillFormat = CameraFormat(
    pixelFormat: .mjpeg, size: PixelSize(width: 1920, height: 1080), rate: FrameRate(5))
  static let fault = CaptureError(.deviceFailed, "It broke.")
  static let unplugged = CaptureError(.unplugged, "It is gone.")

  static func camera(
    _ id: String, _ position: CameraPosition, _ concurrency: CameraDevice.Concurrency
  ) -> CameraDevice {
    CameraDevice(
      id: CameraID(id), name: id, backend: "model",
      position: PositionClaim(position, source: .script), formats: [format, stillFormat],
      concurrency: concurrency)
  }

  init(_ settings: CaptureSettings = CaptureSettings(), backends: [String] = ["model"]) {
    machine = Machine(settings: settings, backends: backends)
  }

  /// A script in which a camera is running, as stream 1.
  static func running(
    _ devices: [CameraDevice] = [back, front], settings: CaptureSettings = CaptureSettings()
  ) -> Script {
    var script = Script(settings)
    script.call { .start($0) }
    script.list(devices)
    script.bringUp(1)
    return script
  }

  // MARK: Events

  mutating func take(_ event: Machine.Event, at now: MediaTime = .zero) {
    actions = machine.handle(event, at: now)
    for action in actions {
      switch action {
      case .tell(let event): told.append(event)
      case .answer(let command, let answer): answers[command] = answer
      default: break
      }
    }
  }

  @discardableResult
  mutating func call(
    at now: MediaTime = .zero, _ event: (CommandID) -> Machine.Event
  ) -> CommandID {
    commandCount += 1
    let command = CommandID(rawValue: commandCount)
    take(event(command), at: now)
    return command
  }

  mutating func list(
    _ devices: [CameraDevice], from backend: String = "model", problem: CaptureError? = nil
  ) {
    take(.devices(DeviceList(devices: devices, problem: problem), backend: backend))
  }

  mutating func opened(_ stream: UInt64) { take(.opened(Self.id(stream), Self.format)) }
  mutating func started(_ stream: UInt64) { take(.started(Self.id(stream))) }
  mutating func closed(_ stream: UInt64) { take(.closed(Self.id(stream))) }

  mutating func firstFrame(_ stream: UInt64, at time: MediaTime = .zero, last: MediaTime? = nil) {
    take(.firstFrame(Self.id(stream), Machine.FirstFrame(time: time, lastShown: last)))
  }

  mutating func failed(_ stream: UInt64, _ error: CaptureError = fault) {
    take(.failed(Self.id(stream), error))
  }

  mutating func deadline(_ stream: UInt64, quiet: MediaTime = .seconds(100)) {
    take(.deadline(Self.id(stream), quiet: quiet))
  }

  /// Everything goes well for a stream that is being opened.
  mutating func bringUp(_ stream: UInt64) {
    opened(stream)
    started(stream)
    firstFrame(stream)
  }

  static func id(_ stream: UInt64) -> StreamID { StreamID(rawValue: stream) }
}

// MARK: - In words

extension Script {
  /// The session's state; for an opening its purpose and step.
  var state: String {
    switch machine.state {
    case .idle: "idle"
    case .searching: "searching"
    case .opening(let opening): "\(opening.purpose.word):\(opening.candidate.step.word)"
    case .running: "running"
    case .waiting: "waiting"
    case .stopping: "stopping"
    }
  }

  /// Where a stream is in its life.
  func place(of number: UInt64) -> String {
    machine.place(of: Self.id(number))
  }

  /// The cameras that the last event opened, in order.
  var openedNow: [String] {
    actions.compactMap { action in
      if case .open(_, let device, _) = action { return device.id.rawValue }
      return nil
    }
  }

  /// The roads by which the last event opened cameras, in order.
  var roadsNow: [String] {
    actions.compactMap { action in
      if case .open(_, let device, _) = action {
        return "\(device.id) by \(device.backend) as \(device.road.id.camera)"
      }
      return nil
    }
  }

  /// The streams that the last event closed, in order.
  var closedNow: [UInt64] {
    actions.compactMap { action in
      if case .close(let stream) = action { return stream.rawValue }
      return nil
    }
  }

  /// What was said about flips, in order.
  var flips: [String] {
    told.compactMap { event in
      switch event {
      case .flipBegan(let id, _, let to, _): "\(id.rawValue) to \(to.id)"
      case .flipFirstFrame(let id, _, _): "\(id.rawValue) first frame"
      case .flipEnded(let report): "\(report.id.rawValue) \(report.outcome.word)"
      case .devices, .opening, .started, .interrupted, .stopped: nil
      }
    }
  }

  /// The report that a command got.
  func report(_ command: CommandID) -> FlipReport? {
    if case .flip(let report) = answers[command] { return report }
    return nil
  }

  /// The error that a command got.
  func refusal(_ command: CommandID) -> CaptureError? {
    if case .refused(let error) = answers[command] { return error }
    return nil
  }
}

extension FlipReport.Outcome {
  var word: String {
    switch self {
    case .done: "done"
    case .rolledBack(let error): "rolledBack \(error.code)"
    case .superseded: "superseded"
    case .failed(let error): "failed \(error.code)"
    }
  }
}
