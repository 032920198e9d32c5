import CFFmpeg
import Glibc
import MediaTypes
import RecordCore

/// One encoder at work: pictures of the canvas go in, packets in steps of the canvas's rate come out.
///
/// No B-frames and no look-ahead, so that a picture's packet comes at once.
final class VideoEncoder {
  let candidate: EncoderCandidate
  let layout: PictureLayout
  private let context: CodecContext
  private let upload: PictureUpload?
  private let keyInterval: Int64
  private var lastKey: Int64?

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - layout: of the pictures; a format out of the candidate's.
  ///   - keyInterval: steps from one picture that a player can begin with to the next.
  ///   - step: of quality, see `EncoderSetup`.
  ///   - parameterSet: likewise.
  /// - Throws: `encoderUnavailable` with the library's reason.
  init(
    _ candidate: EncoderCandidate, canvas: MovieCanvas, layout: PictureLayout, keyInterval: Int64,
    step: Int = 0, parameterSet: Int = 0
  ) throws(RecordError) {
    self.candidate = candidate
    self.layout = layout
    self.keyInterval = keyInterval
    guard let codec = unsafe avcodec_find_encoder_by_name(candidate.name) else {
      throw RecordError(.encoderUnavailable, "\(candidate.name): not in the installed FFmpeg.")
    }
    context = try unsafe CodecContext(codec)
    upload = candidate.needsGPU ? try PictureUpload(size: canvas.size) : nil
    describe(canvas)
    apply(EncoderSetup(candidate, canvas: canvas, step: step, parameterSet: parameterSet))
    try context.open(.encoderUnavailable, candidate.name)
  }

  private func describe(_ canvas: MovieCanvas) {
    let context = unsafe context.pointer
    unsafe context.pointee.width = Int32(clamping: canvas.size.width)
    unsafe context.pointee.height = Int32(clamping: canvas.size.height)
    unsafe context.pointee.time_base = canvas.rate.stepBase
    unsafe context.pointee.framerate = canvas.rate.libraryRate
    unsafe context.pointee.pix_fmt = layout.libraryFormat ?? AV_PIX_FMT_NONE
    unsafe context.pointee.colorspace = layout.color.libraryMatrix
    unsafe context.pointee.color_range = layout.color.libraryRange
    unsafe context.pointee.color_primaries = layout.color.libraryPrimaries
    unsafe context.pointee.color_trc = layout.color.libraryTransfer
    unsafe context.pointee.max_b_frames = 0
    unsafe context.pointee.gop_size = Int32(clamping: keyInterval)
    unsafe context.pointee.thread_count = candidate.codec == .mjpeg ? 1 : Self.threadCount
    unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    unsafe upload?.attach(to: context)
  }

  /// Four at most: more cost more than they bring at a camera's sizes.
  static var threadCount: Int32 {
    Int32(clamping: min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  private func apply(_ setup: EncoderSetup) {
    if let bitRate = setup.bitRate {
      unsafe context.pointer.pointee.bit_rate = bitRate
      unsafe context.pointer.pointee.rc_max_rate = bitRate * 2
      unsafe context.pointer.pointee.rc_buffer_size = Int32(clamping: bitRate * 2)
    }
    if let quantizer = setup.quantizer {
      unsafe context.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
      unsafe context.pointer.pointee.global_quality = quantizer * FF_QP2LAMBDA
    }
    for (name, value) in setup.options { context.set(name, value) }
  }

  /// What a file has to say of the packets; its extradata may be empty.
  func parameters() throws(RecordError) -> CodecParameters { try CodecParameters(context) }

  /// The next picture builds upon none before.
  func beginAnew() { lastKey = nil }

  /// Encodes one picture.
  ///
  /// - Parameter index: greater than all before.
  func encode(
    _ picture: MediaFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let isKey = lastKey.map { index - $0 >= keyInterval } ?? true
    if isKey { lastKey = index }
    let picture = try upload?.upload(picture) ?? picture
    unsafe picture.pointer.pointee.pts = index
    unsafe picture.pointer.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    unsafe picture.pointer.pointee.quality = context.pointer.pointee.global_quality
    try encode(picture, handle)
  }

  /// Brings out what the encoder still holds; nothing may be encoded after.
  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError) {
    try encode(nil, handle)
  }

  private func encode(
    _ picture: MediaFrame?, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    try context.encode(picture) { packet throws(RecordError) in
      let time = unsafe packet.pointer.pointee.pts
      packet.place(at: time, duration: 1)
      try handle(packet)
    }
  }
}

extension FrameRate {
  /// The rate as the library writes it.
  var libraryRate: AVRational {
    AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
  }

  /// The length of a step, the unit of the pictures' times.
  var stepBase: AVRational {
    AVRational(num: Int32(clamping: denominator), den: Int32(clamping: numerator))
  }
}
