import MediaTypes

/// Which stretches of capture time are in the movie: one from the start to the first pause, one from
/// each resume to the next pause, the last up to the stop. In the movie they follow one another
/// without a seam, each a whole number of frames long.
struct MovieSpans: Sendable {
  /// A stretch of capture time; without an end as long as it goes on.
  struct Span: Hashable, Sendable {
    var start: MediaTime
    var end: MediaTime?
  }

  let rate: FrameRate
  private(set) var spans: [Span]
  /// Whether the first frame has come and the first span begins with it.
  private(set) var hasOrigin = false

  /// - Parameter start: when the recording was asked for; frames captured before are not in it.
  init(rate: FrameRate, start: MediaTime) {
    self.rate = rate
    spans = [Span(start: start)]
  }

  /// Whether capture goes into the movie now.
  var isOpen: Bool { spans.last?.end == nil }

  /// Ends the last span; does nothing when it has ended.
  mutating func close(at moment: MediaTime) {
    guard isOpen, let last = spans.indices.last else { return }
    spans[last].end = max(moment, spans[last].start)
  }

  /// Begins a new span; does nothing while one goes on.
  mutating func open(at moment: MediaTime) {
    guard !isOpen, let end = spans.last?.end else { return }
    spans.append(Span(start: max(moment, end)))
  }

  /// Lets the movie begin with a frame.
  ///
  /// - Returns: false when the frame lies in no span.
  mutating func begin(with frame: MediaTime) -> Bool {
    guard let index = spans.firstIndex(where: { $0.contains(frame) }) else { return false }
    spans.removeFirst(index)
    spans[0].start = frame
    hasOrigin = true
    return true
  }

  /// A stretch of capture time in steps of the canvas's rate.
  ///
  /// Exact to 1e-6 of a step for weeks: 64-bit floats have 53 bits.
  func steps(_ length: MediaTime) -> Double {
    Double(length.nanoseconds) * Double(rate.numerator) / (Double(rate.denominator) * 1e9)
  }

  /// The frames that a span takes in the movie; nil while it goes on. The first has one at least.
  ///
  /// Rounded up, since a frame captured just before the end is in it, and since sound has been written
  /// nearly to the end when a person ends it.
  func frameCount(of index: Int) -> Int64? {
    guard let end = spans[index].end else { return nil }
    let count = Int64((steps(end - spans[index].start) - 0.1).rounded(.up))
    return index == 0 ? max(count, 1) : count
  }
}

extension MovieSpans.Span {
  func contains(_ moment: MediaTime) -> Bool {
    moment >= start && end.map { moment < $0 } ?? true
  }
}

/// How far one track of the movie has come in the spans. Pictures and sound have one each, since one
/// may lag behind the other.
struct SpanCursor: Hashable, Sendable {
  /// The span that is being written.
  private(set) var index = 0
  /// Frames in the spans before.
  private(set) var firstFrame: Int64 = 0

  func span(in spans: MovieSpans) -> MovieSpans.Span { spans.spans[index] }

  /// Where the span ends in the movie, in frames; nil while it goes on.
  func endFrame(in spans: MovieSpans) -> Int64? {
    spans.frameCount(of: index).map { firstFrame + $0 }
  }

  /// A moment's place in the movie, in frames; in this span also for moments outside of it.
  func position(of moment: MediaTime, in spans: MovieSpans) -> Double {
    Double(firstFrame) + spans.steps(moment - span(in: spans).start)
  }

  /// Goes to the next span.
  ///
  /// - Returns: false, and stays, when there is none yet or this one goes on.
  mutating func advance(in spans: MovieSpans) -> Bool {
    guard index + 1 < spans.spans.count, let end = endFrame(in: spans) else { return false }
    firstFrame = end
    index += 1
    return true
  }
}
