import CGLES
import MediaTypes
import PreviewCore

/// The textures of one frame, kept for later frames of the same format and size.
///
/// *Context*: the GL context it was made in, also for its end.
final class TextureSet {
  /// What it can hold.
  let key: FrameShape
  /// The frame in it; nil when empty or half written.
  private(set) var content: FrameIdentity?
  /// The number of the scene that last used it.
  var lastUse = 0

  /// What is bound for drawing.
  let textures: PlaneTextures

  /// GL objects that a set for a frame makes.
  static func objectCount(_ frame: VideoFrame) -> Int { frame.planes.count }

  init(for frame: VideoFrame) throws(PreviewError) {
    key = FrameShape(frame)
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
