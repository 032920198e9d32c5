package import MediaTypes

/// One recording from its start to its end, as a pure value: what happens goes in, what is to be written
/// comes out. It opens nothing, waits for nothing and knows no clock; a recorder drives it.
///
/// It joins the state machine, which decides what a recording does, with the timeline of the pictures,
/// the synchroniser of the sound, the overload policy and the report.
package struct Take: Sendable {
  /// What happens to a recording.
  package enum Event: Sendable {
    /// A frame of an opening of a camera, later openings having larger numbers.
    case frame(TakeFrame)
    /// A camera's frame in whose place the drawn turn of a flip is seen.
    case unseen
    case sound(AudioBuffer)
    /// So many seconds of sound were dropped because the queue was full.
    case soundDropped(MediaTime)
    case flipBegan
    case flipEnded
    case lost(TakeReport.Interruption.Kind, String)
    case back(TakeReport.Interruption.Kind)
    case pause
    case resume
    case stop
    /// It is to end at a moment that may be still to come.
    case end(MediaTime)
    /// Free bytes on the disk.
    case space(Int64)
    /// Time goes on. While frames find no room in the queue, none is shown once more for them.
    case tick(isLosing: Bool = false)
    /// What the writer says of itself.
    case facts(MovieWriterFacts)
    /// What became of `lowerQuality`.
    case loweredQuality(Bool)
    /// The writer threw at an append.
    case failed(RecordError)
    /// The writer has finished or discarded.
    case closed(MovieSummary?)
  }

  /// What to do about it, in order.
  package enum Action: Sendable {
    /// One picture at each of these indices.
    case append(VideoFrame, Range<Int64>)
    case appendSound(AudioBuffer, Int64)
    case lowerQuality
    case finish
    case discard
  }

  private(set) var machine = RecorderStateMachine()
  private(set) var spans: MovieSpans
  private(set) var timeline = MovieTimeline()
  private(set) var sound: SoundSynchroniser?
  package private(set) var report = TakeReport()
  package private(set) var progress = TakeProgress()
  private let limits: TakeLimits
  private var overload: OverloadPolicy
  private var isFlipping = false
  private var plannedEnd: MediaTime?
  /// Where the finished file ends, in steps; nil as long as nobody knows.
  private var fileEnd: Int64?
  private var actions: [Action] = []

  /// - Parameters:
  ///   - start: frames captured before are not in the movie.
  ///   - queueBound: the most frames that wait for the encoder.
  package init(
    path: String, settings: MovieSettings, limits: TakeLimits, queueBound: Int, start: MediaTime
  ) {
    self.limits = limits
    spans = MovieSpans(rate: settings.canvas.rate, start: start)
    sound = settings.sound.map(SoundSynchroniser.init)
    overload = OverloadPolicy(bound: queueBound)
    report.path = path
  }

  /// Whether the file is finished or discarded.
  package var isClosed: Bool { machine.state == .closed }

  /// Takes one event, in any state.
  ///
  /// - Parameter now: when it came here.
  /// - Returns: what to do, in order.
  package mutating func handle(_ event: Event, at now: MediaTime) -> [Action] {
    actions = []
    // Before the event: what was captured from then on is not in the movie.
    if let plannedEnd, now >= plannedEnd { tell(.stop(nil), at: plannedEnd) }
    dispatch(event, at: now)
    if machine.state == .draining, isDrained(at: now) { tell(.drained, at: now) }
    updateProgress()
    return actions
  }

  private mutating func dispatch(_ event: Event, at now: MediaTime) {
    switch event {
    case .frame(let frame): take(frame, at: now)
    case .unseen:
      report.framesIn += 1
      report.drop(.drawnFlip)
    case .sound(let buffer): take(buffer, at: now)
    case .soundDropped(let length): report.soundLost = report.soundLost + length
    case .flipBegan:
      isFlipping = true
      report.flipCount += 1
    case .flipEnded: isFlipping = false
    case .lost(let kind, let message): lost(kind, message)
    case .back(let kind): report.end(kind, at: time)
    case .pause: pause(at: now)
    case .resume: tell(.resume, at: timeline.resumeMoment(now))
    case .stop: tell(.stop(nil), at: now)
    case .end(let moment): plannedEnd = moment
    case .space(let bytes): take(space: bytes, at: now)
    case .tick(let isLosing): hold(at: now, isLosing: isLosing)
    case .facts(let facts): take(facts)
    case .loweredQuality(let isLower): loweredQuality(isLower)
    case .failed(let error): tell(.failed(error), at: now)
    case .closed(let summary): closed(summary, at: now)
    }
  }

  private mutating func tell(_ event: RecorderStateMachine.Event, at now: MediaTime) {
    for action in machine.handle(event) {
      switch action {
      case .closeSpan: spans.close(at: now)
      case .openSpan: spans.open(at: now)
      case .finish: actions.append(.finish)
      case .discard: actions.append(.discard)
      }
    }
  }

  /// Whether the writer takes pictures and sound.
  private var isWriting: Bool { machine.state != .closing && machine.state != .closed }

  private func isDrained(at now: MediaTime) -> Bool {
    guard spans.hasOrigin else { return isPastDrain(at: now) }
    return timeline.isDone(in: spans) && sound?.isDone(in: spans) ?? true
  }

  private func isPastDrain(at now: MediaTime) -> Bool {
    spans.spans.last?.end.map { now >= $0 + limits.drain } ?? false
  }

  /// The end of the movie so far.
  private var time: MediaTime {
    let rate = spans.rate
    let end = min(timeline.nextIndex, fileEnd ?? .max)
    let (whole, rest) = end.quotientAndRemainder(dividingBy: Int64(rate.numerator))
    return .seconds(whole * Int64(rate.denominator))
      + MediaTime(seconds: Double(rest * Int64(rate.denominator)) / Double(rate.numerator))
  }
}

/// A frame and what is known of its way here.
package struct TakeFrame: Sendable {
  package let frame: VideoFrame
  /// Which opening of a camera it is of; later ones have larger numbers.
  package let stream: UInt64
  /// The rate that its camera claims.
  package let rate: FrameRate?
  /// Frames that wait behind it.
  package let backlog: Int
  /// Frames before it that found the queue full.
  package let lost: Int

  package init(
    _ frame: VideoFrame, stream: UInt64, rate: FrameRate? = nil, backlog: Int = 0, lost: Int = 0
  ) {
    self.frame = frame
    self.stream = stream
    self.rate = rate
    self.backlog = backlog
    self.lost = lost
  }
}

// MARK: - Pictures and sound

extension Take {
  private mutating func take(_ frame: TakeFrame, at now: MediaTime) {
    guard isWriting else { return }
    note(frame, at: now)
    let (verdict, placements) = timeline.take(
      frame.frame, stream: frame.stream, arrival: now, claim: frame.rate, lost: frame.lost,
      in: &spans)
    append(placements, at: now)
    if let gap = timeline.takeEndGap() { add(gap) }
    switch verdict {
    case .outside: return
    case .dropped(let reason): report.drop(reason)
    case .taken(let gap): if let gap { add(gap) }
    }
    report.framesIn += 1
  }

  private mutating func note(_ frame: TakeFrame, at now: MediaTime) {
    report.framesIn += frame.lost
    report.drop(.encoderTooSlow, frame.lost)
    let wasBehind = overload.isBehind
    if overload.note(backlog: frame.backlog, lost: frame.lost, at: now) {
      actions.append(.lowerQuality)
    }
    guard overload.isBehind != wasBehind else { return }
    if wasBehind { report.endOverload(at: time) } else { report.beginOverload(at: time) }
  }

  private mutating func add(_ gap: MovieTimeline.Gap) {
    guard spans.steps(gap.length) > 1.5 else { return }
    let isLost = report.isLost(.camera) || report.isLost(.service)
    report.add(
      TakeReport.Gap(
        start: MediaTime(seconds: gap.place * spans.rate.frameDuration.seconds),
        length: gap.length, reason: isFlipping ? .flip : isLost ? .interruption : .stall))
  }

  private mutating func take(_ buffer: AudioBuffer, at now: MediaTime) {
    guard isWriting, var sound else { return }
    self.sound = nil  // So that its memory has one owner while it changes.
    let pieces = sound.take(buffer, arrival: now, in: spans)
    self.sound = sound
    append(pieces)
  }

  private mutating func hold(at now: MediaTime, isLosing: Bool) {
    guard isWriting else { return }
    let placements = timeline.hold(
      at: now, drainLimit: limits.drain, onlyEnds: isLosing, in: spans)
    append(placements, at: now)
    if let gap = timeline.takeEndGap() { add(gap) }
    if let pieces = sound?.hold(at: now, drainLimit: limits.drain, in: spans) { append(pieces) }
  }

  private mutating func append(_ placements: [MovieTimeline.Placement], at now: MediaTime) {
    for placement in placements {
      actions.append(.append(placement.frame, placement.indices))
      report.framesWritten += Int64(placement.indices.count)
      report.framesHeld += placement.heldCount
    }
    if report.framesWritten > 0, !machine.hasBegun { tell(.began, at: now) }
  }

  private mutating func append(_ pieces: [SoundSynchroniser.Piece]) {
    for piece in pieces { actions.append(.appendSound(piece.sound, piece.position)) }
  }
}

// MARK: - What else happens

extension Take {
  private mutating func pause(at now: MediaTime) {
    let isNew = machine.state == .recording || machine.state == .waiting
    tell(.pause, at: timeline.pauseMoment(now))
    if isNew, report.pauses.count < TakeReport.mostEntries { report.pauses.append(time) }
  }

  private mutating func lost(_ kind: TakeReport.Interruption.Kind, _ message: String) {
    report.begin(TakeReport.Interruption(kind: kind, message: message, start: time))
  }

  private mutating func take(space bytes: Int64, at now: MediaTime) {
    progress.freeBytes = bytes
    if bytes < limits.diskEnd {
      tell(.stop(.diskEnds(bytes)), at: now)
    }
  }

  /// What the person should know now; a disk that fills up is the more urgent.
  private var warning: RecordError? {
    if let bytes = progress.freeBytes, bytes < limits.diskWarning { return .diskFills(bytes) }
    return overload.isBehind ? .tooSlow : nil
  }

  private mutating func loweredQuality(_ isLower: Bool) {
    guard isLower else { return overload.isExhausted = true }
    report.qualitySteps.append(time)
  }

  private mutating func take(_ facts: MovieWriterFacts) {
    report.encoder = facts.encoder
    // Of a finished file the writer has said more.
    if !isClosed { report.byteCount = facts.byteCount }
    report.framesPassedThrough = facts.passedThroughCount
  }

  private mutating func closed(_ summary: MovieSummary?, at now: MediaTime) {
    tell(.closed, at: now)
    guard let summary else { return }
    (report.path, report.note) = (summary.path, summary.note)
    report.byteCount = summary.byteCount
    fileEnd = summary.stepCount
    report.count(
      inFile: summary.frameCount, unseen: summary.stepCount.map { timeline.nextIndex - $0 })
  }

  private mutating func updateProgress() {
    report.problem = machine.problem
    report.duration = time
    if let sound {
      let rate = Double(sound.format.sampleRate)
      report.silence = MediaTime(seconds: Double(sound.silence) / rate)
      report.offset = sound.offset.first.map { first in
        TakeReport.Offset(
          first: MediaTime(seconds: first), last: MediaTime(seconds: sound.offset.last),
          worst: MediaTime(seconds: sound.offset.worst))
      }
    }
    progress.phase = TakeProgress.Phase(machine.state)
    progress.duration = report.duration
    progress.start = spans.hasOrigin ? spans.spans.first?.start : nil
    progress.byteCount = report.byteCount
    progress.frameCount = report.framesWritten
    progress.droppedCount = report.droppedCount - report.unneededCount
    progress.qualitySteps = report.qualitySteps.count
    progress.warning = warning
  }
}

extension TakeProgress.Phase {
  init(_ state: RecorderStateMachine.State) {
    switch state {
    case .waiting: self = .waiting
    case .recording: self = .recording
    case .suspended, .paused: self = .paused
    case .draining, .closing: self = .finishing
    case .closed: self = .finished
    }
  }
}

extension RecordError {
  static func diskEnds(_ bytes: Int64) -> RecordError {
    RecordError(
      .diskFull, "The disk is nearly full (\(bytes / 1_000_000) MB free): the recording was ended.",
      remedy: "Delete files, or record to another disk.")
  }

  static func diskFills(_ bytes: Int64) -> RecordError {
    RecordError(
      .diskFull, "The disk fills up: \(bytes / 1_000_000) MB are free.",
      remedy: "Delete files; the recording ends by itself before the disk is full.")
  }

  static let tooSlow = RecordError(
    .encoderFailed,
    "The encoder cannot follow the camera; the quality goes down, or frames are left out.",
    remedy: "Choose a smaller size or rate, or close other programs.")
}
