import Foundation
import TestSupport

/// Runs Scripts/check-apple.
enum SourceCheck {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Returns: the exit status, and what the compiler said.
  static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    try await ChildProcess.run(
      root.appending(path: "Scripts/check-apple").path, arguments, limit: .seconds(400))
  }
}
