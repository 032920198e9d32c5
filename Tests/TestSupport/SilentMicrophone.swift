/// A microphone of a test that has a clock of its own, as a device has: silence, offered to PipeWire by
/// PipeWire itself (`support.null-audio-sink`).
///
/// For a tone see `ToneMicrophone`, which runs by whatever drives the graph: in 0.3.65 that is a camera
/// where one streams, and then its sound is not of this world's speed.
///
/// *Context*: a test's task.
public actor SilentMicrophone {
  /// `node.name`.
  public nonisolated let name: String
  private let server: PipeWireServer
  private var process: ChildProcess?

  /// A microphone that is not plugged in yet.
  public init(_ name: String, on server: PipeWireServer) {
    self.name = name
    self.server = server
  }

  /// Plugs it in, and waits until PipeWire lists it.
  public func plug() async throws {
    guard process == nil else { return }
    let properties =
      "factory.name=support.null-audio-sink node.name=\(name) node.description=\(name) "
      + "media.class=Audio/Source/Virtual audio.position=[MONO]"
    // The node is there as long as the program that made it, which ends with its input.
    let script =
      "exec pw-cli -r \"$0\" < <(echo \"create-node adapter { $1 }\"; exec tail --pid=$$ -f /dev/null)"
    process = try ChildProcess(
      "bash", ["-c", script, server.socket, properties], environment: server.environment)
    try await server.waitUntilListed("node.name = \"\(name)\"")
  }

  /// Pulls it out, as a device that vanishes.
  public func unplug() async {
    await process?.kill()
    process = nil
  }
}
