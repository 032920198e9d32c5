import Foundation

/// A program that a test runs: ended by its id with the last reference, and also when the test's
/// own process dies.
public final class ChildProcess: Sendable {
  private let lifeline: FileHandle
  private let record = ChildRecord()

  /// Its process id.
  public let processIdentifier: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a name on the search path, or a path.
  ///   - arguments: without the program's name.
  ///   - environment: added to that of the test; an empty value removes the variable.
  ///   - capturesOutput: whether `outputText` gets its standard output and error; else they are
  ///     discarded, unless the environment variable `VIEWFINDER_TEST_OUTPUT` lets them through.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    capturesOutput: Bool = false
  ) throws {
    guard let path = Programs.path(of: program) else {
      throw TestSupportError("\(program) is not on the path")
    }
    let process = try SpawnedProcess(
      "/bin/sh", ["-c", Self.lifelineScript, "sh", path] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
        .filter { !$0.value.isEmpty },
      capturesOutput: capturesOutput)
    processIdentifier = process.identifier
    lifeline = process.input
    if let output = process.output { record.follow(output) }
    process.onEnd { [record] in record.end(status: $0) }
  }

  // The program keeps the shell's process id. A line on the lifeline ends the watcher, the end of
  // the lifeline (this process is gone) ends the program.
  private static let lifelineScript = """
    exec 3<&0
    { read -r _ <&3 || kill -9 $$; } >/dev/null 2>&1 &
    exec "$@" 3<&- </dev/null
    """

  deinit {
    send(SIGKILL)
    try? lifeline.write(contentsOf: Data("done\n".utf8))
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool { record.status == nil }

  /// What it has written so far, standard output and error together.
  public var outputText: String { record.text }

  /// Sends a signal.
  public func send(_ signal: Int32) {
    if isRunning { Glibc.kill(processIdentifier, signal) }
  }

  /// Asks it to end, and waits until it has; after 5 seconds it is killed.
  public func end() async {
    send(SIGTERM)
    if (try? await exitStatus(limit: .seconds(5))) == nil { await kill() }
  }

  /// Kills it and waits until it is gone.
  public func kill() async {
    send(SIGKILL)
    _ = try? await exitStatus()
  }

  /// Waits for its end, and for that of its output.
  ///
  /// - Returns: its exit status, or 128 and the signal that ended it.
  @discardableResult
  public func exitStatus(limit: Duration = .seconds(30)) async throws -> Int32 {
    try await within(limit, "the end of process \(processIdentifier)") { [record] in
      try await record.wait { $0.isComplete ? $0.status : nil }
    }
  }

  /// Waits until its output holds a text.
  public func waitForOutput(_ text: String, limit: Duration = .seconds(30)) async throws {
    let found = try await within(limit, "\"\(text)\" in the output") { [record] in
      try await record.wait { $0.text.contains(text) ? true : $0.isComplete ? false : nil }
    }
    if !found { throw TestSupportError("no \"\(text)\" in the output: \(outputText)") }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: its exit status and what it wrote, standard output and error together.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    limit: Duration = .seconds(60)
  ) async throws -> (status: Int32, output: String) {
    let child = try ChildProcess(
      program, arguments, environment: environment, capturesOutput: true)
    let status = try await child.exitStatus(limit: limit)
    return (status, child.outputText)
  }
}
