import MediaTypes

/// Notices that the machine slept: the boot clock goes on meanwhile, the monotonic one stands still.
struct SleepWatch: Sendable {
  private var lead: MediaTime?

  /// Takes both clocks, read at about the same moment.
  ///
  /// - Returns: whether the machine has slept since the last time.
  mutating func hasSlept(boot: MediaTime, monotonic: MediaTime) -> Bool {
    let now = boot - monotonic
    defer { lead = now }
    return lead.map { now - $0 > Self.shortest } ?? false
  }

  /// More than passes between the two readings on a machine that is busy.
  private static let shortest = MediaTime.seconds(1)
}
