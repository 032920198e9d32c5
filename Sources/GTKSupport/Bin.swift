internal import CGTK

/// One widget filled by another (`AdwBin`): the base of widgets that are made of other widgets.
@MainActor
open class Bin: Widget {
  /// Makes a widget around another.
  public init(_ child: Widget) {
    unsafe super.init(sinking: adw_bin_new())
    unsafe adw_bin_set_child(`as`(), child.widget)
    keep(child)
  }
}
