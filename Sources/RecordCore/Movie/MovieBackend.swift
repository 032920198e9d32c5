public import MediaTypes

/// The port through which frames and sound become a movie file.
///
/// *Context*: any thread; may block for as long as opening an encoder and a file takes.
public protocol MovieBackend: Sendable {
  /// Begins a movie. The file of that name appears when it is finished; until then what is recorded
  /// lies beside it in a file that can be opened whatever happens.
  ///
  /// - Parameters:
  ///   - path: of the file to be; nothing of that name may exist, unless
  ///     `settings.overwrites`.
  ///   - settings: checked with `MovieSettings.check`.
  /// - Returns: a writer that holds nothing yet.
  /// - Throws: `RecordError`: `exists`, `noFolder`, `notPermitted`, `diskFull`, `writeFailed`,
  ///   `encoderUnavailable` or `badSettings`. Nothing is left behind then.
  func create(_ path: String, settings: MovieSettings) throws(RecordError) -> any MovieWriter

  /// The bytes that may still be written where a file of this path lies, or is to lie; nil when nobody
  /// can say.
  func freeBytes(near path: String) -> Int64?
}

/// One movie that is being written.
///
/// *Context*: used from one thread at a time, the recorder's. Calls take the time that encoding and
/// writing take. After `finish`, `discard` or a thrown error of `append` only `finish` or `discard`
/// may be called.
public protocol MovieWriter: AnyObject {
  /// What is known of it so far.
  var facts: MovieWriterFacts { get }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - frame: of any camera, size, format and rotation; the writer fits it to the canvas. A frame
  ///     with the buffer of the one before is the same picture, held: what was made of it is used again.
  ///   - index: the picture's place in steps of the canvas's rate; greater than all before. Where
  ///     indices are left out, the picture before is seen for longer.
  /// - Throws: `RecordError`: `diskFull`, `writeFailed`, `encoderFailed`. What was added before is kept
  ///   by `finish`.
  func append(_ frame: VideoFrame, at index: Int64) throws(RecordError)

  /// Adds sound, in the rate and channels of the settings.
  ///
  /// - Parameters:
  ///   - sound: its own time is of no account.
  ///   - position: of its first sample, in samples a channel since the movie's start; always where the
  ///     buffer before ended.
  /// - Throws: as for a picture.
  func append(_ sound: AudioBuffer, at position: Int64) throws(RecordError)

  /// Makes the encoder's work easier, at the price of the picture.
  ///
  /// - Returns: false when there is nothing left to give.
  func lowerQuality() -> Bool

  /// Ends the movie: what was added is encoded and written to the end, and the file gets its name.
  ///
  /// Works with no free byte left on the disk, and after an error of `append`; the movie then ends
  /// with what could be written.
  ///
  /// - Throws: `RecordError` when there is no whole movie; what lies beside can still be repaired.
  func finish() throws(RecordError) -> MovieSummary

  /// Gives up; no file is left.
  func discard()
}

/// What a writer says of itself while it works.
public struct MovieWriterFacts: Hashable, Sendable {
  /// The encoder of the pictures, as its library calls it; for a person.
  public var encoder: String
  /// Bytes in the file so far.
  public var byteCount: Int64
  /// How often the quality went down.
  public var qualitySteps: Int
  /// Frames that went into the file as the camera sent them.
  public var passedThroughCount: Int64

  /// Makes facts.
  public init(
    encoder: String = "", byteCount: Int64 = 0, qualitySteps: Int = 0, passedThroughCount: Int64 = 0
  ) {
    self.encoder = encoder
    self.byteCount = byteCount
    self.qualitySteps = qualitySteps
    self.passedThroughCount = passedThroughCount
  }
}

/// A movie that is finished.
public struct MovieSummary: Hashable, Sendable {
  /// Where it lies.
  public var path: String
  /// Its size.
  public var byteCount: Int64
  /// Pictures in it.
  public var frameCount: Int64
  /// Samples of sound a channel in it.
  public var soundSampleCount: Int64
  /// Steps of the canvas's rate from its start to the end of its last picture; nil for all that was added.
  public var stepCount: Int64?
  /// What a person should know of how it ended, such as that the disk was full; empty when all is well.
  public var note: String

  /// Makes a summary.
  public init(
    path: String, byteCount: Int64, frameCount: Int64, soundSampleCount: Int64,
    stepCount: Int64? = nil, note: String = ""
  ) {
    self.stepCount = stepCount
    self.note = note
    self.path = path
    self.byteCount = byteCount
    self.frameCount = frameCount
    self.soundSampleCount = soundSampleCount
  }
}
