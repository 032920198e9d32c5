internal import CGTK
internal import Glibc

/// The program: its main loop, its windows and its keys (`AdwApplication`).
///
/// While it runs, Swift's main actor is served by its loop.
@MainActor
public final class Application: Object {
  private var terminate: (@MainActor () -> Void)?

  /// Makes the application, or nil when there is no display to show anything on.
  ///
  /// Nothing outside is needed but the display: it starts without a session bus, a settings portal
  /// or an accessibility bus, and every start is a program of its own.
  ///
  /// - Parameter id: a reverse domain name with at least one dot.
  public init?(id: String) {
    Self.prepareEnvironment()
    guard gtk_init_check() != 0 else { return nil }
    MainQueueSource.install()
    unsafe super.init(taking: adw_application_new(id, G_APPLICATION_NON_UNIQUE))
  }

  /// Called when the loop has begun: the time to make the window.
  public func onActivate(_ handler: @escaping @MainActor () -> Void) {
    connect("activate") { _ in handler() }
  }

  /// Runs the main loop until the last window is closed, `quit` is called, or the system asks the
  /// program to end.
  ///
  /// - Returns: the exit status.
  public func run() -> Int32 {
    let sources = [SIGINT, SIGTERM, SIGHUP].map { quitSource(on: $0) }
    defer { for source in sources { g_source_remove(source) } }
    return unsafe g_application_run(`as`(), 0, nil)
  }

  /// Called when the system asks the program to end, in place of `quit`.
  ///
  /// - Parameter handler: brings the end about, at once or when something is finished.
  public func onTerminate(_ handler: @escaping @MainActor () -> Void) { terminate = handler }

  /// Ends the main loop.
  public func quit() { unsafe g_application_quit(`as`()) }

  /// Lets keys ask for an action, written as GTK does: `<Control>r`.
  public func setKeys(_ keys: [String], for action: String) {
    var names = unsafe keys.map { unsafe UnsafePointer<CChar>?(strdup($0)) } + [nil]
    unsafe gtk_application_set_accels_for_action(`as`(), action, &names)
    unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
  }

  /// Dark, whatever the desktop prefers: as programs that show pictures are.
  public func forceDark() {
    unsafe adw_style_manager_set_color_scheme(
      adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
  }

  /// Adds rules to the style of all windows.
  public func addStyleSheet(_ css: String) {
    guard let display = unsafe gdk_display_get_default() else { return }
    let provider = unsafe gtk_css_provider_new()
    unsafe gtk_css_provider_load_from_data(provider, css, -1)
    unsafe gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    unsafe g_object_unref(provider)
  }

  private func quitSource(on signal: Int32) -> guint {
    // `run` holds this wrapper and takes the source away again before it returns.
    unsafe g_unix_signal_add(
      signal,
      { data in
        // GLib calls it on the thread of the main loop: `assumeIsolated` checks that.
        nonisolated(unsafe) let data = unsafe data
        MainActor.assumeIsolated {
          guard let data = unsafe data else { return }
          let application = unsafe Unmanaged<Application>.fromOpaque(data).takeUnretainedValue()
          if let terminate = application.terminate { terminate() } else { application.quit() }
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  // Without a session bus there is no accessibility bus either: not asking for one saves GTK's
  // warning.
  private static func prepareEnvironment() {
    let runtime = unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) }
    let hasBus =
      unsafe getenv("DBUS_SESSION_BUS_ADDRESS") != nil
      || runtime.map { unsafe access("\($0)/bus", F_OK) == 0 } ?? false
    if !hasBus { unsafe setenv("GTK_A11Y", "none", 0) }
  }
}
