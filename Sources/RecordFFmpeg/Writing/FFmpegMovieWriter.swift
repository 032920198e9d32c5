import CFFmpeg
import MediaTypes
import RecordCore

/// One movie that is being written with FFmpeg's libraries.
///
/// *Context*: the recorder's thread.
final class FFmpegMovieWriter: MovieWriter {
  private let settings: MovieSettings
  private let paths: MoviePaths
  private let candidate: EncoderCandidate
  private let output: FileOutput
  private let sound: SoundEncoder?
  /// Made with the first frame, which decides how there is least to do.
  private var pictures: (any PictureTrack)?
  /// Begun with the first packet, which may hold what the file's head needs.
  private var movie: LiveMovie?
  /// Sound that came before.
  private var earlySound: [MediaPacket] = []
  private var lastIndex: Int64 = -1
  private var failure: RecordError?
  private var isOver = false

  /// Packets of sound that wait for the first picture: 20 s of it.
  private static let mostEarlySound = 1000

  init(
    _ output: FileOutput, paths: MoviePaths, settings: MovieSettings, candidate: EncoderCandidate
  ) throws(RecordError) {
    self.output = output
    self.paths = paths
    self.settings = settings
    self.candidate = candidate
    if let format = settings.sound {
      sound = try SoundEncoder(format, container: settings.container)
    } else {
      sound = nil
    }
  }

  var facts: MovieWriterFacts {
    MovieWriterFacts(
      encoder: pictures?.name ?? candidate.name, byteCount: output.byteCount,
      qualitySteps: pictures?.qualitySteps ?? 0,
      passedThroughCount: pictures?.passedThroughCount ?? 0)
  }

  /// What was done to fit pictures, for the benchmark; nil when they pass as they are.
  var fitCounts: FrameFitter.Counts? { (pictures as? EncodedTrack)?.fitCounts }

  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError) {
    try checkOpen()
    guard index > lastIndex else {
      throw RecordError(.invalidRequest, "Picture \(index) comes after picture \(lastIndex).")
    }
    lastIndex = index
    try remember { () throws(RecordError) in
      let track = try pictureTrack(first: frame)
      try track.append(frame, at: index) { packet throws(RecordError) in
        try addPicture(packet, of: track)
      }
      try output.checkRoom()
    }
  }

  func append(_ sound: AudioBuffer, at position: Int64) throws(RecordError) {
    try checkOpen()
    guard let encoder = self.sound else {
      throw RecordError(.invalidRequest, "Sound for a movie without a sound track.")
    }
    try remember { () throws(RecordError) in
      try encoder.append(sound, at: position) { packet throws(RecordError) in try addSound(packet) }
      try output.checkRoom()
    }
  }

  func lowerQuality() -> Bool { pictures?.lowerQuality() ?? false }

  func finish() throws(RecordError) -> MovieSummary {
    guard !isOver else { throw RecordError(.invalidRequest, "The movie is finished already.") }
    isOver = true
    var late: RecordError?
    do {
      try drain()
    } catch {
      // Nobody was told of it by `append`.
      if failure == nil { late = error }
      failure = failure ?? error
    }
    let (pictureCount, stepCount) = (movie?.wholePictureCount ?? 0, movie?.wholeStepCount ?? 0)
    movie = nil
    guard pictureCount > 0 else {
      MoviePaths.remove(paths.part)
      throw failure ?? RecordError(.nothingRecorded, "Stopped before the first frame: no file.")
    }
    output.cutToWhole()
    let finished = try MovieFinish(paths: paths, settings: settings).run(output.file)
    if let late {
      throw RecordError(
        late.code, late.message, remedy: "What was written before is \(finished.path).",
        systemError: late.systemError)
    }
    let notes = [failure?.message ?? "", finished.note].filter { !$0.isEmpty }
    return MovieSummary(
      path: finished.path, byteCount: finished.byteCount, frameCount: pictureCount,
      soundSampleCount: sound?.received ?? 0, stepCount: stepCount,
      note: notes.joined(separator: " "))
  }

  func discard() {
    isOver = true
    movie = nil
    MoviePaths.remove(paths.part)
  }

  /// Writes what is still held, after a failure what can still be written: all of it in the room that
  /// was kept for it.
  private func drain() throws(RecordError) {
    let hasRoom = output.lackOfRoom != nil && output.failure == nil
    if failure == nil || hasRoom, let pictures {
      try pictures.finish { packet throws(RecordError) in try addPicture(packet, of: pictures) }
      try sound?.finish { packet throws(RecordError) in try addSound(packet) }
    }
    try movie?.finish()
  }

  private func checkOpen() throws(RecordError) {
    if let failure { throw failure }
    guard !isOver else { throw RecordError(.invalidRequest, "The movie is finished already.") }
  }

  /// After an error nothing more is taken.
  private func remember(_ work: () throws(RecordError) -> Void) throws(RecordError) {
    do {
      try work()
    } catch {
      failure = error
      throw error
    }
  }

  private func pictureTrack(first: VideoFrame) throws(RecordError) -> any PictureTrack {
    if let pictures { return pictures }
    let track = try makeTrack(first: first)
    pictures = track
    return track
  }

  private func makeTrack(first: VideoFrame) throws(RecordError) -> any PictureTrack {
    let passes = settings.video == .automatic && JPEGTrack.takes(first, settings: settings)
    if settings.video == .mjpeg || passes { return JPEGTrack(settings) }
    if let track = try H264Track(candidate, settings: settings, first: first) { return track }
    return try EncodedTrack(candidate, settings: settings, first: first)
  }

  private func addPicture(
    _ packet: MediaPacket, of track: any PictureTrack
  ) throws(RecordError) {
    try begin(track, first: packet).addPicture(packet)
  }

  private func addSound(_ packet: MediaPacket) throws(RecordError) {
    if let movie { return try movie.addSound(packet) }
    guard earlySound.count < Self.mostEarlySound else { return }
    earlySound.append(packet)
  }

  /// The file, which begins with the first picture's packet.
  private func begin(
    _ track: any PictureTrack, first: MediaPacket
  ) throws(RecordError) -> LiveMovie {
    if let movie { return movie }
    let rate = settings.canvas.rate
    var tracks = [
      TrackDescription(
        parameters: try track.parameters(first: first), timeBase: rate.stepBase,
        frameRate: rate.libraryRate)
    ]
    if let sound {
      let unit = AVRational(num: 1, den: Int32(clamping: sound.format.sampleRate))
      tracks.append(TrackDescription(parameters: try sound.parameters(), timeBase: unit))
    }
    let begun = try LiveMovie(output, settings: settings, tracks: tracks)
    movie = begun
    for packet in earlySound { try begun.addSound(packet) }
    earlySound = []
    return begun
  }
}
