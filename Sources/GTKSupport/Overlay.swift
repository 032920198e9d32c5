internal import CGTK

/// Widgets floating over one that fills the room (`GtkOverlay`).
@MainActor
public final class Overlay: Widget {
  /// Makes an overlay.
  ///
  /// - Parameters:
  ///   - child: fills all of it.
  ///   - floating: lie over it, placed by their alignment and margins, the last one on top.
  public init(_ child: Widget, floating: [Widget] = []) {
    unsafe super.init(sinking: gtk_overlay_new())
    unsafe gtk_overlay_set_child(opaque, child.widget)
    keep(child)
    for widget in floating { add(widget) }
  }

  /// Adds one widget on top.
  public func add(_ floating: Widget) {
    unsafe gtk_overlay_add_overlay(opaque, floating.widget)
    keep(floating)
  }

  /// Takes away one of the floating widgets.
  public func remove(_ floating: Widget) {
    unsafe gtk_overlay_remove_overlay(opaque, floating.widget)
    release(floating)
  }
}

/// A row or column of widgets (`GtkBox`).
@MainActor
public final class Box: Widget {
  /// Makes a row or column with a distance between its children, in logical pixels.
  public init(_ children: [Widget], isVertical: Bool, spacing: Int = 0) {
    let orientation = isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    unsafe super.init(sinking: gtk_box_new(orientation, Int32(spacing)))
    for child in children {
      unsafe gtk_box_append(`as`(), child.widget)
      keep(child)
    }
  }

  /// The distance between its children, in logical pixels (`gtk_box_set_spacing`).
  public var spacing: Int {
    get { unsafe Int(gtk_box_get_spacing(`as`())) }
    set { unsafe gtk_box_set_spacing(`as`(), Int32(newValue)) }
  }
}
