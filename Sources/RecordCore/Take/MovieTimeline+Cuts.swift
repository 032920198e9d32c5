import MediaTypes

/// Where pauses begin and end: between two frames, so that where the movie closes up none is seen twice.
extension MovieTimeline {
  /// A camera that has sent nothing for so many intervals is not expected to go on in its rhythm.
  private static let steadiness = 10.0
  /// How long before an expected frame a pause begins: near the middle, where no frame is.
  private static let pauseLead = 0.45
  /// How long before an expected frame a pause ends. The frame may be early by as much, and is seen by as
  /// much too early.
  private static let resumeLead = 0.25
  /// An expected frame that is so near to a wish is at it: times are rounded.
  private static let rounding = 0.02

  /// The beginning of a pause that was asked for at a moment: the frame before it is seen to its end.
  func pauseMoment(_ wish: MediaTime) -> MediaTime {
    guard let latest, let count = intervals(to: wish) else { return wish }
    let next = max(1, (count + Self.rounding).rounded(.down) + 1)
    return latest.time + latest.interval * (next - Self.pauseLead)
  }

  /// The end of a pause that was asked for at a moment: the first frame from then on is at once in its
  /// place.
  func resumeMoment(_ wish: MediaTime) -> MediaTime {
    guard let latest, let count = intervals(to: wish) else { return wish }
    let next = max(1, (count - Self.rounding).rounded(.up))
    return latest.time + latest.interval * (next - Self.resumeLead)
  }

  /// Frames that are expected from the latest to a moment; nil when no camera sends them steadily.
  private func intervals(to moment: MediaTime) -> Double? {
    guard let latest, latest.interval > .zero else { return nil }
    let count = (moment - latest.time).seconds / latest.interval.seconds
    return count < Self.steadiness ? count : nil
  }
}

extension MediaTime {
  fileprivate static func * (time: MediaTime, factor: Double) -> MediaTime {
    MediaTime(seconds: time.seconds * factor)
  }
}
