import Dispatch
import MediaTypes

@testable import CaptureV4L2

/// The system's monotonic clock, for tests against real drivers.
struct RealClock: MediaClock {
  var now: MediaTime { KernelCalls().time(of: .monotonic) }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer { NoTimer() }
}

/// The back end arms no timers.
private final class NoTimer: MediaTimer {
  func schedule(at deadline: MediaTime) {}
  func cancel() {}
}
