import CFFmpeg
import RecordCore

/// Owns the description of a track's contents (`AVCodecParameters`: `avcodec_parameters_alloc`,
/// `avcodec_parameters_free`).
@safe final class CodecParameters {
  // Unsafe: owned from the initialiser to the deinitialiser; good while the owner is held.
  let pointer: UnsafeMutablePointer<AVCodecParameters>

  /// - Throws: `encoderFailed` when there is no memory.
  init() throws(RecordError) {
    guard let pointer = unsafe avcodec_parameters_alloc() else {
      throw LibraryError.noMemory("a track")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecParameters>? = unsafe pointer
    unsafe avcodec_parameters_free(&owned)
  }

  /// Those of an open encoder (`avcodec_parameters_from_context`).
  convenience init(_ context: borrowing CodecContext) throws(RecordError) {
    try self.init()
    try LibraryError.check(
      unsafe avcodec_parameters_from_context(pointer, context.pointer), .encoderFailed,
      "There is no memory for a track")
  }

  /// The bytes that a decoder needs before the first packet; empty when the packets hold them.
  var extradata: [UInt8] {
    unsafe Array(
      UnsafeBufferPointer(
        start: pointer.pointee.extradata, count: Int(pointer.pointee.extradata_size)))
  }

  /// Sets those bytes (`av_mallocz`, with the padding that the library asks for).
  func setExtradata(_ bytes: [UInt8]) throws(RecordError) {
    guard
      let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { throw LibraryError.noMemory("a track") }
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe av_free(pointer.pointee.extradata)
    unsafe pointer.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    unsafe pointer.pointee.extradata_size = Int32(clamping: bytes.count)
  }
}
