import Foundation

/// Finds programs.
public enum Programs {
  /// The full path of a program on the search path; nil when there is none.
  public static func path(of name: String) -> String? {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension Programs {
  /// Whether there is a file, folder or socket.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// Finds what this package built.
public enum BuiltProducts {
  /// The folder that holds the running test bundle, and the programs built beside it.
  public static var folder: String {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let url = URL(fileURLWithPath: program ?? CommandLine.arguments[0])
    return url.deletingLastPathComponent().path
  }

  /// The path of one of the package's programs.
  ///
  /// - Parameter product: the product's name, such as `viewfinder`.
  /// - Throws: when it was not built.
  public static func path(_ product: String) throws -> String {
    let path = folder + "/" + product
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw TestSupportError("\(path) is not there; build the package first: swift build")
    }
    return path
  }
}
