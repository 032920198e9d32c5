internal import CGTK

/// One of several widgets at a time, with a cross-fade between them (`GtkStack`).
@MainActor
public final class Stack: Widget {
  /// Makes a stack; the first page is shown.
  public init(_ pages: [(name: String, widget: Widget)]) {
    unsafe super.init(sinking: gtk_stack_new())
    unsafe gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    for page in pages {
      _ = unsafe gtk_stack_add_named(opaque, page.widget.widget, page.name)
      keep(page.widget)
    }
  }

  /// Shows the page of that name; nothing happens when there is none.
  public func show(_ name: String) {
    guard unsafe gtk_stack_get_child_by_name(opaque, name) != nil else { return }
    unsafe gtk_stack_set_visible_child_name(opaque, name)
  }
}
