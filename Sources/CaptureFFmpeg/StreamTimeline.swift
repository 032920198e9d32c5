import MediaTypes

/// When each picture of a stream is due, on the monotonic clock.
///
/// A movie is played in real time: its first picture is due at once, each other as long after it as
/// the movie says, over every turn of a loop. Pictures of a live stream have come when they come; their
/// distances are the source's, as long as those agree with the clock. Times of sources are hostile:
/// what goes back, stands still or leaps is put right, so that times only rise and no wait is long.
struct StreamTimeline: Hashable, Sendable {
  /// Where the times come from.
  enum Pace: Hashable, Sendable { case movie, live }

  /// The longest from one picture to the next that a movie is believed.
  static let longestGap = MediaTime.seconds(5)
  /// How far a movie may be behind the clock before it is no longer caught up with.
  static let longestDelay = MediaTime.milliseconds(500)
  /// How far a live source's times may be from the clock.
  static let tolerance = MediaTime.milliseconds(500)
  /// The shortest from one picture to the next: 1000 a second.
  static let shortestGap = MediaTime.milliseconds(1)

  private struct Pair: Hashable, Sendable {
    let source: MediaTime
    let clock: MediaTime
  }

  private let pace: Pace
  /// From one picture to the next where the source does not say.
  private let usual: MediaTime
  /// The source's time and the clock's that belong together.
  private var anchor: Pair?
  private var last: Pair?

  init(_ pace: Pace, frameDuration: MediaTime) {
    self.pace = pace
    usual = max(frameDuration, Self.shortestGap)
  }

  /// When a picture is due; for a live source when it was taken.
  ///
  /// - Parameters:
  ///   - source: the source's own time; nil when it has none.
  ///   - now: the clock.
  mutating func due(_ source: MediaTime?, now: MediaTime) -> MediaTime {
    let due =
      switch pace {
      case .movie: movie(source, now: now)
      case .live: live(source, now: now)
      }
    last = Pair(source: source ?? (last?.source ?? .zero) + usual, clock: due)
    return due
  }

  /// A movie begins again: its next picture follows the last one.
  mutating func rewind() {
    anchor = nil
  }

  private mutating func movie(_ source: MediaTime?, now: MediaTime) -> MediaTime {
    guard let last else { return anchor(source, at: now) }
    guard let anchor, let source else {
      return self.anchor(source, at: caughtUp(last.clock + usual, now: now))
    }
    let due = anchor.clock + (source - anchor.source)
    let gap = due - last.clock
    if gap < Self.shortestGap || gap > Self.longestGap {
      return self.anchor(source, at: caughtUp(last.clock + usual, now: now))
    }
    return now - due > Self.longestDelay ? self.anchor(source, at: now) : due
  }

  private func caughtUp(_ due: MediaTime, now: MediaTime) -> MediaTime {
    now - due > Self.longestDelay ? now : due
  }

  private mutating func live(_ source: MediaTime?, now: MediaTime) -> MediaTime {
    let earliest = last.map { $0.clock + MediaTime(nanoseconds: 1) } ?? now
    guard let source, let anchor else { return max(anchor(source, at: now), earliest) }
    let taken = anchor.clock + (source - anchor.source)
    let isBelieved = taken <= now && now - taken < Self.tolerance && taken >= earliest
    return isBelieved ? taken : max(self.anchor(source, at: now), earliest)
  }

  private mutating func anchor(_ source: MediaTime?, at time: MediaTime) -> MediaTime {
    anchor = source.map { Pair(source: $0, clock: time) }
    return time
  }
}
