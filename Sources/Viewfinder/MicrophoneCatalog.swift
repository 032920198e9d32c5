public import CaptureCore
public import MediaTypes

/// The microphones that are there, without opening any: for lists, menus and programs that only look.
///
/// *Context*: any task.
public struct MicrophoneCatalog: Sendable {
  private let backends: [any MicrophoneBackend]

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - backends: the ways to cameras; their microphones are those that a session would take.
  ///   - virtualScript: faults of the virtual devices.
  ///   - clock: where the time comes from.
  /// - Throws: `CaptureError` for a back end that does not exist, or a script that makes no sense.
  public init(
    _ backends: BackendSelection = .automatic, virtualScript: String? = nil,
    clock: any MediaClock = SystemClock()
  ) throws(CaptureError) {
    let cameras = try backends.make(clock: clock, virtualScript: virtualScript)
    self.backends = backends.makeMicrophones(with: cameras, clock: clock)
  }

  /// The microphones as one list: the first as soon as each back end has said what it has, then one
  /// after each change. A slow reader gets the latest only.
  ///
  /// Each call is a subscription of its own and ends with its reader. A missing service is no error;
  /// the list's `problem` says so when there is no other way to a microphone.
  public func lists() -> AsyncStream<MicrophoneList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MicrophoneList.self, bufferingPolicy: .bufferingNewest(1))
    let merger = MicrophoneMerger(backends.map(\.name))
    if backends.isEmpty { continuation.yield(MicrophoneList()) }
    let watches = backends.map { backend in
      Task {
        for await list in backend.microphoneLists() {
          merger.update(list, from: backend.name) { continuation.yield($0) }
        }
      }
    }
    continuation.afterEnd {
      for watch in watches { watch.cancel() }
    }
    return stream
  }
}

/// Joins the lists of several back ends, in the order in which they come.
private final class MicrophoneMerger: Sendable {
  private struct State {
    var directory: MicrophoneDirectory
    var silent: Set<String>
  }

  private let state: Locked<State>

  init(_ names: [String]) {
    state = Locked(State(directory: MicrophoneDirectory(backendOrder: names), silent: Set(names)))
  }

  func update(_ list: MicrophoneList, from name: String, send: (MicrophoneList) -> Void) {
    state.withLock { state in
      let isChanged = state.directory.update(list, from: name)
      let isLastToSpeak = state.silent.remove(name) != nil && state.silent.isEmpty
      // Under the lock, so that no older list comes after a newer one.
      if state.silent.isEmpty && (isChanged || isLastToSpeak) { send(state.directory.list) }
    }
  }
}
