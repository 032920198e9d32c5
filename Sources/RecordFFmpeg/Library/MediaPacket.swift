import CFFmpeg
import MediaTypes
import RecordCore

/// Owns one compressed picture or piece of sound (`AVPacket`: `av_packet_alloc`, `av_packet_free`).
@safe final class MediaPacket {
  // Unsafe: owned from the initialiser to the deinitialiser; good while the owner is held.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// - Throws: `encoderFailed` when there is no memory.
  init() throws(RecordError) {
    guard let pointer = unsafe av_packet_alloc() else {
      throw LibraryError.noMemory("a packet")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&owned)
  }

  /// Lets go of the bytes (`av_packet_unref`).
  func clear() { unsafe av_packet_unref(pointer) }

  /// Bytes in it.
  var byteCount: Int { Int(unsafe pointer.pointee.size) }

  /// The bytes, for the time of the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount))
  }

  /// Whether a player can begin here.
  var isKey: Bool {
    get { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    set {
      if newValue {
        unsafe pointer.pointee.flags |= AV_PKT_FLAG_KEY
      } else {
        unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_KEY
      }
    }
  }

  /// Sets when it is seen or heard, in its track's units.
  func place(at time: Int64, duration: Int64) {
    unsafe pointer.pointee.pts = time
    unsafe pointer.pointee.dts = time
    unsafe pointer.pointee.duration = duration
  }

  /// Takes a copy of bytes (`av_new_packet`, which adds the padding that the library reads over).
  func copy(_ bytes: UnsafeRawBufferPointer) throws(RecordError) {
    clear()
    try LibraryError.check(
      unsafe av_new_packet(pointer, Int32(clamping: bytes.count)), .encoderFailed,
      "There is no memory for a packet")
    unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: byteCount)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount)))
  }

  /// Takes a copy of bytes.
  func copy(_ bytes: [UInt8]) throws(RecordError) {
    let span = unsafe bytes.span.bytes
    // Unsafe: the pointer is good for the call only.
    let result = unsafe span.withUnsafeBytes { bytes in
      Result { () throws(RecordError) in try unsafe copy(bytes) }
    }
    try result.get()
  }

  /// Takes a copy of all bytes of a buffer.
  func copy(_ buffer: FrameBuffer) throws(RecordError) {
    try unsafe buffer.withUnsafeBytes { bytes throws(RecordError) in try unsafe copy(bytes) }
  }

  /// Takes a copy of a camera's compressed frame.
  func copy(_ frame: VideoFrame) throws(RecordError) {
    guard frame.format.isCompressed, let plane = frame.planes.first else {
      throw RecordError(.encoderFailed, "A frame in \(frame.format) is not compressed.")
    }
    try unsafe frame.buffer.withUnsafeBytes { bytes throws(RecordError) in
      let range = plane.offset..<plane.offset + plane.stride
      try unsafe copy(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// The same bytes once more, without a copy of them (`av_packet_ref`).
  func shared() throws(RecordError) -> MediaPacket {
    let other = try MediaPacket()
    try LibraryError.check(
      unsafe av_packet_ref(other.pointer, pointer), .encoderFailed,
      "There is no memory for a packet")
    return other
  }
}
