import Foundation

/// Runs Scripts/check-apple.
enum SourceCheck {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Returns: the exit status, and what the compiler said.
  static func run(
    _ arguments: [String], script: String = "check-apple"
  ) async throws -> (status: Int32, output: String) {
    let log = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let output = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = root.appending(path: "Scripts/\(script)")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return (status, try String(contentsOf: log, encoding: .utf8))
  }
}
