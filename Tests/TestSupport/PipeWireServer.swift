/// A real PipeWire with WirePlumber in a runtime folder of its own, on a session bus of its own:
/// it sees no camera of the machine, and the machine's programs see none of its cameras.
///
/// Everything is ended, by its process id, with the last reference.
///
/// *Context*: a test's task.
public actor PipeWireServer {
  private let folder: TemporaryFolder
  private var bus: ChildProcess?
  private var daemon: ChildProcess?
  private var sessionManager: ChildProcess?

  /// The path of the daemon's socket: a back end's `remote`.
  public nonisolated var socket: String { folder.file("pipewire-0") }

  /// What a program needs in its environment to see this PipeWire and no other.
  public nonisolated var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path,
      "XDG_CONFIG_HOME": folder.file("config"),
      "XDG_STATE_HOME": folder.file("state"),
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + folder.file("bus"),
      "PIPEWIRE_REMOTE": "", "PIPEWIRE_RUNTIME_DIR": "", "PIPEWIRE_LATENCY": "",
    ]
  }

  /// Prepares a server that does not run yet: for what happens without a daemon.
  ///
  /// - Parameter showsCameras: whether it shows the machine's own cameras after all.
  public init(showsCameras: Bool = false) throws {
    try RealPart.pipeWire.require()
    folder = try TemporaryFolder()
    for (name, text) in Self.configuration(showsCameras: showsCameras) {
      try folder.write(text, to: "config/" + name)
    }
    try folder.write(Self.busConfiguration(path: folder.file("bus")), to: "config/bus.conf")
  }

  /// A server that runs and is ready.
  public static func started(showsCameras: Bool = false) async throws -> PipeWireServer {
    let server = try PipeWireServer(showsCameras: showsCameras)
    try await server.start()
    return server
  }

  /// Starts whatever of it does not run, and waits until it is ready.
  public func start() async throws {
    if bus == nil {
      bus = try ChildProcess(
        "dbus-daemon",
        ["--nofork", "--nopidfile", "--config-file=" + folder.file("config/bus.conf")],
        environment: environment)
      try await waitForFile("bus")
    }
    if daemon == nil {
      daemon = try ChildProcess("pipewire", environment: environment)
      try await waitUntilListed("core.name = \"pipewire-0\"")
    }
    if sessionManager == nil {
      sessionManager = try ChildProcess("wireplumber", environment: environment)
      try await waitUntilListed("metadata.name = \"default\"")
    }
  }

  /// Kills the daemon as a crash would; its clients, the session manager among them, lose it.
  public func killDaemon() async {
    await daemon?.kill()
    daemon = nil
    await killSessionManager()
  }

  /// Kills the session manager alone: nothing links a stream to a camera any more.
  public func killSessionManager() async {
    await sessionManager?.kill()
    sessionManager = nil
  }

  /// Ends all of it, in order.
  public func stop() async {
    await killDaemon()
    await bus?.end()
    bus = nil
  }

  /// What `pw-cli` lists of a kind: `Node`, `Link`, `Client`; everything when nil.
  public nonisolated func listing(_ kind: String? = nil) async throws -> String {
    let words = ["-r", socket, "ls"] + (kind.map { [$0] } ?? [])
    return try await ChildProcess.run("pw-cli", words, environment: environment).output
  }

  /// Waits until the server lists a text, such as `node.name = "front"`.
  public nonisolated func waitUntilListed(_ text: String) async throws {
    try await poll("\(text) in PipeWire's list") { [self] in
      try await listing().contains(text) ? () : nil
    }
  }

  /// Waits until the server lists a text no more.
  public nonisolated func waitUntilGone(_ text: String) async throws {
    try await poll("no \(text) in PipeWire's list") { [self] in
      try await listing().contains(text) ? nil : ()
    }
  }

  private func waitForFile(_ name: String) async throws {
    let path = folder.file(name)
    try await poll(path) { Programs.exists(path) ? () : nil }
  }

  // A session bus on which nothing starts by being asked for: no program of the machine's, such as its
  // portal, comes into a test by itself.
  private static func busConfiguration(path: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(path)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  // Leaves out the monitors, which would bring the machine's real cameras and sound cards into a
  // test, and Bluetooth, which ends WirePlumber 0.4 where there is no logind. The first two files
  // are read by WirePlumber 0.4, the third by 0.5.
  private static func configuration(showsCameras: Bool) -> [String: String] {
    [
      "wireplumber/main.lua.d/90-enable-all.lua": """
      load_module("metadata")
      device_defaults.enable()
      default_access.enable()
      \(showsCameras ? "v4l2_monitor.enable()" : "")
      load_script("intended-roles.lua")
      load_script("suspend-node.lua")
      """,
      "wireplumber/bluetooth.lua.d/90-enable-all.lua": "",
      "wireplumber/wireplumber.conf.d/90-no-hardware.conf": """
      wireplumber.profiles = {
        main = {
          hardware.audio = disabled
          hardware.bluetooth = disabled
          hardware.video-capture = \(showsCameras ? "required" : "disabled")
        }
      }
      """,
    ]
  }
}
