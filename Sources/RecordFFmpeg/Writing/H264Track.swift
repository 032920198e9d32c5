import CFFmpeg
import MediaTypes
import RecordCore

/// Pictures in H.264: a camera's own, untouched, where camera and canvas agree, and the others encoded.
///
/// ```
///                  an IDR picture of the camera's stream, with the file's parameter sets
///     encoding ──────────────────────────────────────────────────────────────────────▶ passing
///              ◀──────────────────────────────────────────────────────────────────────
///                  one that builds upon a picture that is not in the file (lost, left out, of before
///                  the start), another camera, other parameter sets, a long hold
/// ```
///
/// One track holds both, since each side begins with an IDR picture, and the parameter sets of both stand
/// in the file's head under numbers of their own, which is why the encoder has to be x264. The picture is
/// never one that lacks what it builds upon.
///
/// A picture that is held is seen for longer, which costs no byte; the times between pictures are then
/// as uneven as the camera's.
final class H264Track: PictureTrack {
  private let settings: MovieSettings
  private let parameterSets: [UInt8]
  private let encoded: EncodedTrack
  private let layout: PictureLayout
  /// What was written last, if that was the camera's own.
  private var passed: EncodedPicture?
  private var last: VideoFrame?
  private var lastWritten: Int64 = -1
  private var lastSeen: Int64 = -1
  private var encodedCount: Int64 = 0
  private(set) var passedThroughCount: Int64 = 0

  /// - Returns: nil for a first frame whose camera's stream cannot be kept: it comes without, does not
  ///   agree with the canvas, or is of a kind that the encoder cannot continue.
  init?(
    _ candidate: EncoderCandidate, settings: MovieSettings, first: VideoFrame
  ) throws(RecordError) {
    guard candidate == .x264, settings.passesThrough, first.agrees(with: settings.canvas),
      let stream = first.encoded?.stream, stream.format == .h264,
      candidate.formats.contains(first.format),
      let used = H264Units(stream.parameterSets).identities, !used.isEmpty,
      let free = (0..<32).first(where: { !used.contains(UInt32($0)) })
    else { return nil }
    self.settings = settings
    parameterSets = stream.parameterSets
    layout = PictureLayout(format: first.format, color: first.color)
    encoded = try EncodedTrack(
      candidate, settings: settings, first: first, layout: layout, parameterSet: free)
  }

  var name: String {
    let own = "the camera's H.264"
    return passedThroughCount == 0
      ? encoded.name : encodedCount == 0 ? own : "\(own) and \(encoded.name)"
  }

  var qualitySteps: Int { encoded.qualitySteps }
  func lowerQuality() -> Bool { encoded.lowerQuality() }

  func append(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    lastSeen = index
    if let last, last.isSamePicture(as: frame), passed != nil, index - lastWritten < longestHold {
      return
    }
    last = frame
    if let picture = frame.encoded, passes(picture, frame) {
      passed = picture
      passedThroughCount += 1
      try emit(picture, at: index, handle)
    } else {
      try encode(frame, at: index, handle)
    }
    lastWritten = index
  }

  /// The longest that nothing is written, since that is what a crash may cost in addition.
  private var longestHold: Int64 { max(1, settings.canvas.rate.steps(in: settings.fragment) / 2) }

  private func passes(_ picture: EncodedPicture, _ frame: VideoFrame) -> Bool {
    guard frame.agrees(with: settings.canvas),
      picture.stream.parameterSets == parameterSets,
      PictureLayout(format: frame.format, color: frame.color).agrees(with: layout)
    else { return false }
    guard !picture.isStart else { return true }
    return passed.map { $0.stream === picture.stream && $0.number + 1 == picture.number } ?? false
  }

  private func emit(
    _ picture: EncodedPicture, at index: Int64,
    _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    guard let bytes = picture.bytes() else { throw LibraryError.noMemory("a picture") }
    let packet = try MediaPacket()
    try packet.copy(bytes)
    packet.place(at: index, duration: 1)
    packet.isKey = picture.isStart
    try handle(packet)
  }

  private func encode(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    if passed != nil { encoded.beginAnew() }
    passed = nil
    encodedCount += 1
    try encoded.append(frame, at: index, handle)
  }

  /// A picture that is held at the end is written once more, so that the movie is as long as it was.
  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError) {
    if let last, lastSeen > lastWritten { try encode(last, at: lastSeen, handle) }
    try encoded.finish(handle)
  }

  /// The sets of both; those of the higher profile first, since the head names that of the first.
  func parameters(first: MediaPacket) throws(RecordError) -> CodecParameters {
    let parameters = try encoded.parameters(first: first)
    let own = try encoded.parameterSets()
    let camera = H264Units(parameterSets)
    try parameters.setExtradata(
      camera.profile >= own.profile
        ? parameterSets + own.parameterSets : own.parameterSets + parameterSets)
    return parameters
  }
}
