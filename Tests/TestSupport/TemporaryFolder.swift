import Foundation

/// A folder of a test's own, removed with its last reference.
public final class TemporaryFolder: Sendable {
  /// Where it is; short, since a socket's path has to fit in 107 bytes.
  public let path: String

  /// Makes an empty folder that nobody else can read.
  public init() throws {
    path = "/tmp/vf-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// What is in it, in the order of the alphabet.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The size of a file in it; 0 while there is none.
  public func byteCount(of name: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file(name)))?[.size] as? Int ?? 0
  }

  /// Writes a text file, making the folders on the way.
  public func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
