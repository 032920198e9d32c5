import CFFmpeg
import CFFmpegShims
import CaptureCore
import MediaTypes

/// An opened movie or network stream (`AVFormatContext`) and its one stream of pictures.
///
/// Not for two threads: it is made, used and let go on the stream's own.
@safe final class StreamInput {
  // Unsafe: owned from the initialiser on; never handed out but to calls.
  private var context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let interruption: Interruption
  let address: StreamAddress

  /// The longest that opening may take; less than `CaptureSettings.openTimeout`.
  private static let openLimit = MediaTime.seconds(8)
  /// The longest that a network may be silent.
  private static let readLimit = MediaTime.seconds(5)

  /// Opens an address and finds its pictures (`avformat_open_input`, `avformat_find_stream_info`).
  ///
  /// - Throws: `CaptureError` in words for the person who gave the address.
  ///
  /// *Context*: blocks until the other side answers, the interruption comes, or the limit is over.
  init(_ address: StreamAddress, interruption: Interruption) throws(CaptureError) {
    self.address = address
    self.interruption = interruption
    interruption.allow(Self.openLimit)
    try FileCheck.check(address)
    unsafe context = unsafe try Self.open(address, interruption)
    do {
      unsafe stream = unsafe try Self.pictures(of: context, address)
    } catch {
      var opened = unsafe Optional(context)
      unsafe avformat_close_input(&opened)
      throw error
    }
  }

  deinit {
    // Closing says goodbye to a server, which may hang.
    interruption.allow(.milliseconds(500))
    var opened = unsafe Optional(context)
    unsafe avformat_close_input(&opened)
  }

  private static func open(
    _ address: StreamAddress, _ interruption: Interruption
  ) throws(CaptureError) -> UnsafeMutablePointer<AVFormatContext> {
    guard var context = unsafe avformat_alloc_context() else {
      throw StreamFault(StreamFault.system(12)).opening(address)
    }
    unsafe context.pointee.interrupt_callback = unsafe AVIOInterruptCB(
      callback: { reference in
        guard let reference = unsafe reference else { return 0 }
        // Unsafe: the input holds the interruption for longer than its context lives.
        let interruption = unsafe Unmanaged<Interruption>.fromOpaque(reference)
        return unsafe interruption.takeUnretainedValue().isDue ? 1 : 0
      }, opaque: Unmanaged.passUnretained(interruption).toOpaque())
    unsafe context.pointee.flags |= AVFMT_FLAG_DISCARD_CORRUPT
    var options = unsafe StreamOptions.make(for: address)
    defer { unsafe av_dict_free(&options) }
    var opened = unsafe Optional(context)
    // On a failure the call frees the context.
    let code = unsafe avformat_open_input(&opened, address.url, nil, &options)
    guard code >= 0, let result = unsafe opened else {
      // Interrupted calls fail in any way.
      let fault = interruption.isDue ? CFFmpegShims_exitRequested : code
      throw StreamFault(fault).opening(address)
    }
    unsafe context = unsafe result
    return unsafe context
  }

  private static func pictures(
    of context: UnsafeMutablePointer<AVFormatContext>, _ address: StreamAddress
  ) throws(CaptureError) -> UnsafeMutablePointer<AVStream> {
    guard unsafe !StreamOptions.isText(context) else {
      throw StreamFault(CFFmpegShims_invalidData).opening(address)
    }
    let found = unsafe avformat_find_stream_info(context, nil)
    guard found >= 0 else { throw StreamFault(found).opening(address) }
    let index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0, let streams = unsafe context.pointee.streams,
      let stream = unsafe streams[Int(index)]
    else { throw StreamFault.noPictures(address) }
    for other in 0..<Int(unsafe context.pointee.nb_streams) where other != Int(index) {
      unsafe streams[other]?.pointee.discard = AVDISCARD_ALL
    }
    return unsafe stream
  }
}

// MARK: - What it is

extension StreamInput {
  /// What a decoder has to know.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { unsafe stream.pointee.codecpar }

  /// How a picture's times are counted.
  var timeBase: AVRational { unsafe stream.pointee.time_base }

  /// Pictures a second, where that can be guessed (`av_guess_frame_rate`).
  var rate: FrameRate? {
    let rate = unsafe av_guess_frame_rate(context, stream, nil)
    return FrameRate(Int(rate.num), per: Int(rate.den))
  }

  /// The shape of its pixels (`av_guess_sample_aspect_ratio`).
  var pixelAspect: PixelAspect {
    let aspect = unsafe av_guess_sample_aspect_ratio(context, stream, nil)
    return PixelAspect(width: Int(aspect.num), height: Int(aspect.den)) ?? .square
  }

  /// How its pictures have to be turned.
  var displayMatrix: DisplayMatrix {
    guard let matrix = unsafe CFFmpegShims_displayMatrix(stream) else { return .identity }
    return DisplayMatrix((0..<9).map { unsafe Int32(matrix[$0]) })
  }

  /// Whether it is one picture and no movie.
  var isStill: Bool {
    guard
      let name = unsafe context.pointee.iformat?.pointee.name.map({ unsafe String(cString: $0) })
    else { return false }
    // FFmpeg's demuxers of single images: `png_pipe`, `jpeg_pipe` ..., `image2`.
    return address.scheme == .file && (name.hasSuffix("_pipe") || name == "image2")
  }

  /// Whether its times are its own. What sends one JPEG after another says none; FFmpeg counts 25 a second
  /// then, however many come (`AVFMT_NOTIMESTAMPS`), which is as good as any for a file.
  var hasTimes: Bool {
    guard pace == .live, let format = unsafe context.pointee.iformat else { return true }
    return unsafe format.pointee.flags & AVFMT_NOTIMESTAMPS == 0
  }

  /// A movie is played in real time; a network camera plays by itself.
  var pace: StreamTimeline.Pace {
    switch address.scheme {
    case .file: .movie
    case .rtsp, .rtsps: .live
    case .http, .https: unsafe context.pointee.duration > 0 ? .movie : .live
    }
  }
}

// MARK: - Reading

extension StreamInput {
  /// What reading may lead to.
  enum Reading {
    case packet
    /// Of another stream of the file.
    case other
    case end
    case fault(StreamFault)
  }

  /// Reads the next packet (`av_read_frame`).
  ///
  /// *Context*: blocks until something comes, for five seconds at most.
  func read(into packet: borrowing Packet) -> Reading {
    interruption.allow(Self.readLimit)
    let code = unsafe av_read_frame(context, packet.pointer)
    if code == CFFmpegShims_endOfFile { return .end }
    guard code >= 0 else { return .fault(StreamFault(code)) }
    return unsafe packet.pointer.pointee.stream_index == stream.pointee.index ? .packet : .other
  }

  /// Goes back to the beginning (`avformat_seek_file`).
  ///
  /// - Returns: false where that is not possible.
  func rewind() -> Bool {
    interruption.allow(Self.readLimit)
    let start = unsafe context.pointee.start_time
    let first = start == .min ? 0 : start
    if unsafe avformat_seek_file(context, -1, .min, first, first, 0) >= 0 { return true }
    return unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_BYTE) >= 0
  }
}

/// One piece of a stream as it was stored (`AVPacket`).
@safe struct Packet: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// - Throws: `CaptureError` when there is no memory.
  init(of address: StreamAddress) throws(CaptureError) {
    guard let pointer = unsafe av_packet_alloc() else {
      throw StreamFault(StreamFault.system(12)).opening(address)
    }
    unsafe self.pointer = unsafe pointer
  }

  /// - Returns: nil when there is no memory.
  init?() {
    guard let pointer = unsafe av_packet_alloc() else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned = unsafe Optional(pointer)
    unsafe av_packet_free(&owned)
  }

  /// Puts a copy of bytes into it (`av_new_packet`).
  ///
  /// - Returns: false when there is no memory.
  func fill(_ buffer: FrameBuffer, time: Int64) -> Bool {
    clear()
    guard let count = Int32(exactly: buffer.byteCount),
      unsafe av_new_packet(pointer, count) >= 0, let data = unsafe pointer.pointee.data
    else { return false }
    // Unsafe: the library's memory has room for so many bytes, and some more behind them.
    unsafe buffer.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: data, count: bytes.count).copyMemory(from: bytes)
    }
    unsafe pointer.pointee.pts = time
    return true
  }

  /// Lets go of what is in it.
  func clear() { unsafe av_packet_unref(pointer) }
}
