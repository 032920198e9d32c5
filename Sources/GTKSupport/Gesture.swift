internal import CGTK

extension Widget {
  /// Called at the end of each tap or click that stayed where it was (`GtkGestureClick`).
  ///
  /// - Parameter handler: gets how many there were in a row, and whether it was a finger.
  public func onTap(_ handler: @escaping @MainActor (_ count: Int, _ isTouch: Bool) -> Void) {
    let gesture = unsafe EventController(gtk_gesture_click_new())
    gesture.connect("released") { [unowned gesture] arguments in
      handler(arguments.integer(at: 0), gesture.isTouch)
    }
    add(gesture)
  }

  /// Called at the end of each movement of a finger or pointer that is held down (`GtkGestureDrag`).
  ///
  /// - Parameter handler: gets the mean velocity in logical pixels a second, to the right and down: from
  ///   its first and last moment, since a busy program is not told of all between.
  public func onSwipe(_ handler: @escaping @MainActor (_ velocity: (x: Double, y: Double)) -> Void)
  {
    let gesture = unsafe EventController(gtk_gesture_drag_new())
    gesture.connect("drag-begin") { [unowned gesture] _ in gesture.began = gesture.time }
    gesture.connect("drag-end") { [unowned gesture] arguments in
      let seconds = Double(max(1, gesture.time &- gesture.began)) / 1000
      handler((arguments.number(at: 0) / seconds, arguments.number(at: 1) / seconds))
    }
    add(gesture)
  }

  private func add(_ controller: EventController) {
    // The widget takes over a reference, and the wrapper keeps its own.
    unsafe g_object_ref(controller.raw)
    unsafe gtk_widget_add_controller(widget, controller.opaque)
    keep(controller)
  }
}

/// Watches a widget's events (`GtkEventController`).
@MainActor
private final class EventController: Object {
  init(_ controller: OpaquePointer?) {
    unsafe super.init(taking: controller.map { unsafe UnsafeMutableRawPointer($0) })
  }

  /// When what it watches began, in milliseconds.
  var began: UInt32 = 0

  /// When the event at hand happened, in milliseconds (`gtk_event_controller_get_current_event_time`).
  var time: UInt32 { unsafe gtk_event_controller_get_current_event_time(opaque) }

  /// Whether the event at hand comes from a finger (`gdk_device_get_source`).
  var isTouch: Bool {
    guard let device = unsafe gtk_event_controller_get_current_event_device(opaque) else {
      return false
    }
    return unsafe gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
  }
}
