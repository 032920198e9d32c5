internal import CGTK

/// A window of the application, whose content reaches to all its edges (`AdwApplicationWindow`).
///
/// Lives until a person closes it or `close` is called.
@MainActor
public final class Window: Widget {
  /// Makes a window that is not shown yet.
  ///
  /// - Parameters:
  ///   - application: keeps it.
  ///   - title: for the window list.
  ///   - width: in logical pixels.
  ///   - height: in logical pixels.
  ///   - content: fills it.
  public init(
    _ application: Application, title: String, width: Int, height: Int, content: Widget
  ) {
    unsafe super.init(sinking: adw_application_window_new(application.as()))
    unsafe gtk_window_set_title(`as`(), title)
    unsafe gtk_window_set_default_size(`as`(), Int32(width), Int32(height))
    unsafe adw_application_window_set_content(`as`(), content.widget)
    keep(content)
    application.keep(self)
    connect("destroy") { [weak self, weak application] _ in
      guard let self else { return }
      application?.release(self)
    }
  }

  /// Adds an action of the group `win`.
  public func add(_ action: Action) {
    unsafe g_action_map_add_action(opaque, action.opaque)
    keep(action)
  }

  /// Called when it is to close, by its button, a key or `close` (`GtkWindow::close-request`).
  ///
  /// - Parameter handler: says whether it may close now.
  public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
    // The signal asks the opposite: whether to stop it.
    connectReturning("close-request") { _ in !handler() }
  }

  /// Shows it, or brings it to the front (`gtk_window_present`).
  public func present() { unsafe gtk_window_present(`as`()) }

  /// Closes it, as its button would (`gtk_window_close`).
  public func close() { unsafe gtk_window_close(`as`()) }

  /// Covers the whole screen, or no longer (`gtk_window_fullscreen`).
  public func toggleFullscreen() {
    if unsafe gtk_window_is_fullscreen(`as`()) != 0 {
      unsafe gtk_window_unfullscreen(`as`())
    } else {
      unsafe gtk_window_fullscreen(`as`())
    }
  }

  /// Lets a widget have the keyboard.
  public func focus(_ widget: Widget) { unsafe gtk_window_set_focus(`as`(), widget.widget) }
}
