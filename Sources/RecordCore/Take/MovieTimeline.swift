import MediaTypes

/// Turns frames that come when they come into the pictures of a movie of constant rate.
///
/// A frame is held back until the next one is there, since only then it is known up to where it is the
/// nearest. In a gap — a flip, an unplugged camera, a stall — the last frame is **held**: `hold` writes
/// it again for each step of time that has passed. Indices only grow, and none is written twice.
struct MovieTimeline: Sendable {
  /// A picture for some indices in a row.
  struct Placement: Sendable {
    let frame: VideoFrame
    let indices: Range<Int64>
    /// How many of them show a frame that was shown before.
    let heldCount: Int64
  }

  /// A frame whose place is known, but not how long it stays.
  private struct Pending: Sendable {
    let frame: VideoFrame
    let stream: UInt64
    let place: Double
    let span: Int
    var isWritten = false
  }

  /// What became of a frame.
  enum Verdict: Sendable {
    /// It is in the movie, or will be; a gap lay before it.
    case taken(gap: Gap?)
    case dropped(TakeDropReason)
    /// It was captured before the start, in a pause or after the stop.
    case outside
  }

  /// A time without a new picture.
  struct Gap: Hashable, Sendable {
    /// Where the last frame before it is in the movie, or where a pause was closed up, in steps.
    let place: Double
    /// From there to the next frame, or to the end of the span.
    let length: MediaTime
  }

  /// A frame is written again when the next one is later than this after its usual time.
  static let patience = MediaTime.milliseconds(250)
  /// No more than this is filled at once; after a longer sleep the movie has one long picture.
  static let longestFill = MediaTime.seconds(10)

  private(set) var cursor = SpanCursor()
  private(set) var nextIndex: Int64 = 0
  private var placer: FramePlacer?
  private var pending: Pending?
  private var lastTime = MediaTime(nanoseconds: .min)
  /// The frame that came last, in a span or not, and how long its camera takes for the next.
  private(set) var latest: (time: MediaTime, interval: MediaTime)?
  /// From a frame's capture to its coming here: the longest of late.
  private(set) var latency = MediaTime.zero
  private var placements: [Placement] = []
  /// The gap up to the end of a span, until it is asked for.
  private var endGap: Gap?
  /// How many spans have been written to their ends.
  private var finishedSpans = 0

  /// Whether every span that there is has been written to its end.
  func isDone(in spans: MovieSpans) -> Bool {
    guard spans.hasOrigin, let end = cursor.endFrame(in: spans) else { return false }
    return cursor.index == spans.spans.count - 1 && nextIndex >= end
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - arrival: now.
  ///   - claim: the camera's frame rate as it claims.
  ///   - lost: how many frames before it were dropped to relieve the encoder; their indices stay empty.
  /// - Returns: what became of it, and what is to be written.
  mutating func take(
    _ frame: VideoFrame, stream: UInt64, arrival: MediaTime, claim: FrameRate?, lost: Int,
    in spans: inout MovieSpans
  ) -> (Verdict, [Placement]) {
    placements = []
    let verdict = judge(frame, stream, arrival, claim, lost, &spans)
    return (verdict, placements)
  }

  private mutating func judge(
    _ frame: VideoFrame, _ stream: UInt64, _ arrival: MediaTime, _ claim: FrameRate?, _ lost: Int,
    _ spans: inout MovieSpans
  ) -> Verdict {
    let time = frame.presentationTime
    if let pending, stream < pending.stream { return .dropped(.oldCamera) }
    guard time > lastTime else { return .dropped(.outOfOrder) }
    latest = (time, claim?.frameDuration ?? usualInterval(in: spans))
    guard spans.hasOrigin || spans.begin(with: time) else { return .outside }
    let changesSpan = goToSpan(of: time, in: spans)
    guard cursor.span(in: spans).contains(time) else { return .outside }
    let gap = gap(upTo: time, in: spans)
    latency = max(arrival - time, latency - MediaTime(nanoseconds: latency.nanoseconds / 64))
    lastTime = time
    let position = cursor.position(of: time, in: spans)
    guard let pending, var placer, !changesSpan, pending.stream == stream,
      !isGap(from: pending.place, to: position)
    else {
      let new = NewSource(
        frame: frame, stream: stream, position: position, interval: interval(claim, spans))
      return begin(new, leavingOut: lost > 0, gap: gap, spans)
    }
    let place = placer.place(position)
    self.placer = placer
    guard let place else { return .dropped(.surplus) }
    guard place > Double(nextIndex) - 1 else { return .dropped(.late) }
    let last = Int64(((pending.place + place) / 2).rounded(.down))
    write(until: last + 1, leavingOut: lost > 0, in: spans)
    let surplus = replacePending(
      Pending(frame: frame, stream: stream, place: place, span: cursor.index))
    return surplus ? .dropped(.surplus) : .taken(gap: nil)
  }

  private func usualInterval(in spans: MovieSpans) -> MediaTime {
    MediaTime(seconds: (placer?.interval ?? 1) * spans.rate.frameDuration.seconds)
  }

  private func interval(_ claim: FrameRate?, _ spans: MovieSpans) -> Double? {
    claim.map { spans.steps($0.frameDuration) }
  }

  private func isGap(from place: Double, to position: Double) -> Bool {
    let usual = max(placer?.interval ?? 1, 1)
    return position - place > max(2.5 * usual, 3)
  }

  /// The time without a picture before a frame; a pause takes none.
  private func gap(upTo time: MediaTime, in spans: MovieSpans) -> Gap? {
    guard let pending else { return nil }
    if pending.span == cursor.index {
      return Gap(place: pending.place, length: time - pending.frame.presentationTime)
    }
    let first = Double(cursor.firstFrame)
    guard isGap(from: first, to: cursor.position(of: time, in: spans)) else { return nil }
    return Gap(place: first, length: time - cursor.span(in: spans).start)
  }

  /// The first frame of a camera, of a span or after a gap.
  private struct NewSource {
    let frame: VideoFrame
    let stream: UInt64
    let position: Double
    let interval: Double?
  }

  /// Takes a frame that does not follow the last one: until then that is held.
  private mutating func begin(
    _ new: NewSource, leavingOut: Bool, gap: Gap?, _ spans: MovieSpans
  ) -> Verdict {
    guard new.position > Double(nextIndex) - 1 else { return .dropped(.late) }
    let first = max(Int64(new.position.rounded()), cursor.firstFrame)
    if pending != nil { write(until: first, leavingOut: leavingOut, in: spans) }
    let placer = FramePlacer(time: new.position, first: nextIndex, claim: new.interval)
    self.placer = placer
    _ = replacePending(
      Pending(frame: new.frame, stream: new.stream, place: placer.last, span: cursor.index))
    return .taken(gap: gap)
  }

  /// - Returns: whether the one before was never shown.
  private mutating func replacePending(_ new: Pending) -> Bool {
    defer { pending = new }
    return pending.map { !$0.isWritten } ?? false
  }
}

// MARK: - Holding

extension MovieTimeline {
  /// Writes the last frame again for the time that has passed without a new one.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - drainLimit: frames captured before a pause or the stop may come until so long after it.
  ///   - onlyEnds: whether only a pause or the stop is a reason to write.
  mutating func hold(
    at now: MediaTime, drainLimit: MediaTime, onlyEnds: Bool = false, in spans: MovieSpans
  ) -> [Placement] {
    placements = []
    guard spans.hasOrigin else { return [] }
    while let end = cursor.span(in: spans).end, now >= end + drainLimit {
      finishSpan(in: spans)
      guard cursor.advance(in: spans) else { return placements }
    }
    let seen = cursor.position(of: now - latency - Self.patience, in: spans)
    if !onlyEnds, seen >= Double(cursor.firstFrame) {
      write(until: Int64(seen.rounded(.down)) + 1, leavingOut: false, in: spans)
    }
    return placements
  }

  /// Goes on to the span in which a moment lies, and ends those before.
  ///
  /// - Returns: whether that is another one than before.
  private mutating func goToSpan(of moment: MediaTime, in spans: MovieSpans) -> Bool {
    let before = cursor.index
    while let end = cursor.span(in: spans).end, moment >= end {
      finishSpan(in: spans)
      guard cursor.advance(in: spans) else { break }
    }
    return cursor.index != before
  }

  private mutating func finishSpan(in spans: MovieSpans) {
    guard let end = cursor.endFrame(in: spans) else { return }
    noteEndGap(Double(end), in: spans)
    write(until: end, leavingOut: false, in: spans)
  }

  private mutating func noteEndGap(_ end: Double, in spans: MovieSpans) {
    guard finishedSpans <= cursor.index else { return }
    finishedSpans = cursor.index + 1
    guard let pending else { return }
    let place = pending.span == cursor.index ? pending.place : Double(cursor.firstFrame)
    guard isGap(from: place, to: end) else { return }
    let length = (end - place) * spans.rate.frameDuration.seconds
    endGap = Gap(place: place, length: MediaTime(seconds: length))
  }

  /// The gap in which a pause or the stop came, said once.
  mutating func takeEndGap() -> Gap? {
    defer { endGap = nil }
    return endGap
  }

  /// Shows the pending frame up to an index.
  ///
  /// - Parameter leavingOut: whether all but the frame's own index stay empty, to relieve the encoder.
  private mutating func write(until end: Int64, leavingOut: Bool, in spans: MovieSpans) {
    let end = min(end, cursor.endFrame(in: spans) ?? .max)
    guard var pending, end > nextIndex else { return }
    let limit = Int64(spans.steps(Self.longestFill).rounded(.up))
    var count = min(end - nextIndex, limit)
    if leavingOut { count = pending.isWritten ? 0 : 1 }
    if count > 0 {
      placements.append(
        Placement(
          frame: pending.frame, indices: nextIndex..<nextIndex + count,
          heldCount: count - (pending.isWritten ? 0 : 1)))
      pending.isWritten = true
      self.pending = pending
    }
    nextIndex = end
  }
}
