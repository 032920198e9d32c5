public import CaptureCore
public import MediaTypes

/// The cameras that are there, without opening any: for lists, menus and programs that only look.
///
/// Not needed beside a session, whose state lists the cameras too.
///
/// *Context*: any task.
public struct CameraCatalog: Sendable {
  private let backends: [any CaptureBackend]
  private let clock: any MediaClock

  /// How long a back end that says nothing may keep the cameras of the others from being seen.
  static let patience = MediaTime.seconds(5)

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - backends: the ways to cameras.
  ///   - virtualScript: faults of the virtual cameras.
  ///   - clock: where the time comes from.
  /// - Throws: `CaptureError` for a back end that does not exist, or a script that makes no sense.
  public init(
    _ backends: BackendSelection = .automatic, virtualScript: String? = nil,
    clock: any MediaClock = SystemClock()
  ) throws(CaptureError) {
    self.backends = try backends.make(clock: clock, virtualScript: virtualScript)
    self.clock = clock
  }

  /// The settings of cameras, where one of the back ends has them, the kernel's own before those that
  /// PipeWire passes on; nil when none does.
  public var controls: (any CameraControls)? {
    CoverWatch.ranked(backends).lazy.compactMap { $0 as? any CameraControls }.first
  }

  /// The cameras of all back ends as one list: the first as soon as each back end has said what it
  /// has, then one after each change. After five seconds the cameras that are known are listed without
  /// waiting for back ends that hang. A slow reader gets the latest only.
  ///
  /// Each call is a subscription of its own and ends with its reader. A missing service is no error;
  /// the list's `problem` says so.
  public func lists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    let merger = ListMerger(backends.map(\.name))
    if backends.isEmpty { continuation.yield(DeviceList()) }
    let watches = backends.map { backend in
      Task {
        for await list in backend.deviceLists() {
          merger.update(list, from: backend.name) { continuation.yield($0) }
        }
      }
    }
    let timer = clock.makeTimer(label: "catalog") { _ in
      merger.waitNoLonger { continuation.yield($0) }
    }
    timer.schedule(at: clock.now + Self.patience)
    continuation.afterEnd {
      timer.cancel()
      for watch in watches { watch.cancel() }
    }
    return stream
  }
}

/// Joins the lists of several back ends, in the order in which they come.
private final class ListMerger: Sendable {
  private struct State {
    var directory: DeviceDirectory
    var silent: Set<String>
    var isPatient = true
    var hasSent = false

    /// Whether what is known may be shown.
    var isDue: Bool {
      silent.isEmpty || hasSent || (!isPatient && !directory.devices.isEmpty)
    }
  }

  private let state: Locked<State>

  init(_ names: [String]) {
    state = Locked(State(directory: DeviceDirectory(backendOrder: names), silent: Set(names)))
  }

  func update(_ list: DeviceList, from name: String, send: (DeviceList) -> Void) {
    state.withLock { state in
      let isChanged = state.directory.update(list, from: name)
      state.silent.remove(name)
      guard state.isDue, isChanged || !state.hasSent else { return }
      state.hasSent = true
      // Under the lock, so that no older list comes after a newer one.
      send(state.directory.list)
    }
  }

  /// Shows the cameras that are known, or else the next ones, whoever has not spoken yet.
  func waitNoLonger(send: (DeviceList) -> Void) {
    state.withLock { state in
      state.isPatient = false
      guard state.isDue, !state.hasSent else { return }
      state.hasSent = true
      send(state.directory.list)
    }
  }
}
