import CaptureCore
import MediaTypes
import Synchronization
import Testing

/// A clock that stands where it is put; its timers never fire.
final class StandingClock: MediaClock {
  private let time: Locked<MediaTime>

  init(_ now: MediaTime = .seconds(100)) { time = Locked(now) }

  var now: MediaTime {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer { NoTimer() }

  private final class NoTimer: MediaTimer {
    func schedule(at deadline: MediaTime) {}
    func cancel() {}
  }
}

/// Makes frames of a few bytes and knows how many are alive.
@safe final class FrameMaker: Sendable {
  let camera: CameraID
  private let alive = Atomic(0)
  // Unsafe: never written, and freed when no frame is left that could be read.
  private nonisolated(unsafe) let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 4, alignment: 4)

  init(_ camera: String = "camera") { self.camera = CameraID(camera) }

  deinit { unsafe bytes.deallocate() }

  var aliveCount: Int { alive.load(ordering: .sequentiallyConsistent) }

  func frame(
    _ sequence: UInt64, at time: MediaTime? = nil, format: PixelFormat = .grey
  ) throws -> VideoFrame {
    alive.add(1, ordering: .sequentiallyConsistent)
    let buffer = unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(bytes)) { [self] in
      alive.subtract(1, ordering: .sequentiallyConsistent)
    }
    return try VideoFrame(
      buffer: buffer, format: format, size: PixelSize(width: 2, height: 2),
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: format.isCompressed ? 4 : 2)]),
      color: .webcam, source: camera, sequence: sequence,
      presentationTime: time ?? .milliseconds(Int64(sequence)))
  }
}

/// A decoder that counts its work, and refuses it when asked to.
final class CountingDecoder: JPEGDecoder {
  let count = Atomic(0)
  private let maker = FrameMaker()
  private let error: JPEGError?

  init(failingWith error: JPEGError? = nil) { self.error = error }

  /// Hands out this one decoder for each stream.
  static func factory(_ decoder: CountingDecoder?) -> JPEGDecoderFactory? {
    guard let decoder else { return nil }
    return { decoder }
  }

  var decoded: Int { count.load(ordering: .sequentiallyConsistent) }

  func decode(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame {
    count.add(1, ordering: .sequentiallyConsistent)
    if let error { throw error }
    guard let decoded = try? maker.frame(frame.sequence, at: frame.presentationTime) else {
      throw JPEGError(.malformed, "no fixture")
    }
    return decoded
  }
}

let streamA = StreamID(rawValue: 1)
let streamB = StreamID(rawValue: 2)

extension FrameStream {
  /// The sequence numbers of the next frames.
  func sequences(_ count: Int) async -> [UInt64] {
    var result: [UInt64] = []
    var iterator = makeAsyncIterator()
    while result.count < count, let frame = await iterator.next() { result.append(frame.sequence) }
    return result
  }
}
