/// Where the time comes from: the system's monotonic clock, or one that a test moves by hand.
///
/// Everything that waits or takes the time in this project is given one of these, so that a test
/// decides when a second has passed.
///
/// *Context*: any thread; `now` never blocks.
public protocol MediaClock: Sendable {
  /// The current monotonic time.
  var now: MediaTime { get }

  /// Makes a timer that is not armed yet.
  ///
  /// - Parameters:
  ///   - label: a name for debuggers.
  ///   - handler: called each time the timer fires, on a thread of the clock's own, never
  ///     on two threads at once.
  /// - Returns: a timer that is cancelled when its last reference goes.
  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer
}

/// A timer of a `MediaClock`: fires once for each time that it is armed.
///
/// *Context*: any thread, also from within its own handler; no call blocks.
public protocol MediaTimer: AnyObject, Sendable {
  /// Arms the timer for a moment and forgets any earlier one; a moment that has passed fires at once.
  func schedule(at deadline: MediaTime)

  /// Disarms the timer. A handler that has already begun runs to its end.
  func cancel()
}

extension MediaClock {
  /// Suspends the task until the clock reaches a moment.
  ///
  /// - Parameter deadline: the moment; one that has passed returns at once.
  /// - Throws: `CancellationError` when the task is cancelled before.
  ///
  /// *Context*: any task; suspends and does not block a thread.
  public func sleep(until deadline: MediaTime) async throws {
    try Task.checkCancellation()
    let waiter = TimerWaiter()
    let timer = makeTimer(label: "sleep") { _ in waiter.finish() }
    await withTaskCancellationHandler {
      await waiter.wait { timer.schedule(at: deadline) }
    } onCancel: {
      waiter.finish()
    }
    timer.cancel()
    try Task.checkCancellation()
  }
}
