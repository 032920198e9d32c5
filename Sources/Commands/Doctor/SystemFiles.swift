import Glibc

/// Small questions to the file system.
///
/// Unsafe throughout: the system's calls read a path up to its end mark, which Swift adds.
enum SystemFiles {
  /// A variable of the environment; nil when it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK | X_OK) == 0 }

  /// Whether a device may be read and written.
  static func isUsable(_ path: String) -> Bool { unsafe access(path, R_OK | W_OK) == 0 }

  /// Whether a program is on the search path.
  static func hasProgram(_ name: String) -> Bool {
    let folders = variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The names in a folder, in order; empty when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    // Unsafe: the handle is owned by this function, and closed at its end.
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The first line of a text file; nil when it cannot be read.
  static func line(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    // Unsafe: read fills at most the array and says how much.
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != 10 && $0 != 0 }, as: UTF8.self)
  }

  /// Bytes that this user may still write near a path; nil when the system does not say.
  static func freeBytes(near path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, overflows) = Int64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return overflows ? .max : bytes
  }

  /// Whether a process of this user has a name, as `/proc` cuts it: 15 characters at most.
  static func hasProcess(named name: String) -> Bool {
    let user = getuid()
    return names(in: "/proc").contains { process in
      guard Int32(process) != nil, line(of: "/proc/\(process)/comm") == name else { return false }
      var status = stat()
      return unsafe stat("/proc/\(process)", &status) == 0 && status.st_uid == user
    }
  }
}
