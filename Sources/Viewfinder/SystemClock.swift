import Dispatch
public import MediaTypes

/// The system's monotonic clock, `CLOCK_MONOTONIC` on Linux.
///
/// *Context*: any thread. Each timer's handler runs on a serial queue of its own.
public struct SystemClock: MediaClock {
  /// Makes a clock; all of them show the same time.
  public init() {}

  /// The current monotonic time (`clock_gettime`, by way of libdispatch, whose timers share it).
  public var now: MediaTime {
    MediaTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Makes a timer that is not armed yet.
  public func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer {
    SystemTimer(label: label) { handler(SystemClock().now) }
  }
}

/// A libdispatch timer that fires once for each time it is armed.
final class SystemTimer: MediaTimer {
  // Unsafe to the compiler only: libdispatch's sources may be used from any thread, their protocol is not
  // marked so.
  @safe private nonisolated(unsafe) let source: any DispatchSourceTimer

  init(label: String, handler: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "viewfinder.timer." + label, qos: .userInteractive)
    source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    source.setEventHandler(handler: handler)
    source.activate()
  }

  deinit { source.cancel() }

  func schedule(at deadline: MediaTime) {
    // 0 would mean "now" to libdispatch all the same; negative times do not exist there.
    let nanoseconds = UInt64(clamping: max(deadline.nanoseconds, 1))
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: nanoseconds), repeating: .never,
      leeway: .nanoseconds(0))
  }

  func cancel() { source.schedule(deadline: .distantFuture, repeating: .never) }
}
