import Foundation
import TestSupport

/// A camera of a test that says what GStreamer's cannot, right and wrong, and changes in use: see
/// `Tests/PipeWireCamera/main.c` for its words. Ended, by its process id, with the last reference.
actor MadeUpCamera {
  private let folder: TemporaryFolder
  private let process: ChildProcess
  private let commands: FileHandle
  private var lineCount = 0

  /// Plugs a camera in, and waits until PipeWire lists it.
  ///
  /// - Parameter words: such as `size=640x360`.
  init(_ name: String = "cam", _ words: [String] = [], on server: PipeWireServer) async throws {
    folder = try TemporaryFolder()
    let path = folder.file("commands")
    guard unsafe mkfifo(path, 0o600) == 0 else { throw TestSupportError("no fifo at \(path)") }
    process = try ChildProcess(
      BuiltProducts.path("PipeWireCamera"), ["name=\(name)", "commands=\(path)"] + words,
      environment: server.environment, capturesOutput: true)
    try await process.waitForOutput("ready\n")
    guard let commands = FileHandle(forWritingAtPath: path) else {
      throw TestSupportError("\(path) cannot be written")
    }
    self.commands = commands
  }

  /// Says words to it, and waits until it has understood them.
  func say(_ words: String) async throws {
    lineCount += 1
    let wanted = lineCount
    try commands.write(contentsOf: Data((words + "\n").utf8))
    let process = process
    try await poll("the camera to understand \(words)") {
      process.outputText.split(separator: "\n").count { $0 == "done" } >= wanted ? () : nil
    }
  }

  /// Waits for a line, also an earlier one.
  func wait(for line: String) async throws { try await process.waitForOutput(line) }

  /// What it has said so far.
  var lines: [Substring] { process.outputText.split(separator: "\n") }

  /// Pulls it out, as a device that vanishes.
  func unplug() async { await process.kill() }

  nonisolated func freeze() { process.send(SIGSTOP) }

  nonisolated func thaw() { process.send(SIGCONT) }
}
