import Synchronization

/// A frame's memory as the kernel shares it between devices: what a renderer needs to show it without a
/// copy. Found in `FrameBuffer.native`.
///
/// The descriptors belong to the frame's buffer and are open for as long as that lives; whoever needs one
/// for longer duplicates it.
public struct DMABuf: Hashable, Sendable {
  /// One plane of the frame's pixel format.
  public struct Plane: Hashable, Sendable {
    /// An open descriptor.
    public let descriptor: Int32
    /// Bytes from the start of the shared memory to the first row.
    public let offset: Int
    /// Bytes from one row to the next.
    public let stride: Int
    /// How the rows lie, by the codes of `drm_fourcc.h`: as a driver's own tiles, or, as cameras
    /// write them, one after another from top to bottom (`DRM_FORMAT_MOD_LINEAR`, 0).
    public let modifier: UInt64

    /// Describes a plane.
    public init(descriptor: Int32, offset: Int, stride: Int, modifier: UInt64 = 0) {
      self.descriptor = descriptor
      self.offset = offset
      self.stride = stride
      self.modifier = modifier
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

  private static let identities = Atomic<UInt64>(0)

  /// An identity for memory that has none yet: the same count for all back ends, since one renderer shows
  /// the frames of several.
  ///
  /// *Context*: any thread; does not block.
  package static func newIdentity() -> UInt64 {
    identities.add(1, ordering: .relaxed).newValue
  }
}
