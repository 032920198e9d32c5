import CFFmpeg
import MediaTypes
import RecordCore

/// Pictures that are fitted to the canvas and encoded.
final class EncodedTrack: PictureTrack {
  private let canvas: MovieCanvas
  private let keyInterval: Int64
  private let layout: PictureLayout
  private let parameterSet: Int
  private let fitter: FrameFitter
  private var encoder: VideoEncoder
  /// Parameter sets to put before pictures that a player can begin with: those of an encoder that came
  /// later and has others than the file's.
  private var ownParameterSets: [UInt8] = []
  private var fileParameterSets: [UInt8] = []
  private(set) var qualitySteps = 0
  private var step = 0
  let passedThroughCount: Int64 = 0

  var name: String { encoder.candidate.name }

  /// How pictures were fitted, for the benchmark.
  var fitCounts: FrameFitter.Counts { fitter.counts }

  /// - Parameters:
  ///   - first: the first frame, which decides the layout that needs the least work.
  ///   - layout: another one than that.
  ///   - parameterSet: the number of the encoder's own parameter sets, for x264.
  init(
    _ candidate: EncoderCandidate, settings: MovieSettings, first: VideoFrame,
    layout: PictureLayout? = nil, parameterSet: Int = 0
  ) throws(RecordError) {
    canvas = settings.canvas
    keyInterval = canvas.rate.steps(in: settings.fragment)
    self.parameterSet = parameterSet
    self.layout = layout ?? Self.layout(candidate, canvas: canvas, first: first)
    fitter = try FrameFitter(canvas: canvas, layout: self.layout)
    encoder = try VideoEncoder(
      candidate, canvas: canvas, layout: self.layout, keyInterval: keyInterval,
      parameterSet: parameterSet)
  }

  /// The next picture is one that a player can begin with, since the one before is not the encoder's.
  func beginAnew() { encoder.beginAnew() }

  /// What the encoder's pictures need; nothing when it says so only in its packets.
  func parameterSets() throws(RecordError) -> H264Units {
    H264Units(try encoder.parameters().extradata)
  }

  private static func layout(
    _ candidate: EncoderCandidate, canvas: MovieCanvas, first: VideoFrame
  ) -> PictureLayout {
    if candidate.codec == .mjpeg { return PictureLayout(format: .i420, color: .jpeg) }
    let camera = PictureLayout(format: first.format, color: first.color)
    var color = camera.movieColor(canvas: canvas.size)
    // VP8 knows no other: RFC 6386, 9.2.
    if candidate.codec == .vp8 { color.matrix = .bt601 }
    return PictureLayout(format: candidate.format(for: first.format), color: color)
  }

  func append(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    try takeStep(handle)
    let picture = try fitter.fit(frame)
    try encoder.encode(picture, at: index) { packet throws(RecordError) in
      try handle(try withParameterSets(packet))
    }
  }

  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError) {
    try encoder.finish { packet throws(RecordError) in try handle(try withParameterSets(packet)) }
  }

  func parameters(first: MediaPacket) throws(RecordError) -> CodecParameters {
    let parameters = try encoder.parameters()
    if encoder.candidate.codec == .h264 {
      if parameters.extradata.isEmpty {
        try parameters.setExtradata(H264Units(first.bytes).parameterSets)
      }
      fileParameterSets = H264Units(parameters.extradata).parameterSets
    }
    return parameters
  }

  func lowerQuality() -> Bool {
    guard qualitySteps < EncoderSetup.stepCount - 1 else { return false }
    qualitySteps += 1
    return true
  }

  /// Goes on with an encoder of the step that was asked for; its first picture is one that a player can
  /// begin with. When it does not open, the old one goes on.
  private func takeStep(
    _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    guard step != qualitySteps else { return }
    step = qualitySteps
    guard
      let next = try? VideoEncoder(
        encoder.candidate, canvas: canvas, layout: layout, keyInterval: keyInterval, step: step,
        parameterSet: parameterSet), try follows(next)
    else { return }
    try finish(handle)
    encoder = next
    guard next.candidate.codec == .h264 else { return }
    let sets = H264Units(try next.parameters().extradata).parameterSets
    ownParameterSets = sets == fileParameterSets ? [] : sets
  }

  /// Whether another encoder's pictures can stand in this file: HEVC's parameter sets are in the file's
  /// head alone.
  private func follows(_ next: VideoEncoder) throws(RecordError) -> Bool {
    guard next.candidate.codec == .hevc else { return true }
    return try next.parameters().extradata == encoder.parameters().extradata
  }

  private func withParameterSets(_ packet: MediaPacket) throws(RecordError) -> MediaPacket {
    guard packet.isKey, !ownParameterSets.isEmpty else { return packet }
    let whole = try MediaPacket()
    try whole.copy(ownParameterSets + packet.bytes)
    whole.isKey = true
    unsafe whole.place(at: packet.pointer.pointee.pts, duration: packet.pointer.pointee.duration)
    return whole
  }
}

extension FrameRate {
  /// The number of whole steps in a time, 1 or more.
  func steps(in time: MediaTime) -> Int64 {
    max(1, Int64(time.seconds * Double(numerator) / Double(denominator)))
  }
}
