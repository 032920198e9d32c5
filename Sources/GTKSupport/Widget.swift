internal import CGTK

/// Something to be seen in a window.
///
/// *Context*: main actor.
@MainActor
open class Widget: Object {
  /// Where a widget stands in the room that it is given.
  public enum Alignment: Sendable {
    /// Takes all of it.
    case fill
    /// At the left or the top (in left-to-right writing).
    case start
    /// At the right or the bottom.
    case end
    /// In the middle.
    case center
  }

  var widget: UnsafeMutablePointer<GtkWidget> { unsafe `as`() }

  /// Whether it can be used; greyed when not (`gtk_widget_set_sensitive`).
  public var isSensitive: Bool {
    get { unsafe gtk_widget_get_sensitive(widget) != 0 }
    set { unsafe gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// Whether it is shown (`gtk_widget_set_visible`).
  public var isVisible: Bool {
    get { unsafe gtk_widget_get_visible(widget) != 0 }
    set { unsafe gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Plain text shown when the pointer rests on it, also while it is insensitive
  /// (`gtk_widget_set_tooltip_text`).
  public var tooltip: String? {
    get { unsafe gtk_widget_get_tooltip_text(widget).map { unsafe String(cString: $0) } }
    set { unsafe gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// A name for the style sheet's `#name` (`gtk_widget_set_name`).
  public var name: String {
    get { unsafe gtk_widget_get_name(widget).map { unsafe String(cString: $0) } ?? "" }
    set { unsafe gtk_widget_set_name(widget, newValue) }
  }

  /// Device pixels for one logical pixel (`gtk_widget_get_scale_factor`).
  public var scaleFactor: Int { unsafe Int(gtk_widget_get_scale_factor(widget)) }

  /// Whether the desktop wants movement for its own sake to be seen (`adw_get_enable_animations`, GTK's
  /// `gtk-enable-animations`).
  public var showsAnimations: Bool { unsafe adw_get_enable_animations(widget) != 0 }

  /// Width and height in logical pixels; 0 before it has been laid out.
  public var size: (width: Int, height: Int) {
    unsafe (Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
  }

  /// Adds a style class (`gtk_widget_add_css_class`).
  public func addStyle(_ name: String) { unsafe gtk_widget_add_css_class(widget, name) }

  /// Removes a style class.
  public func removeStyle(_ name: String) { unsafe gtk_widget_remove_css_class(widget, name) }

  /// Adds a style class or removes it.
  public func setStyle(_ name: String, isOn: Bool) {
    if isOn { addStyle(name) } else { removeStyle(name) }
  }

  /// Places it in the room that its parent gives it.
  public func align(_ horizontal: Alignment, _ vertical: Alignment) {
    unsafe gtk_widget_set_halign(widget, horizontal.value)
    unsafe gtk_widget_set_valign(widget, vertical.value)
  }

  /// Keeps a distance from the parent's edges, in logical pixels.
  public func setMargins(top: Int = 0, bottom: Int = 0, sides: Int = 0) {
    unsafe gtk_widget_set_margin_top(widget, Int32(top))
    unsafe gtk_widget_set_margin_bottom(widget, Int32(bottom))
    unsafe gtk_widget_set_margin_start(widget, Int32(sides))
    unsafe gtk_widget_set_margin_end(widget, Int32(sides))
  }

  /// Asks for at least this size, in logical pixels; -1 is its natural size.
  public func setMinimumSize(width: Int = -1, height: Int = -1) {
    unsafe gtk_widget_set_size_request(widget, Int32(width), Int32(height))
  }

  /// Takes the room that is left over, in both directions.
  public func expand() {
    unsafe gtk_widget_set_hexpand(widget, 1)
    unsafe gtk_widget_set_vexpand(widget, 1)
  }
}

extension Widget.Alignment {
  fileprivate var value: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    }
  }
}
