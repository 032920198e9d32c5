import CaptureCore
import MediaTypes
import TestSupport
import Viewfinder

@testable import CaptureFFmpeg

/// Keeps what a stream says, and wakes a test that waits for something.
final class StreamRecorder: Sendable {
  struct Record: Sendable {
    var frames: [VideoFrame] = []
    var times: [MediaTime] = []
    var formats: [CameraFormat] = []
    var failure: CaptureError?
  }

  private let record = Locked(Record())
  private let (wakeUps, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  var now: Record { record.withLock { $0 } }

  var handler: CaptureHandler {
    { [self] event in
      record.withLock { record in
        switch event {
        case .frame(let frame):
          record.times.append(frame.presentationTime)
          if record.frames.count < 4 { record.frames.append(frame) }
        case .formatChanged(let format): record.formats.append(format)
        case .failed(let error): record.failure = error
        case .dropped: break
        }
      }
      signal.yield()
    }
  }

  /// Waits until the record is as wished; for one waiting test.
  @discardableResult
  func wait(
    _ what: String, limit: Duration = .seconds(30),
    _ isReached: @escaping @Sendable (Record) -> Bool
  ) async throws -> Record {
    try await within(limit, what) { [self] in
      if isReached(now) { return now }
      for await _ in wakeUps where isReached(now) { return now }
      throw CancellationError()
    }
  }
}

/// Opens an address without a session.
func openStream(_ text: String) async throws -> any CaptureStream {
  guard let address = StreamAddress(text) else { throw TestSupportError("no address: \(text)") }
  let backend = StreamBackend([address], clock: SystemClock())
  let wish = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 1280, height: 720), rate: .fps30)
  return try await backend.open(address.id, format: wish)
}

/// Its first frames.
func firstFrames(_ text: String, count: Int = 1) async throws -> StreamRecorder.Record {
  let stream = try await openStream(text)
  let recorder = StreamRecorder()
  try await stream.start(recorder.handler)
  let record = try await recorder.wait("frames of \(text)") {
    $0.times.count >= count || $0.failure != nil
  }
  await stream.close()
  return record
}

extension VideoFrame {
  /// One byte of a plane.
  func sample(plane: Int, column: Int, row: Int) -> UInt8 {
    let layout = planes[plane]
    return buffer.withBytes { bytes in
      // Bounds are checked by the span.
      unsafe bytes.unsafeLoad(
        fromByteOffset: layout.offset + row * layout.stride + column, as: UInt8.self)
    }
  }
}
