import Glibc

/// A microphone of a test: a tone of two minutes, offered to PipeWire as a source of sound.
///
/// It can be pulled out and put back. Ended, by its process id, with the last reference.
///
/// *Context*: a test's task.
public actor ToneMicrophone {
  /// `node.name`.
  public nonisolated let name: String
  private let pitch: Int
  private let volume: Double
  private let server: PipeWireServer
  private let folder: TemporaryFolder
  private var process: ChildProcess?

  /// A microphone that is not plugged in yet.
  ///
  /// - Parameters:
  ///   - pitch: of its tone, in hertz.
  ///   - volume: the tone's amplitude; 1 is full scale.
  public init(
    _ name: String, pitch: Int = 440, volume: Double = 0.5, on server: PipeWireServer
  ) throws {
    self.name = name
    self.pitch = pitch
    self.volume = volume
    self.server = server
    folder = try TemporaryFolder()
  }

  /// Plugs it in, and waits until PipeWire lists it.
  public func plug() async throws {
    guard process == nil else { return }
    let file = folder.file("tone.wav")
    if !Programs.exists(file) { try await write(file) }
    process = try ChildProcess(
      "pw-cat",
      [
        "--playback", "--target=0", "-P",
        "{ media.class=Audio/Source node.name=\(name) node.description=\(name) }", file,
      ], environment: server.environment)
    try await server.waitUntilListed("node.name = \"\(name)\"")
  }

  private func write(_ file: String) async throws {
    let made = try await ChildProcess.run(
      "gst-launch-1.0",
      [
        "-q", "audiotestsrc", "freq=\(pitch)", "volume=\(volume)", "num-buffers=12000",
        "samplesperbuffer=480", "!", "audio/x-raw,format=S16LE,rate=48000,channels=1", "!",
        "wavenc", "!", "filesink", "location=\(file)",
      ])
    if made.status != 0 { throw TestSupportError("no tone: \(made.output)") }
  }

  /// Pulls it out, as a device that vanishes.
  public func unplug() async {
    await process?.kill()
    process = nil
  }

  /// Stops the sound without any word, as hardware that hangs.
  public func freeze() { process?.send(SIGSTOP) }

  /// Lets the sound go on.
  public func thaw() { process?.send(SIGCONT) }
}

extension PipeWireServer {
  /// Adds a loudspeaker that nobody hears (`support.null-audio-sink`).
  public nonisolated func addNullSink(_ name: String) async throws {
    let properties =
      "{ factory.name=support.null-audio-sink node.name=\(name) node.description=\(name) "
      + "media.class=Audio/Sink object.linger=true audio.position=[FL FR] }"
    let words = ["-r", socket, "create-node", "adapter", properties]
    _ = try await ChildProcess.run("pw-cli", words, environment: environment)
    try await waitUntilListed("node.name = \"\(name)\"")
  }

  /// Plays a tone on a loudspeaker until the process is let go of.
  public nonisolated func playTone(
    pitch: Int, volume: Double = 0.5, on sink: String
  ) throws -> ChildProcess {
    try ChildProcess(
      "gst-launch-1.0",
      [
        "-q", "audiotestsrc", "is-live=true", "freq=\(pitch)", "volume=\(volume)", "!",
        "audio/x-raw,format=F32LE,rate=48000,channels=2", "!", "pipewiresink",
        "target-object=\(sink)",
      ], environment: environment)
  }
}
