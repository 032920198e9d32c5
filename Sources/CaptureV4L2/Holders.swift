import Glibc

/// A process that has a device open.
struct Holder: Hashable, Sendable {
  /// The process's name.
  let name: String
  /// Its number.
  let process: Int32
  /// Whether it is this one.
  let isSelf: Bool
}

/// Who has a device open, as far as this user may see.
enum Holders {
  /// Looks through the open files of all processes in `/proc`.
  static func of(_ path: String, _ calls: any SystemCalls) -> [Holder] {
    calls.names(in: "/proc").compactMap { Int32($0) }.sorted().filter { process in
      let folder = "/proc/\(process)/fd"
      return calls.names(in: folder).contains { calls.target(of: "\(folder)/\($0)") == path }
    }.map { process in
      Holder(
        name: calls.text(of: "/proc/\(process)/comm") ?? "a program", process: process,
        isSelf: process == getpid())
    }
  }
}
