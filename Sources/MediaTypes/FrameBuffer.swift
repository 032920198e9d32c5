/// The memory of one frame, shared by all who hold the frame and given back with the last of them.
///
/// The bytes do not change while anyone holds the buffer. What it is made of — kernel memory, a
/// dmabuf, a pool's slot, a pixel buffer of the platform — is known only to who made it.
///
/// *Context*: any thread. The release closure runs on the thread that lets go last, so it must not
/// block and must not take a lock that a caller may hold.
@safe public final class FrameBuffer: Sendable {
  // Unsafe: the maker vouches that the bytes stay mapped and unchanged until `release` runs.
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// What the memory is for a renderer that can use it in place (a dmabuf's description, a platform
  /// pixel buffer), or what it was decoded from (`EncodedPicture`); nil for plain memory.
  public let native: (any Sendable)?

  /// Wraps memory that somebody else owns.
  ///
  /// - Parameters:
  ///   - bytes: readable and constant until `release` is called.
  ///   - native: see `native`.
  ///   - release: called exactly once, when the last holder lets go.
  public init(
    unsafeBytes bytes: UnsafeRawBufferPointer, native: (any Sendable)? = nil,
    release: @escaping @Sendable () -> Void
  ) {
    unsafe self.bytes = unsafe bytes
    self.native = native
    self.release = release
  }

  deinit { release() }

  /// The number of bytes.
  public var byteCount: Int { unsafe bytes.count }

  /// Lends the bytes, with bounds checked at each access.
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let span = unsafe bytes.bytes
    return try body(span)
  }

  /// Lends the bytes to C code; the pointer is good for the call only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(bytes)
  }
}
