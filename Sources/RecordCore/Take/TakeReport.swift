public import MediaTypes

/// Why a frame that a camera sent is not in the movie.
public enum TakeDropReason: String, Hashable, Sendable, CaseIterable {
  /// It came from the camera before, after the flip.
  case oldCamera
  /// Its time is not later than that of the frame before.
  case outOfOrder
  /// The camera sends more frames than the movie has.
  case surplus
  /// It came when its place was filled already with the picture before.
  case late
  /// The encoder could not follow.
  case encoderTooSlow
  /// The drawn turn of a flip was seen instead.
  case drawnFlip
  /// It was taken, and did not get into the file: the disk was full, or broke.
  case unwritten
}

/// What became of a recording: a plain value with all that can be said of it.
public struct TakeReport: Hashable, Sendable {
  /// A time in which the camera sent nothing and the last picture was held.
  public struct Gap: Hashable, Sendable {
    /// Why.
    public enum Reason: String, Hashable, Sendable {
      /// Another camera was brought up.
      case flip
      /// The camera was lost.
      case interruption
      /// The camera sent nothing for a while.
      case stall
    }

    /// Where in the movie the last frame before it is, or where a pause ended.
    public let start: MediaTime
    /// From there to the next frame, or to a pause or the end of the movie.
    public let length: MediaTime
    /// Why.
    public let reason: Reason
  }

  /// Something was lost, and came back or not.
  public struct Interruption: Hashable, Sendable {
    /// What was lost.
    public enum Kind: String, Hashable, Sendable {
      /// The camera.
      case camera
      /// The microphone.
      case microphone
      /// The service that serves them, as PipeWire is.
      case service
    }

    /// What was lost.
    public let kind: Kind
    /// Why, in words for a person.
    public let message: String
    /// Where in the movie.
    public let start: MediaTime
    /// Where in the movie it was back; nil when it never was.
    public internal(set) var end: MediaTime?
  }

  /// A time in which the encoder could not follow the camera.
  public struct Overload: Hashable, Sendable {
    /// Where in the movie.
    public let start: MediaTime
    /// Where in the movie it followed again, which shows some seconds later; nil when it never did.
    public internal(set) var end: MediaTime?
  }

  /// How far sound and pictures lie apart, by the times that both came with; positive where the sound
  /// is heard too early. Averaged over half a second, since times jitter.
  public struct Offset: Hashable, Sendable {
    /// In the first second of sound.
    public let first: MediaTime
    /// At the end.
    public let last: MediaTime
    /// The largest ever.
    public let worst: MediaTime
  }

  /// Where the movie lies, or would have; another name than asked for when somebody took that meanwhile.
  public internal(set) var path = ""
  /// Why the recording ended by itself; nil when it was asked to.
  public internal(set) var problem: RecordError?
  /// What a person should know of how the file was finished; empty when all is well.
  public internal(set) var note = ""
  /// What there is of the movie; exact, in frames of the canvas's rate.
  public internal(set) var duration = MediaTime.zero
  /// The file's size.
  public internal(set) var byteCount: Int64 = 0
  /// What compressed the pictures, as its library calls it.
  public internal(set) var encoder = ""
  /// Frames that cameras sent for the movie.
  public internal(set) var framesIn = 0
  /// Pictures in the movie.
  public internal(set) var framesWritten: Int64 = 0
  /// Pictures among them that show the frame before once more, in gaps or since the camera sends fewer.
  public internal(set) var framesHeld: Int64 = 0
  /// Pictures that went into the file as the camera sent them.
  public internal(set) var framesPassedThrough: Int64 = 0
  /// Frames that are not in the movie, by reason.
  public internal(set) var dropped: [TakeDropReason: Int] = [:]
  /// The gaps, the first `mostEntries` of them.
  public internal(set) var gaps: [Gap] = []
  /// All gaps.
  public internal(set) var gapCount = 0
  /// Flips that were asked for.
  public internal(set) var flipCount = 0
  /// What was lost meanwhile, the first `mostEntries`.
  public internal(set) var interruptions: [Interruption] = []
  /// Where in the movie the quality went down, because the encoder could not follow.
  public internal(set) var qualitySteps: [MediaTime] = []
  /// When the encoder could not follow the camera, the first `mostEntries` times.
  public internal(set) var overloads: [Overload] = []
  /// Where in the movie it was paused, the first `mostEntries`.
  public internal(set) var pauses: [MediaTime] = []
  /// Sound and pictures; nil without sound.
  public internal(set) var offset: Offset?
  /// Silence that stands for sound that was missing.
  public internal(set) var silence = MediaTime.zero
  /// Sound that came faster than it could be written, and is silence now.
  public internal(set) var soundLost = MediaTime.zero

  /// How many gaps, interruptions, overloads and pauses are listed.
  public static let mostEntries = 1000

  /// Nothing so far.
  public init() {}

  /// All frames that are not in the movie.
  public var droppedCount: Int { dropped.values.reduce(0, +) }

  /// Those among them that the movie has no place for.
  var unneededCount: Int { (dropped[.surplus] ?? 0) + (dropped[.drawnFlip] ?? 0) }
}

extension TakeReport {
  mutating func drop(_ reason: TakeDropReason, _ count: Int = 1) {
    guard count > 0 else { return }
    dropped[reason, default: 0] += count
  }

  /// Takes what the file holds for what is in the movie.
  ///
  /// - Parameter unseen: how many steps the file ends too early; nil when nobody knows. A picture that
  ///   is missing otherwise was held, and the one before is seen for longer.
  mutating func count(inFile count: Int64, unseen: Int64?) {
    let missing = max(0, framesWritten - count)
    let lost = min(missing, max(0, unseen ?? missing))
    drop(.unwritten, Int(lost))
    framesHeld = max(0, framesHeld - (missing - lost))
    framesWritten -= missing
  }

  mutating func add(_ gap: Gap) {
    gapCount += 1
    if gaps.count < Self.mostEntries { gaps.append(gap) }
  }

  mutating func beginOverload(at time: MediaTime) {
    guard overloads.count < Self.mostEntries, overloads.last?.end != nil || overloads.isEmpty
    else { return }
    overloads.append(Overload(start: time))
  }

  mutating func endOverload(at time: MediaTime) {
    guard let last = overloads.last, last.end == nil else { return }
    overloads[overloads.count - 1].end = max(time, last.start)
  }

  mutating func begin(_ interruption: Interruption) {
    guard !isLost(interruption.kind), interruptions.count < Self.mostEntries else { return }
    interruptions.append(interruption)
  }

  func isLost(_ kind: Interruption.Kind) -> Bool {
    interruptions.contains { $0.kind == kind && $0.end == nil }
  }

  mutating func end(_ kind: Interruption.Kind, at time: MediaTime) {
    for index in interruptions.indices
    where interruptions[index].kind == kind && interruptions[index].end == nil {
      interruptions[index].end = max(time, interruptions[index].start)
    }
  }
}
