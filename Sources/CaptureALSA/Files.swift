import Glibc

/// Small files of the kernel's.
enum Files {
  /// The first line of a file; nil when it cannot be read.
  static func line(of path: String) -> String? {
    text(of: path)?.split(separator: "\n").first.map(String.init)
  }

  /// The beginning of a file, 4096 bytes at most; bytes that are no UTF-8 are replaced.
  static func text(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// A path without links; nil when there is no such file (`realpath`).
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
