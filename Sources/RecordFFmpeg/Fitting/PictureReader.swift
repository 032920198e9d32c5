import CFFmpeg
import MediaTypes
import RecordCore

/// Decodes the pictures of one camera that compresses them itself, in MJPEG or H.264, for the encoder.
///
/// The bytes are hostile: what does not decode, or is not of the size that the frame says, gives nil.
final class PictureReader {
  let format: PixelFormat
  let camera: CameraID
  private let context: CodecContext
  private let packet: MediaPacket

  /// - Throws: `encoderUnavailable` for a format without a decoder.
  init(_ frame: VideoFrame) throws(RecordError) {
    format = frame.format
    camera = frame.source
    let identity = format == .h264 ? AV_CODEC_ID_H264 : AV_CODEC_ID_MJPEG
    guard let codec = unsafe avcodec_find_decoder(identity) else {
      throw RecordError(
        .encoderUnavailable, "The installed FFmpeg cannot read pictures in \(format).")
    }
    context = try unsafe CodecContext(codec)
    packet = try MediaPacket()
    unsafe context.pointer.pointee.thread_count = 1
    unsafe context.pointer.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
    // A damaged picture is refused rather than shown half grey.
    unsafe context.pointer.pointee.err_recognition = AV_EF_EXPLODE
    try context.open(.encoderUnavailable, "The decoder of \(format) does not start")
  }

  /// Whether it can go on with a frame.
  func suits(_ frame: VideoFrame) -> Bool { frame.format == format && frame.source == camera }

  /// Decodes one frame.
  ///
  /// - Returns: the picture and its layout; nil when nothing came of it.
  /// - Throws: when there is no memory.
  func read(
    _ frame: VideoFrame
  ) throws(RecordError) -> (picture: MediaFrame, layout: PictureLayout)? {
    try packet.copy(frame)
    let picture = try MediaFrame()
    guard unsafe avcodec_send_packet(context.pointer, packet.pointer) == 0,
      unsafe avcodec_receive_frame(context.pointer, picture.pointer) == 0,
      picture.size == frame.size,
      let format = Self.format(unsafe AVPixelFormat(rawValue: picture.pointer.pointee.format))
    else {
      // One JPEG has nothing to do with the next.
      if format == .mjpeg { unsafe avcodec_flush_buffers(context.pointer) }
      return nil
    }
    let layout = PictureLayout(format: format, color: frame.color)
    unsafe layout.describe(picture.pointer, size: frame.size)
    picture.crop(to: frame.crop, layout: layout)
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
