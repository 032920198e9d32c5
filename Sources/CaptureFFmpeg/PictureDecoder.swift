import CFFmpeg
import CFFmpegShims
import CaptureCore
import MediaTypes

/// Makes pictures of packets (`AVCodecContext`).
///
/// Not for two threads: it is made, used and let go on the stream's own.
@safe final class PictureDecoder {
  // Unsafe: both are owned from the initialiser to the deinitialiser.
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// The picture that was decoded last.
  let picture: UnsafeMutablePointer<AVFrame>

  /// The most pixels of a picture that is decoded: a file may claim anything.
  private static let largestArea: Int64 = 8192 * 8192

  /// - Throws: `CaptureError` when there is no decoder, or it does not take the stream.
  init(_ input: StreamInput) throws(CaptureError) {
    let parameters = unsafe input.parameters
    let name = unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id))
    let fault = StreamFault.noDecoder(name, input.address)
    let made = unsafe Self.make(parameters.pointee.codec_id) { context in
      unsafe context.pointee.pkt_timebase = input.timeBase
      return unsafe avcodec_parameters_to_context(context, parameters) >= 0
    }
    guard let (context, picture) = unsafe made else { throw fault }
    unsafe self.context = unsafe context
    unsafe self.picture = unsafe picture
  }

  /// For a stream that says all of itself, and whose pictures come in the order in which they are shown.
  ///
  /// - Returns: nil when the library has no decoder for it.
  init?(localCodec codec: AVCodecID) {
    let made = unsafe Self.make(codec) { context in
      unsafe context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
      return true
    }
    guard let (context, picture) = unsafe made else { return nil }
    unsafe self.context = unsafe context
    unsafe self.picture = unsafe picture
  }

  private static func make(
    _ id: AVCodecID, prepare: (UnsafeMutablePointer<AVCodecContext>) -> Bool
  ) -> (UnsafeMutablePointer<AVCodecContext>, UnsafeMutablePointer<AVFrame>)? {
    guard let codec = unsafe avcodec_find_decoder(id),
      let context = unsafe avcodec_alloc_context3(codec)
    else { return nil }
    unsafe context.pointee.max_pixels = largestArea
    // Threads for whole pictures would hold some back.
    unsafe context.pointee.thread_type = FF_THREAD_SLICE
    guard unsafe prepare(context), unsafe avcodec_open2(context, codec, nil) >= 0,
      let picture = unsafe av_frame_alloc()
    else {
      var owned = unsafe Optional(context)
      unsafe avcodec_free_context(&owned)
      return nil
    }
    return unsafe (context, picture)
  }

  deinit {
    var owned = unsafe Optional(picture)
    unsafe av_frame_free(&owned)
    var context = unsafe Optional(context)
    unsafe avcodec_free_context(&context)
  }

  /// Gives it a packet; nil says that no more will come (`avcodec_send_packet`).
  ///
  /// - Returns: false for a packet that is damaged.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
    unsafe avcodec_send_packet(context, packet) >= 0
  }

  /// Whether nothing was missing when `picture` was decoded.
  var isWhole: Bool {
    unsafe picture.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
      && picture.pointee.decode_error_flags == 0
  }

  /// What the decoder has.
  enum Output { case picture, needsMore, damaged, end }

  /// Takes the next picture, which is then in `picture` (`avcodec_receive_frame`).
  func receive() -> Output {
    switch unsafe avcodec_receive_frame(context, picture) {
    case 0...: .picture
    case CFFmpegShims_endOfFile: .end
    case StreamFault.system(11): .needsMore  // EAGAIN
    default: .damaged
    }
  }

  /// Forgets the pictures before, for going back to the beginning (`avcodec_flush_buffers`).
  func flush() { unsafe avcodec_flush_buffers(context) }
}
