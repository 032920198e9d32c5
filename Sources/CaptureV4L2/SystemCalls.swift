import MediaTypes

/// What the back end asks of the kernel.
///
/// A layer of its own so that a test can be the kernel, or make any call fail with any number at any
/// moment. Every call that can block restarts by itself when a signal interrupts it.
///
/// *Context*: any thread.
protocol SystemCalls: Sendable {
  /// Opens a device node for reading and writing, non-blocking. `open`
  func open(_ path: String) throws(SystemError) -> Int32

  /// Closes a descriptor; failing is no use here. `close`
  func close(_ descriptor: Int32)

  /// Sends a request with its argument, a structure of the size that the request's number says. `ioctl`
  func control(
    _ descriptor: Int32, _ request: Request, _ argument: UnsafeMutableRawPointer
  ) throws(SystemError)

  /// Maps a driver's buffer, shared, for reading and writing. `mmap`
  func map(
    _ descriptor: Int32, length: Int, offset: Int
  ) throws(SystemError) -> UnsafeMutableRawBufferPointer

  /// Ends a mapping. `munmap`
  func unmap(_ memory: UnsafeMutableRawBufferPointer)

  /// Makes a descriptor that another thread can make readable. `eventfd`
  func makeEvent() throws(SystemError) -> Int32

  /// Makes an event's descriptor readable, for good. `write`
  func signal(_ event: Int32)

  /// Waits until the device has something, the event was signalled, or the time has passed. `poll`
  ///
  /// - Parameters:
  ///   - interest: `.buffer` or `.event`; errors and the wake-up are always told.
  ///   - device: a device's descriptor; nil to wait for the event alone.
  ///   - event: an event's descriptor.
  ///   - limit: how long; nil for ever.
  func wait(
    for interest: Readiness, device: Int32?, event: Int32, limit: MediaTime?
  ) throws(SystemError) -> Readiness

  /// What a clock of the system shows. `clock_gettime`
  func time(of domain: ClockDomain) -> MediaTime

  /// The names in a folder; empty when it cannot be read. `readdir`
  func names(in folder: String) -> [String]

  /// A small text file without its last line break, nil when it cannot be read. `read`
  func text(of file: String) -> String?

  /// Where a symbolic link points, nil when it is none. `readlink`
  func target(of link: String) -> String?

  /// A number that tells a file from a later one of the same name, nil when it is not there. `stat`
  func generation(of file: String) -> UInt64?

  /// The name of the group that a file belongs to, nil when it has none. `getgrgid_r`
  func groupName(of file: String) -> String?
}

/// What `SystemCalls.wait` found; empty when the time passed.
struct Readiness: OptionSet, Sendable {
  let rawValue: Int

  /// A buffer can be dequeued (`POLLIN`).
  static let buffer = Readiness(rawValue: 1)
  /// A V4L2 event can be dequeued (`POLLPRI`).
  static let event = Readiness(rawValue: 2)
  /// The device reports an error or is gone (`POLLERR`, `POLLHUP`, `POLLNVAL`).
  static let error = Readiness(rawValue: 4)
  /// The wake-up event was signalled.
  static let wakeUp = Readiness(rawValue: 8)
}

extension SystemCalls {
  /// Sends a request whose argument is a C structure, in place.
  func control<Argument>(
    _ descriptor: Int32, _ request: Request, _ argument: inout Argument
  ) throws(SystemError) {
    // Unsafe: the pointer is used during the call only, and every structure is used with its request.
    try unsafe withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
      try unsafe control(descriptor, request, UnsafeMutableRawPointer(pointer))
    }
  }
}
