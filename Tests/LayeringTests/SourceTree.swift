import Foundation

/// The repository's own files, read as text.
enum SourceTree {
  struct File {
    let module: String
    let path: String
    let lines: [String]
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func moduleNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  static func swiftFiles(below folder: String = "Sources") throws -> [File] {
    let base = root.appending(path: folder)
    guard let paths = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return try paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
      return File(
        module: String(path.prefix { $0 != "/" }), path: "\(folder)/\(path)",
        lines: text.components(separatedBy: "\n"))
    }
  }

  /// The module that a line imports, if it is an import.
  static func importedModule(in line: String) -> String? {
    var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
    while let first = words.first, accessLevels.contains(first) { words.removeFirst() }
    guard words.first == "import", words.count >= 2 else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
    let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
    return String(name.prefix { $0 != "." && $0 != ";" })
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
