import CaptureCore
import MediaTypes
import Testing

/// A step that took longer than a test's patience.
struct Impatience: Error, CustomStringConvertible {
  let description: String
}

extension CaptureConformance {
  /// The first list that satisfies a condition.
  func list(
    of backend: Backend, where isRight: @escaping @Sendable (DeviceList) -> Bool
  ) async throws -> DeviceList {
    try await withPatience("the right device list") {
      for await list in backend.deviceLists() where isRight(list) { return list }
      throw Impatience(description: "the device lists ended")
    }
  }

  func camera(of backend: Backend) async throws -> CameraDevice {
    let list = try await list(of: backend) { !$0.devices.isEmpty }
    return try #require(list.devices.first)
  }

  func open(_ backend: Backend) async throws -> any CaptureStream {
    let device = try await camera(of: backend)
    return try await backend.open(device.id, format: try #require(device.formats.first))
  }

  func started(_ backend: Backend) async throws -> (any CaptureStream, Inbox) {
    let stream = try await open(backend)
    let inbox = Inbox()
    try await stream.start(inbox.handler)
    return (stream, inbox)
  }

  func frames(_ count: Int, in inbox: Inbox) async throws -> [VideoFrame] {
    letTimePass()
    try await withPatience("\(count) frames") { await inbox.wait { $0.frames.count >= count } }
    return inbox.frames
  }

  func event(
    in inbox: Inbox, _ isWanted: @escaping @Sendable (CaptureStreamEvent) -> Bool
  ) async throws -> CaptureStreamEvent {
    letTimePass()
    try await withPatience("an event") { await inbox.wait { $0.events.contains(where: isWanted) } }
    return try #require(inbox.events.first(where: isWanted))
  }

  /// FNV-1a over the whole buffer.
  static func checksum(_ frame: VideoFrame) -> UInt64 {
    frame.buffer.withBytes { bytes in
      (0..<bytes.byteCount).reduce(UInt64(0xcbf2_9ce4_8422_2325)) { sum, index in
        // Within bounds by the range.
        (sum ^ UInt64(unsafe bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)))
          &* 0x100_0000_01b3
      }
    }
  }

  private func withPatience<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { try await body() }
      group.addTask { [patience] in
        try await Task.sleep(for: .seconds(patience))
        throw Impatience(description: "\(what): not within \(patience) s")
      }
      defer { group.cancelAll() }
      return try #require(await group.next())
    }
  }
}

/// What a stream has said, and who waits for it to say something.
final class Inbox: Sendable {
  struct Contents: Sendable {
    var events: [CaptureStreamEvent] = []

    var frames: [VideoFrame] {
      events.compactMap { event in
        if case .frame(let frame) = event { frame } else { nil }
      }
    }
  }

  private struct State: Sendable {
    var contents = Contents()
    var isCalled = false
    var overlapped = false
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastListener: UInt64 = 0
  }

  private let state = Locked(State())

  var handler: CaptureHandler {
    { [self] event in
      state.withLock { state in
        state.overlapped = state.overlapped || state.isCalled
        state.isCalled = true
      }
      let listeners = state.withLock { state in
        state.contents.events.append(event)
        state.isCalled = false
        return state.listeners.values
      }
      for listener in listeners { listener.yield() }
    }
  }

  var events: [CaptureStreamEvent] { state.withLock { $0.contents.events } }
  var frames: [VideoFrame] { state.withLock { $0.contents.frames } }
  var count: Int { state.withLock { $0.contents.events.count } }
  /// Whether two calls of the handler ran at once.
  var overlapped: Bool { state.withLock { $0.overlapped } }

  func clear() { state.withLock { $0.contents = Contents() } }

  /// Returns when the contents satisfy a condition, or when the task is cancelled.
  func wait(_ isRight: @escaping @Sendable (Contents) -> Bool) async {
    let (changes, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
    defer { state.withLock { $0.listeners[id] = nil } }
    listener.yield()
    for await _ in changes where state.withLock({ isRight($0.contents) }) { return }
  }
}
