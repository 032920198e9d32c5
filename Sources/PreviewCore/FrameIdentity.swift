package import MediaTypes

/// What frames have in common that fit into the same textures.
package struct FrameShape: Hashable, Sendable {
  package let format: PixelFormat
  package let size: PixelSize

  package init(_ frame: VideoFrame) { (format, size) = (frame.format, frame.size) }
}

/// What tells one frame from the next without holding on to its memory, so that a renderer knows what it
/// has uploaded.
///
/// An address may be used again once its buffer is gone; then count and time differ.
package struct FrameIdentity: Hashable, Sendable {
  private let buffer: ObjectIdentifier
  private let planes: PlaneLayouts
  private let source: CameraID
  private let sequence: UInt64
  private let presentationTime: MediaTime
  private let shape: FrameShape

  package init(_ frame: VideoFrame) {
    buffer = ObjectIdentifier(frame.buffer)
    planes = frame.planes
    source = frame.source
    sequence = frame.sequence
    presentationTime = frame.presentationTime
    shape = FrameShape(frame)
  }
}
