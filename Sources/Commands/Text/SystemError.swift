import Glibc

/// What the system says about a call that failed.
enum SystemError {
  /// The words for an error number, as `strerror_r(3)` gives them.
  static func text(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // Unsafe: the buffer outlives the call, and its size is given.
    let result = unsafe strerror_r(number, &buffer, buffer.count)
    guard result == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
