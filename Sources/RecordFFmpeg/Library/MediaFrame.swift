import CFFmpeg
import MediaTypes
import RecordCore

/// Owns one picture or one run of sound of the library (`AVFrame`: `av_frame_alloc`, `av_frame_free`).
@safe final class MediaFrame {
  // Unsafe: owned from the initialiser to the deinitialiser; good while the owner is held.
  let pointer: UnsafeMutablePointer<AVFrame>

  /// - Throws: `encoderFailed` when there is no memory.
  init() throws(RecordError) {
    guard let pointer = unsafe av_frame_alloc() else {
      throw LibraryError.noMemory("a picture")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&owned)
  }
}

extension MediaFrame {
  /// A picture with memory of its own (`av_frame_get_buffer`); what is in it is not defined.
  convenience init(size: PixelSize, layout: PictureLayout) throws(RecordError) {
    try self.init()
    unsafe layout.describe(pointer, size: size)
    try LibraryError.check(
      unsafe av_frame_get_buffer(pointer, 0), .encoderFailed, "There is no memory for a picture")
  }

  /// A picture that is a camera's own memory, which is held until the library lets go of it
  /// (`av_buffer_create`). No byte is copied; what the frame's crop leaves out is left out.
  ///
  /// - Parameter frame: in a format that the library has, see `PictureLayout`.
  convenience init(sharing frame: VideoFrame, layout: PictureLayout) throws(RecordError) {
    try self.init()
    unsafe layout.describe(pointer, size: frame.crop.size)
    // The reference that the library's buffer holds, given back in `letGo`.
    let held = unsafe Unmanaged.passRetained(frame.buffer)
    let buffer = unsafe frame.buffer.withUnsafeBytes { bytes in
      // The library is told that it must not write (`AV_BUFFER_FLAG_READONLY`).
      let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      return unsafe av_buffer_create(
        start?.assumingMemoryBound(to: UInt8.self), bytes.count, Self.letGo, held.toOpaque(),
        AV_BUFFER_FLAG_READONLY)
    }
    guard let buffer = unsafe buffer else {
      unsafe held.release()
      throw LibraryError.noMemory("a picture")
    }
    unsafe pointer.pointee.buf.0 = unsafe buffer
    unsafe PlanePointers(frame)
      .moved(x: frame.crop.x & ~1, y: frame.crop.y & ~1, layout: layout).store(into: pointer)
  }

  // Called by the library with the pointer that `init(sharing:)` gave it, once.
  private static let letGo:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> Void = { owner, _ in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<FrameBuffer>.fromOpaque(owner).release()
    }

  /// Leaves out all but a part, whose place is rounded down to an even one.
  func crop(to part: PixelRectangle, layout: PictureLayout) {
    unsafe planes.moved(x: part.x & ~1, y: part.y & ~1, layout: layout).store(into: pointer)
    unsafe pointer.pointee.width = Int32(clamping: part.size.width)
    unsafe pointer.pointee.height = Int32(clamping: part.size.height)
  }

  /// Makes sure that nobody else sees what is written next (`av_frame_make_writable`).
  func makeWritable() throws(RecordError) {
    try LibraryError.check(
      unsafe av_frame_make_writable(pointer), .encoderFailed, "There is no memory for a picture")
  }

  /// The size in pixels.
  var size: PixelSize {
    unsafe PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }

  /// Where its planes lie.
  var planes: PlanePointers { unsafe PlanePointers(pointer) }
}
