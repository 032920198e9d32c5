public import MediaTypes

/// What became of a flip, with its moments on the monotonic clock.
public struct FlipReport: Hashable, Sendable, Identifiable {
  /// How a flip ends; each one does.
  public enum Outcome: Hashable, Sendable {
    /// The new camera's first frame is there.
    case done
    /// The new camera did not come, for this reason, and the old one is shown again.
    case rolledBack(CaptureError)
    /// A later wish for another camera took its place.
    case superseded
    /// The new camera did not come and the old one could not be had back, or the session was
    /// stopped; the error says which.
    case failed(CaptureError)
  }

  /// Which flip.
  public let id: FlipID
  /// The camera shown when the flip was asked for; nil when there was none. The same as `to` when
  /// the wish was for what is shown already, and there is nothing to turn.
  public let from: CameraID?
  /// The camera that was wished for.
  public let to: CameraID
  /// How it ended.
  public let outcome: Outcome
  /// When it was asked for.
  public let askedAt: MediaTime
  /// When the old camera's last shown frame was taken, where the new one replaced it.
  public let lastOldFrame: MediaTime?
  /// When the new camera's first frame was taken; nil when none came.
  public let firstNewFrame: MediaTime?
  /// When that frame was first drawn; nil until the preview says so.
  public var shownAt: MediaTime?

  /// Makes a report.
  public init(
    id: FlipID, from: CameraID?, to: CameraID, outcome: Outcome, askedAt: MediaTime,
    lastOldFrame: MediaTime? = nil, firstNewFrame: MediaTime? = nil, shownAt: MediaTime? = nil
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.outcome = outcome
    self.askedAt = askedAt
    self.lastOldFrame = lastOldFrame
    self.firstNewFrame = firstNewFrame
    self.shownAt = shownAt
  }
}
