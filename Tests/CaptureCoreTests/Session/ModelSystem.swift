import CaptureCore
import MediaTypes

@testable import CaptureCore

/// A machine in its model world, with what may happen next and what must hold always.
struct ModelSystem {
  typealias Machine = SessionStateMachine

  /// One thing that happens.
  enum Move {
    case call(ModelWorld.Command)
    case event(Machine.Event)
  }

  var machine: Machine
  var world = ModelWorld()
  /// What the kernel has.
  let devices: [CameraDevice]
  /// The first of them as a service shows them, under names of its own.
  let services: [CameraDevice]
  /// Of every flip.
  private let overlap: MediaTime
  var overdueLimit = Int.max
  /// Whether the shown camera may be asked for another mode.
  var takesPhotos = false
  /// Whether a camera may come to its end, as a movie does.
  var mayEnd = false

  static let fault = CaptureError(.deviceFailed, "It broke.")
  static let ended = CaptureError(.ended, "It is over.")
  static let unplugged = CaptureError(.unplugged, "It is gone.")
  static let serviceGone = CaptureError(.serviceUnavailable, "The service is gone.")
  static let format = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 640, height: 480), rate: .fps30)
  static let backend = "model"
  static let service = "service"

  /// Makes an idle session.
  ///
  /// - Parameters:
  ///   - cameras: what each can stream beside.
  ///   - serviceCount: how many of them a service reaches too; its road is the preferred one.
  init(
    _ cameras: [CameraDevice.Concurrency], serviceCount: Int = 0, overlap: MediaTime = .zero
  ) {
    var settings = CaptureSettings()
    settings.restartLimit = 1
    self.overlap = overlap
    machine = Machine(
      settings: settings,
      backends: serviceCount > 0 ? [Self.service, Self.backend] : [Self.backend])
    let hasRoads = serviceCount > 0
    devices = cameras.enumerated().map { index, concurrency in
      CameraDevice(
        id: CameraID("\(index)"), name: "", backend: Self.backend,
        position: PositionClaim(index == 0 ? .back : .front, source: .script),
        formats: [], concurrency: concurrency,
        kernelNode: hasRoads ? "/dev/video\(index)" : nil, isDirect: hasRoads)
    }
    services = zip(devices.prefix(serviceCount), ["a", "b", "c"]).map { device, name in
      CameraDevice(
        id: CameraID(name), name: "", backend: Self.service, position: device.position,
        formats: [], concurrency: device.concurrency, kernelNode: device.kernelNode)
    }
  }

  // MARK: Steps

  mutating func make(_ move: Move) throws {
    switch move {
    case .event(let event): try take(event)
    case .call(let command):
      let id = world.call(command)
      switch command {
      case .start: try take(.start(id))
      case .stop: try take(.stop(id))
      case .flip: try take(.flip(id, overlap: overlap))
      case .reopen(let isPhoto): try take(.reopen(id, isPhoto ? Self.format : nil))
      case .select(let camera): try take(.select(id, .id(devices[camera].id), overlap: overlap))
      }
    }
  }

  private mutating func take(_ event: Machine.Event) throws {
    world.note(event, machine)
    for action in machine.handle(event, at: .zero) { try world.perform(action) }
    try checkInvariants()
  }

  // MARK: What may happen next

  /// Everything that may happen: commands (while fewer than `callers` wait), any answer of the back
  /// end, good or bad, any list, any timer.
  func moves(callers: Int) -> [Move] {
    var moves = answers(bad: true) + deadlines(stalled: true)
    if world.callers.count < callers {
      moves += [.start, .stop, .flip].map(Move.call)
      moves += devices.indices.map { .call(.select($0)) }
      if takesPhotos { moves += [.reopen(true), .reopen(false)].map(Move.call) }
    }
    if world.isWatching {
      moves += lists(of: Self.backend, devices)
      if !services.isEmpty { moves += lists(of: Self.service, services) }
    }
    return moves
  }

  /// Every subset of a back end's cameras but that which it has told already.
  private func lists(of backend: String, _ devices: [CameraDevice]) -> [Move] {
    (0..<(1 << devices.count)).map { bits in
      DeviceList(
        devices: devices.indices.filter { bits & (1 << $0) != 0 }.map { devices[$0] })
    }
    .filter { $0 != world.lists[backend] }
    .map { .event(.devices($0, backend: backend)) }
  }

  /// What back ends may say about their streams.
  func answers(bad: Bool) -> [Move] {
    world.streams.flatMap { stream -> [Machine.Event] in
      let id = stream.id
      let first = Machine.FirstFrame(time: .zero, lastShown: nil)
      let death: [Machine.Event] =
        stream.device.backend == Self.service ? [.failed(id, Self.serviceGone)] : []
      switch stream.step {
      case .openAsked:
        return [.opened(id, Self.format)] + (bad ? [.failed(id, Self.fault)] + death : [])
      case .open: return []
      case .closeAsked: return [.closed(id)]
      case .startAsked, .started:
        var events: [Machine.Event] = []
        if stream.step == .startAsked { events.append(.started(id)) }
        if !stream.hasFrames { events.append(.firstFrame(id, first)) }
        if bad { events += [.failed(id, Self.fault), .failed(id, Self.unplugged)] + death }
        if bad, mayEnd { events.append(.failed(id, Self.ended)) }
        return events
      }
    }
    .map(Move.event)
  }

  /// What timers may say.
  func deadlines(stalled: Bool) -> [Move] {
    world.timers.sorted { $0.rank < $1.rank }.flatMap { timer -> [Machine.Event] in
      switch timer {
      case .search: return [.searchOver]
      case .retry: return [.retryDue]
      case .stream(let id):
        if !mayBeOverdue(id) { return [] }
        let isShown = machine.shownLive?.stream == id
        let stall = machine.settings.stallTimeout
        if !isShown { return [.deadline(id, quiet: stall)] }
        return stalled
          ? [.deadline(id, quiet: .zero), .deadline(id, quiet: stall)]
          : [.deadline(id, quiet: .zero)]
      }
    }
    .map(Move.event)
  }

  /// Streams that never answer could pile up without end: only so many do in a space.
  private func mayBeOverdue(_ stream: StreamID) -> Bool {
    machine.overdue.count < overdueLimit
      || !machine.departures.contains { $0.stream == stream && $0.step != .lingering }
  }
}

extension SessionStateMachine.Timer {
  /// An order, so that the same choice is made each time.
  fileprivate var rank: UInt64 {
    switch self {
    case .search: 0
    case .retry: 1
    case .stream(let id): 1 + id.rawValue
    }
  }
}
