internal import CGTK

extension Widget {
  /// Calls a closure before each frame that the display shows, as long as it returns true
  /// (`gtk_widget_add_tick_callback`).
  ///
  /// Keeps the frame clock running: only for the time of an animation.
  public func onEachFrame(_ handler: @escaping @MainActor () -> Bool) {
    let box = unsafe Unmanaged.passRetained(TickBox(handler)).toOpaque()
    unsafe gtk_widget_add_tick_callback(
      widget,
      { _, _, box in
        guard let box = unsafe box else { return 0 }
        nonisolated(unsafe) let held = unsafe Unmanaged<TickBox>.fromOpaque(box)
          .takeUnretainedValue()
        // The frame clock ticks on the main thread.
        return MainActor.assumeIsolated { unsafe held.handler() } ? 1 : 0
      }, box,
      { box in
        guard let box = unsafe box else { return }
        unsafe Unmanaged<TickBox>.fromOpaque(box).release()
      })
  }
}

private final class TickBox {
  let handler: @MainActor () -> Bool

  init(_ handler: @escaping @MainActor () -> Bool) { self.handler = handler }
}
