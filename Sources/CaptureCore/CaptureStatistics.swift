public import MediaTypes

/// What became of the frames and flips of a session, since it was made.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames that came from cameras and were good.
  public internal(set) var delivered = 0
  /// The same, for each camera.
  public internal(set) var deliveredByCamera: [CameraID: Int] = [:]
  /// Pictures that were lost, for each reason that occurred. `consumerTooSlow` counts once for each
  /// frame stream that lost the frame.
  public internal(set) var dropped: [FrameDropReason: Int] = [:]
  /// Frames whose time was wrong and was replaced by that of their arrival.
  public internal(set) var repairedTimes = 0
  /// All flips that ended.
  public internal(set) var flipCount = 0
  /// The latest flips that ended, oldest first, at most `keptFlips`.
  public internal(set) var flips: [FlipReport] = []
  private var shownEarly: Shown?

  /// How many flips are kept in full.
  public static let keptFlips = 64

  /// Nothing so far.
  public init() {}

  /// All lost pictures, whatever the reason.
  public var droppedCount: Int { dropped.values.reduce(0, +) }

  /// The report of a flip, if it has ended and is still kept.
  public func flip(_ id: FlipID) -> FlipReport? { flips.last { $0.id == id } }
}

extension CaptureStatistics {
  /// A flip whose new picture was seen before its report came.
  private struct Shown: Hashable, Sendable {
    let flip: FlipID
    let time: MediaTime
  }

  mutating func countDelivered(from camera: CameraID) {
    delivered += 1
    deliveredByCamera[camera, default: 0] += 1
  }

  mutating func countDropped(_ reason: FrameDropReason, _ count: Int = 1) {
    guard count > 0 else { return }
    // Counts come from back ends, and so from outside: they stay at the end instead of overflowing.
    let (sum, overflow) = dropped[reason, default: 0].addingReportingOverflow(count)
    dropped[reason] = overflow ? .max : sum
  }

  mutating func record(_ report: FlipReport) {
    var report = report
    if let shownEarly, shownEarly.flip == report.id { report.shownAt = shownEarly.time }
    flipCount += 1
    if flips.count == Self.keptFlips { flips.removeFirst() }
    flips.append(report)
  }

  mutating func recordShown(_ flip: FlipID, at time: MediaTime) {
    if let index = flips.lastIndex(where: { $0.id == flip }) {
      flips[index].shownAt = time
    } else {
      shownEarly = Shown(flip: flip, time: time)
    }
  }
}
