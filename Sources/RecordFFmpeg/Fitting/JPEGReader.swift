import CFFmpeg
import MediaTypes
import RecordCore

/// Decodes a camera's JPEG pictures for the encoder (the library's `mjpeg` decoder).
///
/// The bytes are hostile: what does not decode, or is not of the size that the frame says, gives nil.
final class JPEGReader {
  private let context: CodecContext
  private let packet: MediaPacket

  init() throws(RecordError) {
    guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
      throw RecordError(.encoderUnavailable, "The installed FFmpeg cannot read JPEG pictures.")
    }
    context = try unsafe CodecContext(codec)
    packet = try MediaPacket()
    unsafe context.pointer.pointee.thread_count = 1
    // A damaged picture is refused rather than shown half grey.
    unsafe context.pointer.pointee.err_recognition = AV_EF_EXPLODE
    try context.open(.encoderUnavailable, "The JPEG decoder does not start")
  }

  /// Decodes one frame.
  ///
  /// - Returns: the picture and its layout; nil when the bytes are no whole JPEG of the frame's size.
  /// - Throws: when there is no memory.
  func read(_ frame: VideoFrame) throws(RecordError) -> (
    picture: MediaFrame, layout: PictureLayout
  )? {
    try packet.copy(frame)
    let picture = try MediaFrame()
    guard unsafe avcodec_send_packet(context.pointer, packet.pointer) == 0,
      unsafe avcodec_receive_frame(context.pointer, picture.pointer) == 0,
      picture.size == frame.size,
      let format = Self.format(unsafe AVPixelFormat(rawValue: picture.pointer.pointee.format))
    else {
      unsafe avcodec_flush_buffers(context.pointer)
      return nil
    }
    let layout = PictureLayout(format: format, color: frame.color)
    unsafe layout.describe(picture.pointer, size: frame.size)
    return (picture, layout)
  }

  /// The library marks full range by formats of their own (`yuvj…`); here the colour says it.
  private static func format(_ format: AVPixelFormat) -> PixelFormat? {
    switch format {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P: .i420
    case AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P: .i422
    case AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P: .i444
    case AV_PIX_FMT_GRAY8: .grey
    default: nil
    }
  }
}
