internal import CGTK

/// A GLib main loop that serves Swift's main actor; for programs without windows.
///
/// Programs with windows run their `Application` instead.
///
/// *Context*: main actor, on the main thread.
@MainActor
@safe
public final class MainLoop {
  private let loop: OpaquePointer?

  /// Prepares a loop on GLib's default context.
  public init() {
    MainQueueSource.install()
    unsafe loop = g_main_loop_new(nil, 0)
  }

  isolated deinit { unsafe g_main_loop_unref(loop) }

  /// Runs until `quit`.
  public func run() { unsafe g_main_loop_run(loop) }

  /// Makes `run` return.
  public func quit() { unsafe g_main_loop_quit(loop) }
}
