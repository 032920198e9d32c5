import CFFmpeg
import RecordCore

/// Owns one movie that is read (`AVFormatContext`: `avformat_open_input`, `avformat_close_input`).
@safe final class InputMovie {
  private let input: FileInput
  // Unsafe: owned from the initialiser to the deinitialiser and never handed out.
  private var pointer: UnsafeMutablePointer<AVFormatContext>?

  /// Opens a movie of ours.
  ///
  /// - Parameter everything: whether packets are given that a player leaves out.
  /// - Throws: `damagedFile` for what the library cannot open.
  init(_ input: FileInput, everything: Bool = false) throws(RecordError) {
    self.input = input
    unsafe pointer = unsafe avformat_alloc_context()
    guard let context = unsafe pointer else { throw LibraryError.noMemory("a movie") }
    unsafe context.pointee.pb = unsafe input.context
    // Frees the context when it fails.
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    if everything { unsafe av_dict_set(&options, "ignore_editlist", "1", 0) }
    let status = unsafe avformat_open_input(&pointer, nil, nil, &options)
    try LibraryError.check(status, .damagedFile, "\(input.file.path) cannot be read as a movie")
  }

  deinit { unsafe avformat_close_input(&pointer) }

  /// Has the library look into the packets for what the head does not say
  /// (`avformat_find_stream_info`).
  func examine() { _ = unsafe avformat_find_stream_info(pointer, nil) }

  /// The tracks, and the units of their packets' times.
  func tracks() throws(RecordError) -> [TrackDescription] {
    guard let context = unsafe pointer else { return [] }
    var tracks: [TrackDescription] = []
    for index in 0..<Int(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe context.pointee.streams[index] else { continue }
      let parameters = try CodecParameters()
      try LibraryError.check(
        unsafe avcodec_parameters_copy(parameters.pointer, stream.pointee.codecpar), .damagedFile,
        "Track \(index) cannot be read")
      tracks.append(
        TrackDescription(
          parameters: parameters, timeBase: unsafe stream.pointee.time_base,
          frameRate: unsafe stream.pointee.avg_frame_rate))
    }
    return tracks
  }

  /// What the file says of itself.
  var tags: [String: String] {
    var tags: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    let metadata = unsafe pointer?.pointee.metadata
    while true {
      unsafe entry = unsafe av_dict_get(metadata, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let found = unsafe entry, let key = unsafe found.pointee.key,
        let value = unsafe found.pointee.value
      else { return tags }
      unsafe tags[String(cString: key)] = unsafe String(cString: value)
    }
  }

  /// The next packet, in the order of the file (`av_read_frame`).
  ///
  /// - Returns: nil at the end, and where nothing more can be read.
  /// - Throws: the system's error when the file could not be read.
  func next() throws(RecordError) -> MediaPacket? {
    let packet = try MediaPacket()
    let status = unsafe av_read_frame(pointer, packet.pointer)
    if let failure = input.failure {
      throw FileError.make(failure, "\(input.file.path) cannot be read")
    }
    return status < 0 ? nil : packet
  }
}
