import CaptureCore
import MediaTypes
import PreviewCore

/// One change from a camera to another as it is seen: both sides and how far it is.
///
/// A flip may follow another around the same axis before that has ended. Then both go on, each by its
/// own time, and the angles add up: the card never jumps in angle or in speed, whenever that happens.
struct PreviewTurn: Sendable {
  var old: PreviewSide
  var new: PreviewSide
  let style: FlipStyle
  private var timeline: TransitionTimeline
  /// The turns before this one that have not ended, the earliest first.
  private var earlier: [Link] = []
  /// Whether it turns on in the direction of the one before.
  private var goesOn = true

  /// A turn in a row of turns.
  private struct Link: Sendable {
    let timeline: TransitionTimeline
    let goesOn: Bool
  }

  init(from old: PreviewSide, to new: PreviewSide, style: FlipStyle, start: MediaTime) {
    self.old = old
    self.new = new
    self.style = style
    timeline = TransitionTimeline(start: start, duration: style.duration, curve: style.curve)
    if new.frame != nil { arrive(at: start) }
  }

  /// The turn to another camera that begins while this one still moves.
  ///
  /// - Returns: nil where that is not possible: before this one's new picture is to be seen, or where
  ///   the two do not turn around one axis. Then it has to wait.
  func followed(by side: PreviewSide, style: FlipStyle, at time: MediaTime) -> PreviewTurn? {
    guard let mine = self.style.transition.turn, let next = style.transition.turn,
      mine.axis == next.axis, side.camera.id != new.camera.id, hasArrived, progress(at: time) > 0.5
    else { return nil }
    var turn = PreviewTurn(from: new, to: side, style: style, start: time)
    turn.goesOn = mine.direction == next.direction
    turn.earlier = Array(
      (earlier + [Link(timeline: timeline, goesOn: goesOn)])
        .drop { $0.timeline.isFinished(at: time) })
    return turn
  }

  /// Where all turns together have brought the card: what is left of those before, and this one on top.
  ///
  /// What is left of a turn in the other direction is in this one's way: as long as it is there, this
  /// one is held back, so that its edge is not passed too soon.
  private func angle(at time: MediaTime) -> Double {
    var angle = 1.0
    for link in earlier + [Link(timeline: timeline, goesOn: goesOn)] {
      let left = link.goesOn ? angle - 1 : 1 - angle
      angle = left + (1 - 2 * max(0, left)) * link.timeline.progress(at: time)
    }
    return angle
  }

  var isCancelled: Bool { timeline.cancelled != nil }
  /// Whether the new camera has a picture that will be shown.
  var hasArrived: Bool { timeline.firstFrame != nil && !isCancelled }

  /// The new camera's first frame is there.
  mutating func arrive(at time: MediaTime) {
    guard timeline.firstFrame == nil, !isCancelled else { return }
    if style.transition.waitsForNewPicture {
      // Nothing was to be seen of it so far. It begins now and ends when a turn would.
      let elapsed = time - timeline.start
      let half = MediaTime(nanoseconds: style.duration.nanoseconds / 2)
      timeline = TransitionTimeline(
        start: time, duration: max(style.duration - elapsed, half), curve: style.curve)
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
    let transition = style.transition
    if transition == .none { return hasArrived ? 1 : 0 }
    if transition.waitsForNewPicture && !hasArrived { return 0 }
    return transition.turn == nil ? timeline.progress(at: time) : angle(at: time)
  }

  func isFinished(at time: MediaTime) -> Bool {
    if style.transition == .none { return hasArrived || isCancelled }
    if style.transition.waitsForNewPicture && isCancelled { return true }
    return timeline.isFinished(at: time) && earlier.allSatisfy { $0.timeline.isFinished(at: time) }
  }

  /// Whether anything of the old picture is seen.
  func showsOld(at time: MediaTime) -> Bool {
    progress(at: time) < (style.transition.turn == nil ? 1 : 0.5)
  }

  /// Whether anything of the new picture is seen.
  func showsNew(at time: MediaTime) -> Bool {
    hasArrived && progress(at: time) > (style.transition.turn == nil ? 0 : 0.5)
  }
}
