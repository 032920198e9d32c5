import CFFmpeg
import RecordCore

/// One track of a movie: what is in it, and the unit of its times.
struct TrackDescription {
  let parameters: CodecParameters
  let timeBase: AVRational
  /// Frames a second of a picture track; 0/1 for sound.
  var frameRate = AVRational(num: 0, den: 1)
}

/// Owns one file in the making (`AVFormatContext`: `avformat_alloc_output_context2`,
/// `avformat_free_context`): packets of its tracks go in, in order by themselves.
@safe final class MovieMuxer {
  let output: FileOutput
  // Unsafe: owned from the initialiser to the deinitialiser and never handed out.
  private let pointer: UnsafeMutablePointer<AVFormatContext>
  private let units: [AVRational]

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - url: the file's name for the library, which opens it once more to bring the head to the front.
  ///   - tags: of the file.
  ///   - options: of the library's muxer.
  init(
    _ output: FileOutput, container: MovieContainer, tracks: [TrackDescription],
    tags: [String: String], options: [String: String], url: String? = nil
  ) throws(RecordError) {
    self.output = output
    units = tracks.map(\.timeBase)
    var made: UnsafeMutablePointer<AVFormatContext>?
    try LibraryError.check(
      unsafe avformat_alloc_output_context2(&made, nil, container.libraryName, url),
      .encoderUnavailable, "No \(container.rawValue) files with the installed FFmpeg")
    guard let made = unsafe made else { throw LibraryError.noMemory("a file") }
    unsafe pointer = unsafe made
    unsafe pointer.pointee.pb = unsafe output.context
    for track in tracks { try add(track, container) }
    try begin(tags: tags, options: options)
  }

  deinit { unsafe avformat_free_context(pointer) }

  private func add(
    _ track: TrackDescription, _ container: MovieContainer
  ) throws(RecordError) {
    guard let stream = unsafe avformat_new_stream(pointer, nil) else {
      throw LibraryError.noMemory("a track")
    }
    try LibraryError.check(
      unsafe avcodec_parameters_copy(stream.pointee.codecpar, track.parameters.pointer),
      .encoderFailed, "There is no memory for a track")
    unsafe stream.pointee.codecpar.pointee.codec_tag = Self.tag(
      of: stream.pointee.codecpar.pointee.codec_id, in: container)
    unsafe stream.pointee.time_base = track.timeBase
    unsafe stream.pointee.avg_frame_rate = track.frameRate
  }

  /// 0 where the library chooses what the container uses. HEVC in MP4 is `hvc1`, with its parameter sets in
  /// the head: QuickTime plays no other (Apple, "HLS Authoring Specification", 1.10).
  private static func tag(of codec: AVCodecID, in container: MovieContainer) -> UInt32 {
    guard codec == AV_CODEC_ID_HEVC, container == .mp4 else { return 0 }
    return "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Writes the head (`avformat_init_output`, `avformat_write_header`).
  private func begin(tags: [String: String], options: [String: String]) throws(RecordError) {
    var dictionary: OpaquePointer?
    defer { unsafe av_dict_free(&dictionary) }
    for (name, value) in options { unsafe av_dict_set(&dictionary, name, value, 0) }
    try check(unsafe avformat_init_output(pointer, &dictionary), "could not be begun")
    // After `avformat_init_output`, which puts the library's own name in.
    for (name, value) in tags { unsafe av_dict_set(&pointer.pointee.metadata, name, value, 0) }
    try check(unsafe avformat_write_header(pointer, &dictionary), "could not be begun")
  }

  /// Adds a packet, whose bytes the library takes (`av_interleaved_write_frame`).
  ///
  /// - Parameter track: its number; the packet's times are in that track's unit.
  func write(_ packet: MediaPacket, track: Int) throws(RecordError) {
    guard let stream = unsafe pointer.pointee.streams[track] else { return }
    unsafe packet.pointer.pointee.stream_index = Int32(track)
    unsafe av_packet_rescale_ts(packet.pointer, units[track], stream.pointee.time_base)
    try check(unsafe av_interleaved_write_frame(pointer, packet.pointer), "cannot be written on")
  }

  /// Ends a fragment or cluster: all that was added is in the file then, and the file can be opened
  /// (`av_interleaved_write_frame` and `av_write_frame` with nothing).
  func endFragment() throws(RecordError) {
    try check(unsafe av_interleaved_write_frame(pointer, nil), "cannot be written on")
    // Twice, since the first fragment of MP4 takes one for its head and one for itself.
    for _ in 0..<2 { try check(unsafe av_write_frame(pointer, nil), "cannot be written on") }
    try output.markWhole()
  }

  /// Ends the file (`av_write_trailer`).
  func finish() throws(RecordError) {
    try check(unsafe av_write_trailer(pointer), "could not be ended")
    try output.markWhole()
  }

  /// The system's reason comes before the library's, which may have lost it.
  private func check(_ status: Int32, _ what: String) throws(RecordError) {
    try output.checkWrites()
    try LibraryError.check(status, .writeFailed, "\(output.file.path) \(what)")
  }
}

extension MovieContainer {
  /// As the library calls it.
  var libraryName: String {
    switch self {
    case .mp4: "mp4"
    case .matroska: "matroska"
    case .webM: "webm"
    }
  }
}
