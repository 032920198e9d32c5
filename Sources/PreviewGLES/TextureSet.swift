import CGLES
import MediaTypes
import PreviewCore

/// The textures of one frame, kept for later frames of the same format and size.
///
/// *Context*: the GL context it was made in, also for its end.
final class TextureSet {
  /// What a set can hold.
  struct Key: Hashable {
    let format: PixelFormat
    let size: PixelSize

    init(_ frame: VideoFrame) {
      format = frame.format
      size = frame.size
    }
  }

  let key: Key
  /// The frame in it; nil when empty or half written.
  private(set) var content: FrameIdentity?
  /// The number of the scene that last used it.
  var lastUse = 0

  /// What is bound for drawing.
  let textures: PlaneTextures

  /// GL objects that a set for a frame makes.
  static func objectCount(_ frame: VideoFrame) -> Int { frame.planes.count }

  init(for frame: VideoFrame) throws(PreviewError) {
    key = Key(frame)
    textures = PlaneTextures(frame.format) { plane in
      let shape = frame.format.planeShapes[plane]
      glTexStorage2D(
        GLenum(GL_TEXTURE_2D), 1, TexelFormat(bytesPerSample: shape.bytesPerSample).stored,
        GLsizei(shape.samplesPerRow(width: frame.size.width)),
        GLsizei(shape.rows(height: frame.size.height)))
    }
    // A driver that has no memory left says so here.
    try GL.check("making textures for \(frame.size) \(frame.format)")
  }

  /// Copies a frame's planes to the GPU.
  ///
  /// - Parameter frame: of this set's format and size.
  func upload(_ frame: VideoFrame, scratch: inout [UInt8]) {
    content = nil
    textures.each { plane in
      PlaneUpload(frame, plane: plane, shape: frame.format.planeShapes[plane]).run(
        scratch: &scratch)
    }
    content = FrameIdentity(frame)
  }
}

/// What tells one frame from the next without holding on to its memory.
///
/// An address may be used again once its buffer is gone; then count and time differ.
struct FrameIdentity: Hashable {
  private let buffer: ObjectIdentifier
  private let planes: PlaneLayouts
  private let source: CameraID
  private let sequence: UInt64
  private let presentationTime: MediaTime
  private let key: TextureSet.Key

  init(_ frame: VideoFrame) {
    buffer = ObjectIdentifier(frame.buffer)
    planes = frame.planes
    source = frame.source
    sequence = frame.sequence
    presentationTime = frame.presentationTime
    key = TextureSet.Key(frame)
  }
}
