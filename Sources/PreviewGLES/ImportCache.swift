import CGLES
import MediaTypes
import PreviewCore

/// Frames that are shown straight from the memory that the kernel shares: no copy, no upload.
///
/// The images of a camera's few buffers are kept for its next frames. A frame's memory is held until the
/// GPU has read it, since it goes back to the camera afterwards.
///
/// *Context*: the GL context it was made in, also for its end.
struct ImportCache {
  /// One buffer of a camera.
  private final class Buffer {
    let key: FrameShape
    let memory: DMABuf
    let textures: PlaneTextures
    let planes: [SharedPlane]
    var content: FrameIdentity?
    var lastUse = 0

    init(_ frame: VideoFrame, _ memory: DMABuf, _ planes: [SharedPlane]) {
      key = FrameShape(frame)
      self.memory = memory
      self.planes = planes
      textures = PlaneTextures(frame.format) { _ in }
    }
  }

  /// False where the driver cannot, and after the first frame that it refused: NVIDIA's takes memory
  /// whose rows lie one after the other, as a camera's do, for external textures only.
  private(set) var isUsable = SharedPlane.isPossible
  /// Frames that were shown without a copy.
  private(set) var imports = 0
  private(set) var objectsMade = 0
  private var buffers: [Buffer] = []
  private var inUse: [FrameBuffer] = []
  private var readings: [Reading] = []

  /// Buffers that are kept: those of two cameras.
  private static let capacity = 16
  /// Scenes after which an unused buffer's memory is let go, since its camera is probably gone.
  private static let longestIdle = 120

  /// The textures of a frame; nil for one that has to be uploaded.
  mutating func textures(for frame: VideoFrame, scene: Int) -> PlaneTextures? {
    guard isUsable, let memory = frame.buffer.native as? DMABuf,
      frame.format.planeShapes.allSatisfy(SharedPlane.hasName)
    else { return nil }
    guard let buffer = buffer(for: frame, memory) else {
      isUsable = false
      buffers = []
      return nil
    }
    buffer.lastUse = scene
    inUse.append(frame.buffer)
    return buffer.textures
  }

  private mutating func buffer(for frame: VideoFrame, _ memory: DMABuf) -> Buffer? {
    let (key, identity) = (FrameShape(frame), FrameIdentity(frame))
    let known = buffers.first { $0.memory == memory && $0.key == key }
    guard let buffer = known ?? make(frame, memory) else { return nil }
    guard buffer.content != identity else { return buffer }
    GL.clearErrors()
    // Again for each frame: it tells the driver that the memory has changed.
    buffer.textures.each { buffer.planes[$0].show() }
    guard glGetError() == GLenum(GL_NO_ERROR) else { return nil }
    buffer.content = identity
    imports += 1
    return buffer
  }

  private mutating func make(_ frame: VideoFrame, _ memory: DMABuf) -> Buffer? {
    let shapes = frame.format.planeShapes
    let planes = zip(memory.planes, shapes).compactMap {
      SharedPlane($0, shape: $1, of: frame.size)
    }
    guard planes.count == shapes.count else { return nil }
    let buffer = Buffer(frame, memory, planes)
    objectsMade += planes.count
    buffers.append(buffer)
    return buffer
  }

  /// A scene has been drawn: what it showed stays until the GPU has read it.
  mutating func sceneDrawn(_ scene: Int) {
    guard !buffers.isEmpty || !readings.isEmpty else { return }
    readings.removeAll(where: \.isOver)
    if !inUse.isEmpty { readings.append(Reading(of: inUse)) }
    inUse.removeAll(keepingCapacity: true)
    buffers.removeAll { scene - $0.lastUse > Self.longestIdle }
    if buffers.count > Self.capacity {
      buffers.sort { $0.lastUse > $1.lastUse }
      buffers.removeLast(buffers.count - Self.capacity)
    }
  }
}

/// The GPU reading frames, as far as a fence tells.
@safe private final class Reading {
  private let buffers: [FrameBuffer]
  // Unsafe: GL's own handle, deleted by `deinit` only.
  private let fence: GLsync?

  init(of buffers: [FrameBuffer]) {
    self.buffers = buffers
    unsafe fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
  }

  deinit { unsafe glDeleteSync(fence) }

  var isOver: Bool {
    let state = unsafe glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 0)
    return state != GLenum(GL_TIMEOUT_EXPIRED)
  }
}
