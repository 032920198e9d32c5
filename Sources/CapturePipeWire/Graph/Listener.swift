import CPipeWire
import CPipeWireShims

/// Owns a listener: the table of handlers and the hook that ties it to an object of PipeWire's.
///
/// *Context*: the loop's thread. It must go before the object that it listens to.
@safe final class Listener<Events> {
  // Unsafe: owned from the initialiser to the deinitialiser; C code keeps both addresses.
  private let events: UnsafeMutablePointer<Events>
  private let hook: UnsafeMutablePointer<spa_hook>

  /// Makes a listener.
  ///
  /// - Parameters:
  ///   - events: the handlers.
  ///   - add: adds the hook to the object (`…_add_listener`).
  init(
    _ events: Events,
    add: (UnsafeMutablePointer<spa_hook>, UnsafePointer<Events>) -> Void
  ) {
    unsafe self.events = .allocate(capacity: 1)
    unsafe self.events.initialize(to: events)
    unsafe hook = .allocate(capacity: 1)
    unsafe hook.initialize(to: spa_hook())
    unsafe add(hook, self.events)
  }

  deinit {
    unsafe spa_hook_remove(hook)
    unsafe hook.deallocate()
    unsafe events.deallocate()
  }
}
