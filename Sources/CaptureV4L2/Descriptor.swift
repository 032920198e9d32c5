/// An open descriptor; closed with its last reference.
final class Descriptor: Sendable {
  let rawValue: Int32
  private let calls: any SystemCalls

  /// Opens a device node.
  init(opening path: String, calls: any SystemCalls) throws(SystemError) {
    self.calls = calls
    rawValue = try calls.open(path)
  }

  /// Makes an event that one thread waits for and another signals.
  init(eventFrom calls: any SystemCalls) throws(SystemError) {
    self.calls = calls
    rawValue = try calls.makeEvent()
  }

  /// Takes over what the kernel has opened.
  init(adopting descriptor: Int32, calls: any SystemCalls) {
    self.calls = calls
    rawValue = descriptor
  }

  deinit { calls.close(rawValue) }
}
