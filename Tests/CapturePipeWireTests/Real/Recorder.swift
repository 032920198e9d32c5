import CaptureCore
import MediaTypes
import TestSupport

/// Keeps what a stream says, and wakes a test that waits for something.
final class Recorder: Sendable {
  struct Record: Sendable {
    var frames: [VideoFrame] = []
    var dropped: [FrameDropReason: Int] = [:]
    var formats: [CameraFormat] = []
    var failure: CaptureError?
    var count = 0
  }

  private let record = Locked(Record())
  private let (wakeUps, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let keeps: Int

  /// - Parameter keeps: how many of the latest frames are held.
  init(keeps: Int = 4) { self.keeps = keeps }

  var handler: CaptureHandler {
    { [self] event in
      record.withLock { $0.add(event, keeps: keeps) }
      signal.yield()
    }
  }

  var now: Record { record.withLock { $0 } }

  /// Waits until the record is as wished; for one waiting test.
  @discardableResult
  func wait(
    _ what: String, limit: Duration = .seconds(30),
    _ isReached: @escaping @Sendable (Record) -> Bool
  ) async throws -> Record {
    try await within(limit, "\(what)") { [self] in
      if isReached(now) { return now }
      for await _ in wakeUps where isReached(now) { return now }
      throw CancellationError()
    }
  }
}

extension Recorder.Record {
  fileprivate mutating func add(_ event: CaptureStreamEvent, keeps: Int) {
    switch event {
    case .frame(let frame):
      count += 1
      frames.append(frame)
      if frames.count > keeps { frames.removeFirst() }
    case .dropped(let reason, let count): dropped[reason, default: 0] += count
    case .formatChanged(let format): formats.append(format)
    case .failed(let error): failure = error
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// Waits for the first element that is as wished.
  func first(
    _ what: String, limit: Duration = .seconds(30),
    where isWished: @escaping @Sendable (Element) -> Bool
  ) async throws -> Element {
    try await within(limit, what) {
      for await element in self where isWished(element) { return element }
      throw CancellationError()
    }
  }
}

extension VideoFrame {
  /// One byte of a plane.
  func sample(plane: Int, column: Int, row: Int) -> Int {
    let layout = planes[plane]
    return buffer.withBytes { bytes in
      // Bounds are checked by the span.
      Int(
        unsafe bytes.unsafeLoad(
          fromByteOffset: layout.offset + row * layout.stride + column, as: UInt8.self))
    }
  }
}
