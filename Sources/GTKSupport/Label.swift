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

  /// Reads as prose: from the left, in lines of at most so many letters, and cut after the last of them
  /// (`gtk_label_set_lines`).
  public func setParagraph(lines: Int, columns: Int) {
    unsafe gtk_label_set_xalign(opaque, 0)
    unsafe gtk_label_set_justify(opaque, GTK_JUSTIFY_LEFT)
    unsafe gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    unsafe gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
    unsafe gtk_label_set_max_width_chars(opaque, Int32(columns))
    unsafe gtk_label_set_lines(opaque, Int32(lines))
    unsafe gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
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
