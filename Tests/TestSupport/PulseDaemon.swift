/// A real PulseAudio daemon in a folder of its own: with a microphone `mic`, whose tone has 660 Hz, and a
/// loudspeaker `speaker` that nobody hears, on which a tone of 440 Hz is played. Both are half of full
/// scale.
///
/// Ended, by its process id, with the last reference. `pipewire-pulse` (`PulseServer`) speaks the same
/// protocol.
///
/// *Context*: a test's task.
public actor PulseDaemon {
  private let folder: TemporaryFolder
  private var process: ChildProcess?

  /// Where it listens, as PulseAudio writes it.
  public nonisolated let address: String

  /// A daemon that runs and is ready.
  public static func started() async throws -> PulseDaemon {
    try RealPart.pulseDaemon.require()
    let daemon = try PulseDaemon()
    try await daemon.start()
    return daemon
  }

  private init() throws {
    folder = try TemporaryFolder()
    address = "unix:" + folder.file("native")
    try folder.write(
      """
      load-module module-native-protocol-unix auth-anonymous=1 socket=\(folder.file("native"))
      load-module module-null-sink sink_name=speaker rate=48000 channels=2
      load-module module-sine sink=speaker frequency=440
      load-module module-sine-source source_name=mic rate=48000 frequency=660
      set-default-source mic
      """, to: "script.pa")
  }

  /// Starts it, and waits until it answers.
  public func start() async throws {
    guard process == nil else { return }
    let environment = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
      "PULSE_RUNTIME_PATH": "", "PULSE_SERVER": "", "DBUS_SESSION_BUS_ADDRESS": "",
    ]
    process = try ChildProcess(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes",
        "--realtime=no", "--high-priority=no", "-F", folder.file("script.pa"),
      ], environment: environment)
    let address = address
    try await poll("an answer of pulseaudio") {
      let answer = try await ChildProcess.run(
        "pactl", ["-s", address, "list", "short", "sources"], environment: environment)
      return answer.output.contains("mic") ? () : nil
    }
  }

  /// Kills it, as a crash would.
  public func kill() async {
    await process?.kill()
    process = nil
  }
}

extension RealPart {
  /// PulseAudio itself.
  public static let pulseDaemon = RealPart(
    "PulseAudio", programs: ["pulseaudio", "pactl"], packages: ["pulseaudio", "pulseaudio-utils"])
}
