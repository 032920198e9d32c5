internal import CGTK

/// The bar at a window's top, with its title and close button; drags the window (`AdwHeaderBar`).
@MainActor
public final class HeaderBar: Widget {
  /// Makes a bar with widgets at its ends; the first is the outermost.
  public init(start: [Widget] = [], end: [Widget] = []) {
    unsafe super.init(sinking: adw_header_bar_new())
    for widget in start {
      unsafe adw_header_bar_pack_start(opaque, widget.widget)
      keep(widget)
    }
    for widget in end {
      unsafe adw_header_bar_pack_end(opaque, widget.widget)
      keep(widget)
    }
  }

  /// Whether of the window's buttons only the one that closes it is shown
  /// (`adw_header_bar_set_decoration_layout`).
  public var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      unsafe adw_header_bar_set_decoration_layout(opaque, isNarrow ? ":close" : nil)
    }
  }

  /// Shows plain text in the middle, cut where there is no room for it (`AdwWindowTitle`).
  public var title: String = "" {
    didSet {
      guard title != oldValue else { return }
      unsafe adw_header_bar_set_title_widget(opaque, adw_window_title_new(title, nil))
    }
  }
}
