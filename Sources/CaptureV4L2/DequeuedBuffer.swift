import MediaTypes

/// A buffer that the driver gave back (`v4l2_buffer`), as the driver described it: not checked yet.
struct DequeuedBuffer: Sendable {
  /// What one of the frame's buffers holds.
  struct Plane: Hashable, Sendable {
    /// Bytes from its start to the end of the data.
    var bytesUsed = 0
    /// Bytes before the data.
    var offset = 0
  }

  /// Which buffer.
  var index = 0
  /// `V4L2_BUF_FLAG_*`.
  var flags: UInt32 = 0
  /// The driver's count of frames.
  var sequence: UInt32 = 0
  /// When, by a clock that the flags may name.
  var timestamp = MediaTime.zero
  /// How many planes the driver says there are; 1 in the single-planar interface.
  var planeCount = 1
  /// The first four of them.
  var planes: InlineArray<4, Plane> = .init(repeating: Plane())
}
