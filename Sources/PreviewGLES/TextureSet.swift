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

  private let textures: [GLObject]

  /// GL objects that a set for a frame makes.
  static func objectCount(_ frame: VideoFrame) -> Int { frame.planes.count }

  init(for frame: VideoFrame) throws(PreviewError) {
    key = Key(frame)
    textures = frame.format.planeShapes.enumerated().map { plane, shape in
      Self.makeTexture(
        TexelFormat(bytesPerSample: shape.bytesPerSample), TexelOrder(frame.format, plane: plane),
        width: shape.samplesPerRow(width: frame.size.width),
        height: shape.rows(height: frame.size.height))
    }
    // A driver that has no memory left says so here.
    try GL.check("making textures for \(frame.size) \(frame.format)")
  }

  /// Binds the planes to the texture units 0, 1, 2.
  func bind() {
    for (plane, texture) in textures.enumerated() {
      Self.bind(texture, unit: TexelOrder.unit(key.format, plane: plane))
    }
  }

  /// Copies a frame's planes to the GPU.
  ///
  /// - Parameter frame: of this set's format and size.
  func upload(_ frame: VideoFrame, scratch: inout [UInt8]) {
    content = nil
    for (index, shape) in frame.format.planeShapes.enumerated() {
      Self.bind(textures[index], unit: 0)
      PlaneUpload(frame, plane: index, shape: shape).run(scratch: &scratch)
    }
    content = FrameIdentity(frame)
  }

  private static func makeTexture(
    _ format: TexelFormat, _ order: TexelOrder, width: Int, height: Int
  ) -> GLObject {
    let texture = GLObject(.texture)
    bind(texture, unit: 0)
    glTexStorage2D(
      GLenum(GL_TEXTURE_2D), 1, format.stored, GLsizei(width), GLsizei(height))
    let channels = [
      GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A,
    ]
    for (name, value) in zip(channels, order.swizzle) {
      glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(name), value)
    }
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(name), value)
    }
    return texture
  }

  private static func bind(_ texture: GLObject, unit: Int) {
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
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
