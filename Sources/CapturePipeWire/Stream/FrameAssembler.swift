import CPipeWire
import CPipeWireShims
import CaptureCore
import Glibc
import MediaTypes

/// Makes frames of a stream's buffers.
///
/// Each frame is copied into a pool of our own, once. So PipeWire gets its buffer back at once, the
/// camera never runs dry however long a frame is held, and a frame stays readable and unchanged when
/// the stream, the camera or the daemon is gone. All that the other side says of its memory is
/// checked before it is read, and read once, since the other side could change it meanwhile.
///
/// *Context*: the loop's thread.
struct FrameAssembler {
  /// How many frames of one stream may be held at once.
  static let poolCapacity = 16

  /// What became of a buffer.
  enum Outcome {
    case frame(VideoFrame, lost: Int)
    case dropped(FrameDropReason)
  }

  private let camera: CameraID
  private let negotiated: NegotiatedFormat
  private var timeline = FrameTimeline()
  private var counter = FrameCounter()
  private var pool: FramePool?

  init(camera: CameraID, format: NegotiatedFormat) {
    self.camera = camera
    negotiated = format
  }

  /// - Parameters:
  ///   - buffer: lent by PipeWire for the call.
  ///   - now: when it arrived.
  mutating func assemble(_ buffer: UnsafePointer<spa_buffer>, now: MediaTime) -> Outcome {
    let memory = unsafe FrameMemory(buffer)
    let (number, lost) = counter.number(stamp: memory.sequence)
    if memory.isCorrupt { return .dropped(.corrupt) }
    do {
      let format = negotiated.format
      let geometry = try FrameGeometry(
        format: format.pixelFormat, size: format.size, blocks: memory.blocks)
      guard let copy = try copy(memory, geometry) else { return .dropped(.noBuffer) }
      let frame = try VideoFrame(
        buffer: copy, format: format.pixelFormat, size: format.size, planes: geometry.planes,
        color: negotiated.color, rotation: memory.rotation, isMirrored: memory.isMirrored,
        source: camera, sequence: number,
        presentationTime: timeline.time(stamp: memory.time, now: now))
      return .frame(frame, lost: lost)
    } catch {
      return .dropped(.malformed)
    }
  }

  private mutating func copy(
    _ memory: FrameMemory, _ geometry: FrameGeometry
  ) throws(FrameError) -> FrameBuffer? {
    try unsafe pool(for: geometry).make { target throws(FrameError) in
      for run in geometry.runs {
        let slot = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[run.target..<run.target + run.byteCount])
        try unsafe memory.copy(run, to: slot)
      }
    }
  }

  // Compressed frames differ in length: their pool grows by halves, so that it is seldom made anew.
  private mutating func pool(for geometry: FrameGeometry) -> FramePool {
    let isCompressed = negotiated.format.pixelFormat.isCompressed
    if let pool,
      isCompressed ? pool.byteCount >= geometry.byteCount : pool.byteCount == geometry.byteCount
    {
      return pool
    }
    let byteCount = isCompressed ? geometry.byteCount * 3 / 2 : geometry.byteCount
    let made = FramePool(byteCount: byteCount, capacity: Self.poolCapacity)
    pool = made
    return made
  }
}
