/// A frame's memory as the kernel shares it between devices: what a renderer needs to show it without a
/// copy. Found in `FrameBuffer.native`.
///
/// The descriptors belong to the frame's buffer and are open for as long as that lives; whoever needs one
/// for longer duplicates it. Rows are linear, from top to bottom (modifier 0).
public struct DMABuf: Hashable, Sendable {
  /// One plane of the frame's pixel format.
  public struct Plane: Hashable, Sendable {
    /// An open descriptor.
    public let descriptor: Int32
    /// Bytes from the start of the shared memory to the first row.
    public let offset: Int
    /// Bytes from one row to the next.
    public let stride: Int

    /// Describes a plane.
    public init(descriptor: Int32, offset: Int, stride: Int) {
      self.descriptor = descriptor
      self.offset = offset
      self.stride = stride
    }
  }

  /// As many as the frame's format has planes, in the same order.
  public let planes: [Plane]
  /// The same for each frame that comes in this memory and for no other memory of this process, so
  /// that what a renderer made of it once can be used again.
  public let identity: UInt64

  /// Describes memory.
  public init(planes: [Plane], identity: UInt64) {
    self.planes = planes
    self.identity = identity
  }
}
