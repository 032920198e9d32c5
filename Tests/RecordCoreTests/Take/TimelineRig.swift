import MediaTypes

@testable import RecordCore

/// A timeline and what it has written: for each index, the sequence of the frame.
struct TimelineRig {
  var spans: MovieSpans
  var timeline = MovieTimeline()
  /// Frame by index; frames are told apart by their sequence.
  var shown: [Int64: VideoFrame] = [:]
  var dropped: [TakeDropReason: Int] = [:]
  var outside = 0
  var gaps: [MediaTime] = []
  /// Indices that were written out of order or twice.
  var disorder = 0
  private var lastIndex: Int64 = -1
  let start: MediaTime

  init(rate: FrameRate = .fps30, start: MediaTime = .seconds(1000)) {
    spans = MovieSpans(rate: rate, start: start)
    self.start = start
  }

  mutating func frame(
    _ frame: VideoFrame, stream: UInt64 = 1, claim: FrameRate? = nil,
    latency: MediaTime = .milliseconds(20), lost: Int = 0
  ) {
    let (verdict, placements) = timeline.take(
      frame, stream: stream, arrival: frame.presentationTime + latency, claim: claim, lost: lost,
      in: &spans)
    write(placements)
    switch verdict {
    case .taken(let gap): if let gap { gaps.append(gap.length) }
    case .dropped(let reason): dropped[reason, default: 0] += 1
    case .outside: outside += 1
    }
  }

  mutating func hold(at now: MediaTime) {
    write(timeline.hold(at: now, drainLimit: .milliseconds(500), in: spans))
  }

  mutating func pause(at moment: MediaTime) { spans.close(at: timeline.pauseMoment(moment)) }

  mutating func resume(at moment: MediaTime) { spans.open(at: timeline.resumeMoment(moment)) }

  /// Stops, and lets the drain time pass.
  mutating func stop(at moment: MediaTime) {
    spans.close(at: moment)
    hold(at: moment + .seconds(1))
  }

  private mutating func write(_ placements: [MovieTimeline.Placement]) {
    for placement in placements {
      for index in placement.indices {
        if index <= lastIndex { disorder += 1 }
        lastIndex = index
        shown[index] = placement.frame
      }
    }
  }

  /// The indices in order.
  var indices: [Int64] { shown.keys.sorted() }

  /// The frames in the order of their indices.
  var frames: [VideoFrame] { indices.compactMap { shown[$0] } }

  /// How often a frame is seen that was seen just before.
  var repeats: Int {
    zip(frames, frames.dropFirst()).count {
      $0.presentationTime == $1.presentationTime && $0.source == $1.source
    }
  }

  /// The farthest, in steps, that a frame's capture time lies from its index.
  func worstDistance(from first: MediaTime) -> Double {
    shown.map { abs(spans.steps($1.presentationTime - first) - Double($0)) }.max() ?? 0
  }
}
