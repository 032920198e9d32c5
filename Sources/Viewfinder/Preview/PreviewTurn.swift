import CaptureCore
import MediaTypes
import PreviewCore

/// One change from a camera to another as it is seen: both sides and how far it is.
struct PreviewTurn: Sendable {
  var old: PreviewSide
  var new: PreviewSide
  let style: FlipStyle
  private var timeline: TransitionTimeline

  init(from old: PreviewSide, to new: PreviewSide, style: FlipStyle, start: MediaTime) {
    self.old = old
    self.new = new
    self.style = style
    timeline = TransitionTimeline(start: start, duration: style.duration)
    if new.frame != nil { arrive(at: start) }
  }

  var isCancelled: Bool { timeline.cancelled != nil }
  /// Whether the new camera has a picture that will be shown.
  var hasArrived: Bool { timeline.firstFrame != nil && !isCancelled }

  /// The new camera's first frame is there.
  mutating func arrive(at time: MediaTime) {
    guard timeline.firstFrame == nil, !isCancelled else { return }
    if style.transition == .crossDissolve {
      // Nothing was to be seen of the fade so far. It begins now and ends when a turn would.
      let elapsed = time - timeline.start
      let half = MediaTime(nanoseconds: style.duration.nanoseconds / 2)
      timeline = TransitionTimeline(start: time, duration: max(style.duration - elapsed, half))
    }
    timeline.firstFrame = time
  }

  /// Another camera comes instead of the new one, before that had a picture.
  ///
  /// - Parameter drawn: the last moment that was drawn.
  /// - Returns: false, and changes nothing, when the turn is past changing: the new picture is there,
  ///   or the turn was already seen going back.
  mutating func retarget(to side: PreviewSide, at time: MediaTime, drawn: MediaTime) -> Bool {
    let isGoingBack = timeline.cancelled.map { $0 < drawn } ?? false
    guard timeline.firstFrame == nil, !isGoingBack else { return false }
    timeline.cancelled = nil
    new = side
    if side.frame != nil { arrive(at: time) }
    return true
  }

  /// The new camera does not come.
  mutating func cancel(at time: MediaTime) {
    guard timeline.firstFrame == nil, !isCancelled else { return }
    timeline.cancelled = time
  }

  func progress(at time: MediaTime) -> Double {
    switch style.transition {
    case .none: hasArrived ? 1 : 0
    case .crossDissolve: hasArrived ? timeline.progress(at: time) : 0
    case .flipFromLeft, .flipFromRight: timeline.progress(at: time)
    }
  }

  func isFinished(at time: MediaTime) -> Bool {
    switch style.transition {
    case .none: hasArrived || isCancelled
    case .crossDissolve: isCancelled || timeline.isFinished(at: time)
    case .flipFromLeft, .flipFromRight: timeline.isFinished(at: time)
    }
  }

  /// Whether anything of the old picture is seen.
  func showsOld(at time: MediaTime) -> Bool {
    let progress = progress(at: time)
    return style.transition == .crossDissolve ? progress < 1 : progress < 0.5
  }

  /// Whether anything of the new picture is seen.
  func showsNew(at time: MediaTime) -> Bool {
    guard hasArrived else { return false }
    let progress = progress(at: time)
    return style.transition == .crossDissolve ? progress > 0 : progress > 0.5
  }
}
