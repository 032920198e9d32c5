import Foundation
import TestSupport
import Testing

/// The built program, run as a user runs it.
struct Viewfinder {
  /// Where it runs; gone with the last reference.
  let folder: TemporaryFolder
  private let environment: [String: String]

  /// - Parameter environment: added to that of the test.
  init(environment: [String: String] = [:]) throws {
    self.environment = environment
    folder = try TemporaryFolder()
  }

  /// What a run has left behind.
  struct Ending: Sendable {
    let status: Int32
    /// Whatever it wrote; pictures are no text, and take seconds to be read as one.
    let written: Data
    let errors: String

    /// What it wrote, as a text.
    var output: String { String(decoding: written, as: UTF8.self) }
  }

  /// Runs it to its end.
  func run(_ arguments: String..., limit: Duration = .seconds(120)) async throws -> Ending {
    try await run(arguments, limit: limit)
  }

  func run(_ arguments: [String], limit: Duration = .seconds(120)) async throws -> Ending {
    let child = try start(arguments)
    return ending(status: try await child.exitStatus(limit: limit))
  }

  /// Starts it; its output goes to files.
  func start(_ arguments: [String]) throws -> ChildProcess {
    try shell(#"exec "$0" "$@" >out 2>err"#, arguments)
  }

  /// Runs a line of Bash in which `$0` is the program; ends with the status of the line.
  func run(shell line: String, limit: Duration = .seconds(120)) async throws -> Ending {
    let child = try shell("{ \(line)\n} >out 2>err", [])
    return ending(status: try await child.exitStatus(limit: limit))
  }

  /// What is in a file of the folder.
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
  }

  func text(_ name: String) -> String {
    String(decoding: (try? bytes(name)) ?? [], as: UTF8.self)
  }

  func ending(status: Int32) -> Ending {
    Ending(status: status, written: (try? data("out")) ?? Data(), errors: text("err"))
  }

  private func shell(_ line: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      "bash",
      ["-c", "cd '\(folder.path)'; \(line)", try BuiltProducts.path("viewfinder")] + arguments,
      environment: environment)
  }
}
