import CFFmpeg
import MediaTypes
import RecordCore

/// Encodes sound: AAC for MP4 and Matroska, Opus for WebM.
///
/// The encoders need a run of fixed length at a time, and begin before the first sample (AAC 1024
/// samples): packets then have negative times, and the file says how much a player leaves out.
final class SoundEncoder {
  let name: String
  let format: SoundFormat
  private let context: CodecContext
  private let isPlanar: Bool
  private var waiting: [Float] = []
  /// Samples a channel that came in, and that went to the encoder.
  private(set) var received: Int64 = 0
  private var encoded: Int64 = 0

  /// The longest hole that is filled with silence; a longer one is the caller's mistake.
  private static let longestHole: Int64 = 60

  /// - Throws: `encoderUnavailable` with the library's reason.
  init(_ format: SoundFormat, container: MovieContainer) throws(RecordError) {
    name = container == .webM ? "libopus" : "aac"
    self.format = format
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw RecordError(.encoderUnavailable, "\(name): not in the installed FFmpeg.")
    }
    isPlanar = container != .webM
    context = try unsafe CodecContext(codec)
    let pointer = unsafe context.pointer
    unsafe pointer.pointee.sample_fmt = isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
    unsafe pointer.pointee.sample_rate = Int32(clamping: format.sampleRate)
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, Int32(format.channelCount))
    unsafe pointer.pointee.time_base = AVRational(num: 1, den: Int32(clamping: format.sampleRate))
    unsafe pointer.pointee.bit_rate = format.channelCount == 1 ? 96_000 : 160_000
    unsafe pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    try context.open(
      .encoderUnavailable, "\(name) does not take sound of \(format); 48000 Hz is usual")
  }

  /// What a file has to say of the packets.
  func parameters() throws(RecordError) -> CodecParameters { try CodecParameters(context) }

  /// Adds sound.
  ///
  /// - Parameter position: of its first sample; a hole before it becomes silence, and what was there
  ///   already is left out.
  func append(
    _ sound: AudioBuffer, at position: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    guard sound.sampleRate == format.sampleRate, sound.channelCount == format.channelCount else {
      throw RecordError(
        .invalidRequest,
        "Sound of \(sound.sampleRate) Hz in \(sound.channelCount) channels where \(format) is expected."
      )
    }
    let hole = position - received
    guard hole <= Self.longestHole * Int64(format.sampleRate) else {
      throw RecordError(.invalidRequest, "A hole of \(hole) samples in the sound.")
    }
    if hole > 0 {
      waiting.append(contentsOf: repeatElement(0, count: Int(hole) * format.channelCount))
    }
    let known = Int(min(max(0, -hole), Int64(sound.frameCount)))
    waiting.append(contentsOf: sound.samples.dropFirst(known * format.channelCount))
    received += max(0, hole) + Int64(sound.frameCount - known)
    try encodeWhole(handle)
  }

  /// Encodes what is left, and brings out what the encoder still holds.
  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError) {
    try encodeWhole(handle)
    if !waiting.isEmpty {
      try encode(waiting[...], handle)
      waiting = []
    }
    try context.encode(nil, handle)
  }

  private func encodeWhole(
    _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let length = Int(unsafe context.pointer.pointee.frame_size) * format.channelCount
    guard length > 0 else { return }
    var start = 0
    while waiting.count - start >= length {
      try encode(waiting[start..<start + length], handle)
      start += length
    }
    waiting.removeFirst(start)
  }

  private func encode(
    _ samples: ArraySlice<Float>, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let frame = try MediaFrame(samples: samples, format: format, isPlanar: isPlanar)
    unsafe frame.pointer.pointee.pts = encoded
    encoded += Int64(samples.count / format.channelCount)
    try context.encode(frame, handle)
  }
}

extension MediaFrame {
  /// A run of sound with memory of its own.
  ///
  /// - Parameter isPlanar: whether each channel lies by itself.
  fileprivate convenience init(
    samples: ArraySlice<Float>, format: SoundFormat, isPlanar: Bool
  ) throws(RecordError) {
    try self.init()
    unsafe pointer.pointee.format = (isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT).rawValue
    unsafe pointer.pointee.nb_samples = Int32(clamping: samples.count / format.channelCount)
    unsafe pointer.pointee.sample_rate = Int32(clamping: format.sampleRate)
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, Int32(format.channelCount))
    try LibraryError.check(
      unsafe av_frame_get_buffer(pointer, 0), .encoderFailed, "There is no memory for sound")
    let planes = unsafe [pointer.pointee.data.0, pointer.pointee.data.1]
    for (index, sample) in samples.enumerated() {
      let (moment, channel) = index.quotientAndRemainder(dividingBy: format.channelCount)
      let plane = unsafe isPlanar ? planes[channel] : planes[0]
      let offset = (isPlanar ? moment : index) * MemoryLayout<Float>.size
      unsafe plane.map { plane in
        unsafe UnsafeMutableRawPointer(plane).storeBytes(
          of: sample, toByteOffset: offset, as: Float.self)
      }
    }
  }
}
