import MediaTypes
import Metal
import PreviewCore

/// The textures of one frame, kept for later frames of the same format and size.
///
/// *Context*: the renderer's thread.
final class TextureSet {
  /// What it can hold.
  let key: FrameShape
  /// In the programs' order.
  let textures: [any MTLTexture]
  /// The frame in it; nil when empty.
  private(set) var content: FrameIdentity?
  /// The number of the scene that last used it.
  var lastUse = 0

  init(for frame: VideoFrame, on device: any MTLDevice) throws(PreviewError) {
    key = FrameShape(frame)
    var textures: [Int: any MTLTexture] = [:]
    for (plane, shape) in frame.format.planeShapes.enumerated() {
      let descriptor = MTLTextureDescriptor.texture2DDescriptor(
        pixelFormat: TexelFormat(frame.format, plane: plane).pixelFormat,
        width: shape.samplesPerRow(width: frame.size.width),
        height: shape.rows(height: frame.size.height), mipmapped: false)
      descriptor.usage = .shaderRead
      guard let texture = device.makeTexture(descriptor: descriptor) else {
        throw PreviewError(
          .graphicsFailed, "No memory for a frame of \(frame.size) pixels.",
          remedy: "Ask the camera for a smaller size.")
      }
      textures[frame.format.textureUnit(ofPlane: plane)] = texture
    }
    self.textures = (0..<textures.count).compactMap { textures[$0] }
  }

  /// Copies a frame's planes to the GPU.
  ///
  /// - Parameter frame: of this set's format and size.
  func upload(_ frame: VideoFrame, scratch: inout [UInt8]) {
    for plane in 0..<textures.count {
      PlaneUpload(frame, plane: plane).run(
        into: textures[frame.format.textureUnit(ofPlane: plane)],
        TexelFormat(frame.format, plane: plane), scratch: &scratch)
    }
    content = FrameIdentity(frame)
  }
}
