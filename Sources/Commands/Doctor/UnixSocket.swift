import Glibc

/// A connection to a local service, closed with its last reference.
final class UnixSocket {
  private let descriptor: Int32

  /// How long a service may take to answer, in milliseconds.
  private static let patience: Int32 = 1000
  /// The most bytes that an answer may have.
  private static let limit = 65_536

  /// Connects; nil when nobody listens there.
  init?(connectingTo path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte stays for the end mark.
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return nil
    }
    // Unsafe: the bytes fit, as was just checked.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    // Unsafe: the address of a local variable in its general form, during the call.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe connect(
        descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), size)
    }
    if result != 0 {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Sends all bytes; false when the other side has gone.
  func send(_ bytes: [UInt8]) -> Bool {
    (try? ByteSink(descriptor: descriptor).write(bytes)) != nil
  }

  /// What comes until there is enough of it, nothing more comes, or the patience ends.
  func receive(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isEnough(all), all.count < Self.limit {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, Self.patience) == 1 else { break }
      // Unsafe: read fills at most the buffer and says how much.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      all += buffer.prefix(count)
    }
    return all
  }
}
