import CPipeWire
import CPipeWireShims
import CaptureCore
import Glibc
import MediaTypes

/// Makes frames of a stream's buffers.
///
/// Each frame is copied into a pool of our own, once, unless it lies in memory that the kernel shares and
/// the buffer can be spared. So PipeWire gets its buffer back at once, the camera never runs dry however
/// long a frame is held, and a frame stays readable and unchanged when the stream, the camera or the
/// daemon is gone. All that the other side says of its memory is checked before it is read, and read
/// once, since the other side could change it meanwhile.
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
  ///   - shared: its memory, where the kernel shares it.
  ///   - now: when it arrived.
  ///   - lend: makes a frame's memory of the shared one; nil when the buffer cannot be spared.
  mutating func assemble(
    _ buffer: UnsafePointer<spa_buffer>, in shared: SharedMemory? = nil, now: MediaTime,
    lend: (PlaneLayouts) -> FrameBuffer? = { _ in nil }
  ) -> Outcome {
    let memory = unsafe FrameMemory(buffer, in: shared)
    let (number, lost) = counter.number(stamp: memory.sequence)
    if memory.isCorrupt { return .dropped(.corrupt) }
    if memory.isGap { return .dropped(.lostBySource) }
    do {
      let format = negotiated.format
      let geometry = try FrameGeometry(
        format: format.pixelFormat, size: format.size, blocks: memory.blocks)
      let inPlace = shared.map { geometry.planes(inBlocksFrom: $0.starts) }
      let lent = inPlace.flatMap(lend)
      let copied = lent == nil ? try copy(memory, geometry, in: shared) : nil
      guard let bytes = lent ?? copied else { return .dropped(.noBuffer) }
      let frame = try VideoFrame(
        buffer: bytes, format: format.pixelFormat, size: format.size,
        planes: lent == nil ? geometry.planes : inPlace ?? geometry.planes,
        color: negotiated.color, rotation: memory.rotation, isMirrored: memory.isMirrored,
        crop: memory.crop(in: format.size),
        source: camera, sequence: number,
        presentationTime: timeline.time(stamp: memory.time, now: now))
      return .frame(frame, lost: lost)
    } catch {
      return .dropped(.malformed)
    }
  }

  private mutating func copy(
    _ memory: FrameMemory, _ geometry: FrameGeometry, in shared: SharedMemory?
  ) throws(FrameError) -> FrameBuffer? {
    guard let shared else { return try copy(memory, geometry) }
    return try shared.whileReadable { () throws(FrameError) in try copy(memory, geometry) }
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
