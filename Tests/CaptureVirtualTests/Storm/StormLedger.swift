import CaptureCore
import MediaTypes

/// Books what an engine says: which flips are open, how they ended, and a sum over every event in order.
final class StormLedger: CaptureObserver {
  struct Accounts: Sendable {
    var begun = 0
    var open: Set<FlipID> = []
    var ended: [String: Int] = [:]
    /// Flips that ended without having begun, or twice.
    var strays: [FlipID] = []
    var interruptions = 0
    var events = 0
    /// FNV-1a over every event's text (Fowler, Noll, Vo 1991).
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    /// The latest events, to say what came before a failure.
    var latest: [String] = []
    fileprivate var listed: Set<CameraID> = []
    fileprivate var waiter:
      (cameras: Set<CameraID>, continuation: CheckedContinuation<Void, Never>)?
  }

  private let accounts = Locked(Accounts())
  private let router: FrameRouter

  init(router: FrameRouter) { self.router = router }

  var now: Accounts { accounts.withLock { $0 } }

  func capture(_ event: CaptureEngineEvent) {
    if case .flipEnded(let report) = event { router.record(report) }
    let waiter = accounts.withLock { accounts in
      accounts.book(event)
      return accounts.takeWaiter()
    }
    waiter?.resume()
  }

  /// Suspends until the engine's list holds just these cameras.
  func listed(_ cameras: Set<CameraID>) async {
    await withCheckedContinuation { continuation in
      let waiter = accounts.withLock { accounts in
        accounts.waiter = (cameras, continuation)
        return accounts.takeWaiter()
      }
      waiter?.resume()
    }
  }
}

extension StormLedger.Accounts {
  /// Every flip that began has ended, once.
  var isBalanced: Bool {
    open.isEmpty && strays.isEmpty && ended.values.reduce(0, +) == begun
  }

  fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
    guard let waiter, waiter.cameras == listed else { return nil }
    defer { self.waiter = nil }
    return waiter.continuation
  }

  fileprivate mutating func book(_ event: CaptureEngineEvent) {
    switch event {
    case .devices(let list): listed = Set(list.devices.map(\.id))
    case .flipBegan(let id, _, _, _):
      begun += 1
      open.insert(id)
    case .flipEnded(let report):
      if open.remove(report.id) == nil { strays.append(report.id) }
      ended[report.outcome.word, default: 0] += 1
    case .interrupted: interruptions += 1
    default: break
    }
    events += 1
    add(event.text)
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    latest.append(text)
    if latest.count > 20 { latest.removeFirst() }
  }
}

extension FlipReport.Outcome {
  /// How it ended, without the reason.
  var word: String {
    switch self {
    case .done: "done"
    case .rolledBack: "rolled back"
    case .superseded: "superseded"
    case .failed: "failed"
    }
  }

  fileprivate var reason: String {
    switch self {
    case .done, .superseded: ""
    case .rolledBack(let error), .failed(let error): error.code.description
    }
  }
}

extension CaptureEngineEvent {
  /// All that it says which is the same in each run.
  fileprivate var text: String {
    switch self {
    case .devices(let list): "devices \(list.devices.map(\.id.rawValue))"
    case .opening(let device): "opening \(device.id)"
    case .started(let stream, let device, _): "started \(stream.rawValue) \(device.id)"
    case .flipBegan(let id, let from, let to, let time):
      "began \(id.rawValue) \(from?.rawValue ?? 0) \(to.id) \(time.nanoseconds)"
    case .flipFirstFrame(let id, let stream, let time):
      "first \(id.rawValue) \(stream.rawValue) \(time.nanoseconds)"
    case .flipEnded(let report):
      "ended \(report.id.rawValue) \(report.outcome.word) \(report.outcome.reason)"
        + " \(report.firstNewFrame?.nanoseconds ?? 0)"
    case .interrupted(let device, let error): "interrupted \(device.id) \(error.code)"
    case .stopped: "stopped"
    }
  }
}
