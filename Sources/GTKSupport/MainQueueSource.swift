internal import CGTK
internal import CGTKShims
// For its symbols: the two functions in CGTKShims live in libdispatch.
internal import Dispatch
internal import Glibc

/// Serves Swift's main actor under a GLib main loop.
///
/// On Linux the main actor's jobs lie in libdispatch's main queue, which only `dispatchMain` or
/// CoreFoundation's loop drain. Here the queue's descriptor is a source of GLib's default context:
/// when a job arrives, the loop wakes and runs it. No polling.
///
/// *Context*: installed once, before the loop runs, on the main thread; stays to the program's end.
@MainActor
enum MainQueueSource {
  private static var isInstalled = false

  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    let source = unsafe g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN)
    // Above drawing (G_PRIORITY_HIGH_IDLE + 20), beside input.
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    // A function of three arguments, cast to the general shape: GLib's own convention for this
    // kind of source (`GUnixFDSourceFunc`).
    let drain: GUnixFDSourceFunc = { descriptor, _, _ in
      // Emptied before the queue is drained: a job that arrives meanwhile makes it readable again.
      var count: UInt64 = 0
      _ = unsafe read(descriptor, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    unsafe g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
    _ = unsafe g_source_attach(source, nil)
    unsafe g_source_unref(source)
  }
}
