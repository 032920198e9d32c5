extension AsyncStream.Continuation {
  /// Does what has to follow the stream's end: its reader was cancelled, let go, or read it to its end.
  ///
  /// In the place of `onTermination` wherever that would take a lock. A reader that is cancelled calls
  /// `onTermination` while the runtime holds the reading task's own lock, which `yield` takes to wake that task:
  /// who yields under a lock and takes the same one in `onTermination` can wait for ever.
  ///
  /// - Parameter body: called once, some time later, on a thread that holds nothing.
  ///
  /// *Context*: any thread; does not wait.
  package func afterEnd(_ body: @escaping @Sendable () -> Void) {
    onTermination = { _ in Task.detached { body() } }
  }
}
