import CFFmpeg
import RecordCore

/// Owns one encoder or decoder (`AVCodecContext`: `avcodec_alloc_context3`, `avcodec_free_context`).
@safe struct CodecContext: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser; good while the owner is held.
  let pointer: UnsafeMutablePointer<AVCodecContext>

  /// - Throws: `encoderFailed` when there is no memory.
  init(_ codec: UnsafePointer<AVCodec>) throws(RecordError) {
    guard let pointer = unsafe avcodec_alloc_context3(codec) else {
      throw LibraryError.noMemory("an encoder")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
    unsafe avcodec_free_context(&owned)
  }

  /// Sets one of the codec's own options (`av_opt_set`); one that it does not have is left out.
  func set(_ name: String, _ value: String) {
    guard let own = unsafe pointer.pointee.priv_data else { return }
    unsafe av_opt_set(own, name, value, 0)
  }

  /// Starts the codec (`avcodec_open2`).
  func open(_ code: RecordError.Code, _ what: @autoclosure () -> String) throws(RecordError) {
    try LibraryError.check(unsafe avcodec_open2(pointer, nil, nil), code, what())
  }

  /// Sends a picture or a run of sound to an encoder, nil for the end, and hands out what comes
  /// (`avcodec_send_frame`, `avcodec_receive_packet`).
  ///
  /// - Throws: `encoderFailed`, and what `handle` throws.
  func encode(
    _ frame: MediaFrame?, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let status = unsafe avcodec_send_frame(pointer, frame?.pointer)
    // The end may be told twice.
    if frame == nil && LibraryError.saysEnd(status) { return }
    try LibraryError.check(status, .encoderFailed, "The encoder refused a frame")
    while true {
      let packet = try MediaPacket()
      let status = unsafe avcodec_receive_packet(pointer, packet.pointer)
      if LibraryError.saysTryAgain(status) || LibraryError.saysEnd(status) { return }
      try LibraryError.check(status, .encoderFailed, "The encoder failed")
      try handle(packet)
    }
  }
}
