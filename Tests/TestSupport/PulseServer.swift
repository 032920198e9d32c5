/// A real `pipewire-pulse` on a test's PipeWire: PulseAudio's protocol on a socket of its own.
///
/// *Context*: a test's task.
public actor PulseServer {
  private let server: PipeWireServer
  private var process: ChildProcess?

  /// Where it listens, as PulseAudio writes it.
  public nonisolated let address: String
  private let socket: String

  /// A server that runs and is ready.
  public static func started(on server: PipeWireServer) async throws -> PulseServer {
    try RealPart.pulse.require()
    let pulse = PulseServer(on: server)
    try await pulse.start()
    return pulse
  }

  private init(on server: PipeWireServer) {
    self.server = server
    socket = String(server.socket.dropLast("pipewire-0".count)) + "pulse/native"
    address = "unix:" + socket
  }

  /// Starts it, and waits until it answers.
  public func start() async throws {
    guard process == nil else { return }
    process = try ChildProcess("pipewire-pulse", environment: server.environment)
    let (server, address) = (server, address)
    try await poll("an answer of pipewire-pulse") {
      let answer = try await ChildProcess.run(
        "pactl", ["-s", address, "info"], environment: server.environment)
      return answer.status == 0 ? () : nil
    }
  }

  /// Kills it, as a crash would.
  public func kill() async {
    await process?.kill()
    process = nil
  }

  /// Ends it.
  public func stop() async {
    await process?.end()
    process = nil
  }
}

extension RealPart {
  /// PulseAudio's protocol by PipeWire.
  public static let pulse = RealPart(
    "pipewire-pulse", programs: pipeWire.programs + ["pipewire-pulse", "pactl"],
    packages: pipeWire.packages + ["pipewire-pulse", "pulseaudio-utils"])
}
