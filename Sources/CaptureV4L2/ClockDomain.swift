import MediaTypes

/// The clock that a driver takes its timestamps from.
enum ClockDomain: Hashable, Sendable, CaseIterable {
  /// `CLOCK_MONOTONIC`, the project's own.
  case monotonic
  /// `CLOCK_BOOTTIME`: goes on while the machine sleeps.
  case boot
  /// `CLOCK_REALTIME`: the time of day.
  case real
}
