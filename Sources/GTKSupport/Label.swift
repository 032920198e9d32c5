internal import CGTK

/// Plain text (`GtkLabel`).
@MainActor
public final class Label: Widget {
  /// Makes a label that wraps its lines.
  public init(_ text: String = "") {
    unsafe super.init(sinking: gtk_label_new(text))
    unsafe gtk_label_set_wrap(opaque, 1)
    unsafe gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
  }

  /// The text; never read as markup.
  public var text: String {
    get { unsafe gtk_label_get_text(opaque).map { unsafe String(cString: $0) } ?? "" }
    set { unsafe gtk_label_set_text(opaque, newValue) }
  }
}

/// A wheel that turns while something is awaited (`GtkSpinner`).
@MainActor
public final class Spinner: Widget {
  /// Makes a turning wheel.
  public init() {
    unsafe super.init(sinking: gtk_spinner_new())
    unsafe gtk_spinner_start(opaque)
  }
}
