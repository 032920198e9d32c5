import CaptureCore
import MediaTypes

@testable import CaptureCore

/// A broken promise of the machine, with what was seen.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Everything around a session machine, as a value: back ends that have yet to answer, cameras that
/// are open, armed timers, callers who wait. It refuses actions that no good machine takes.
struct ModelWorld {
  struct Stream: Equatable {
    enum Step: UInt8 {
      case openAsked, open, startAsked, started, closeAsked
    }

    let id: StreamID
    let device: CameraDevice
    var step = Step.openAsked
    var hasFrames = false
    /// Its release took too long, so nobody is asked to wait for it.
    var isGivenUp = false
  }

  enum Command: Equatable {
    case start, stop, flip
    /// By number.
    case select(Int)
    /// In the mode of a photo, or back.
    case reopen(Bool)
  }

  private(set) var streams: [Stream] = []
  private(set) var timers: Set<SessionStateMachine.Timer> = []
  private(set) var callers: [(id: CommandID, command: Command)] = []
  private(set) var isWatching = false
  /// What each back end has told since the watch began.
  private(set) var lists: [String: DeviceList] = [:]
  /// The service's names of cameras that the kernel has been seen to have too.
  private(set) var joined: Set<CameraID> = []
  private(set) var interruptions = 0
  private(set) var flip: FlipID?
  private var commandCount: UInt64 = 0

  mutating func call(_ command: Command) -> CommandID {
    commandCount += 1
    callers.append((CommandID(rawValue: commandCount), command))
    return CommandID(rawValue: commandCount)
  }

  // MARK: What happens

  /// Notes an event before the machine gets it.
  mutating func note(_ event: SessionStateMachine.Event, _ machine: SessionStateMachine) {
    switch event {
    case .opened(let id, _): update(id) { $0.step = .open }
    case .started(let id): update(id) { $0.step = .started }
    case .firstFrame(let id, _): update(id) { $0.hasFrames = true }
    case .failed(let id, _):
      if stream(id)?.step == .openAsked { streams.removeAll { $0.id == id } }
    case .closed(let id): streams.removeAll { $0.id == id }
    case .deadline(let id, _):
      timers.remove(.stream(id))
      if machine.departures.contains(where: { $0.stream == id && $0.step != .lingering }) {
        update(id) { $0.isGivenUp = true }
      }
    case .searchOver: timers.remove(.search)
    case .retryDue: timers.remove(.retry)
    case .devices(let list, let backend): tell(list, backend)
    case .start, .stop, .flip, .select, .reopen: break
    }
  }

  private mutating func tell(_ list: DeviceList, _ backend: String) {
    lists[backend] = list
    let nodes = Set((lists[ModelSystem.backend]?.devices ?? []).compactMap(\.kernelNode))
    for device in lists[ModelSystem.service]?.devices ?? [] {
      if let node = device.kernelNode, nodes.contains(node) { joined.insert(device.id) }
    }
  }

  func stream(_ id: StreamID) -> Stream? { streams.first { $0.id == id } }

  private mutating func update(_ id: StreamID, _ change: (inout Stream) -> Void) {
    if let index = streams.firstIndex(where: { $0.id == id }) { change(&streams[index]) }
  }

  // MARK: What the machine does

  mutating func perform(_ action: SessionStateMachine.Action) throws {
    switch action {
    case .watchDevices:
      try expect(!isWatching, "watched twice")
      isWatching = true
      (lists, joined) = ([:], [])
    case .unwatchDevices:
      try expect(isWatching, "the watch ended twice")
      isWatching = false
    case .open(let id, let device, _): try open(id, device)
    case .giveUp(let id):
      try expect(stream(id)?.step == .openAsked, "\(id) given up that is not being opened")
    case .start(let id):
      try expect(stream(id)?.step == .open, "\(id) started at the wrong time")
      update(id) { $0.step = .startAsked }
    case .close(let id):
      guard let step = stream(id)?.step, step != .openAsked, step != .closeAsked else {
        throw Violation("\(id) closed at the wrong time")
      }
      update(id) { $0.step = .closeAsked }
    case .makeCurrent(let id):
      if let id { try expect(stream(id)?.hasFrames == true, "\(id) is current without a frame") }
    case .arm(let timer, _): timers.insert(timer)
    case .disarm(let timer): timers.remove(timer)
    case .tell(let event): try hear(event)
    case .answer(let command, _):
      guard let index = callers.firstIndex(where: { $0.id == command }) else {
        throw Violation("\(command) was answered twice")
      }
      callers.remove(at: index)
    }
  }

  private mutating func open(_ id: StreamID, _ device: CameraDevice) throws {
    for other in streams where !other.isGivenUp {
      try expect(!other.device.isOne(with: device), "\(device.id) is owned twice")
      try expect(
        device.canStream(beside: other.device), "\(device.id) opened beside \(other.device.id)")
    }
    streams.append(Stream(id: id, device: device))
  }

  private mutating func hear(_ event: CaptureEngineEvent) throws {
    switch event {
    case .flipBegan(let id, _, _, _):
      try expect(flip == nil, "two flips at once")
      flip = id
    case .flipFirstFrame(let id, _, _): try expect(flip == id, "a frame of no flip")
    case .flipEnded(let report):
      try expect(flip == report.id, "\(report.id) ended twice, or never began")
      flip = nil
    case .interrupted: interruptions += 1
    case .devices, .opening, .started, .stopped: break
    }
  }
}

extension CameraDevice {
  /// Whether a person would say that these are one camera, whatever the machine knows of it.
  fileprivate func isOne(with other: CameraDevice) -> Bool {
    id == other.id || (kernelNode != nil && kernelNode == other.kernelNode)
  }
}

func expect(_ condition: Bool, _ violation: @autoclosure () -> String) throws {
  if !condition { throw Violation(violation()) }
}
