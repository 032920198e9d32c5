import Dispatch
import MediaTypes

/// The host's clock, as `SystemClock` is on Apple's systems.
struct HostClock: MediaClock {
  var now: MediaTime {
    MediaTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer {
    HostTimer { handler(HostClock().now) }
  }
}

private final class HostTimer: MediaTimer {
  // libdispatch's sources may be used from any thread; their protocol is not marked so.
  @safe private nonisolated(unsafe) let source: any DispatchSourceTimer

  init(_ handler: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    source.setEventHandler(handler: handler)
    source.activate()
  }

  deinit { source.cancel() }

  func schedule(at deadline: MediaTime) {
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: max(1, deadline.nanoseconds))))
  }

  func cancel() { source.schedule(deadline: .distantFuture) }
}
