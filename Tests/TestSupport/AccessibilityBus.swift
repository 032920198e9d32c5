extension RealPart {
  /// What a screen reader sees programs through.
  public static let accessibility = RealPart(
    "The accessibility bus", programs: ["dbus-daemon", AccessibilityBus.python],
    packages: ["dbus", "at-spi2-core", "gir1.2-atspi-2.0", "python3-gi"])
}

/// An accessibility bus of its own: a test sees a program through it as a screen reader does.
///
/// Everything is ended, by its process id, with the last reference.
public final class AccessibilityBus: Sendable {
  /// Something that a screen reader can speak of.
  public struct Node: Hashable, Sendable {
    /// What it is: `push button`, `image`.
    public let role: String
    /// What it is called.
    public let name: String
    /// Whether it can be used now.
    public let isEnabled: Bool
  }

  private let folder: TemporaryFolder
  private let bus: ChildProcess

  /// The system's own, which has the introspection of AT-SPI.
  static let python = "/usr/bin/python3"

  /// What a program needs in its environment to be seen here; the last word beside a display's.
  public var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + folder.file("bus"),
      "GTK_A11Y": "atspi",
    ]
  }

  private init(_ folder: TemporaryFolder, _ bus: ChildProcess) {
    (self.folder, self.bus) = (folder, bus)
  }

  /// A bus that is ready.
  ///
  /// - Parameter screen: where the programs show their windows.
  public static func started(on screen: XServer) async throws -> AccessibilityBus {
    try RealPart.accessibility.require()
    let folder = try TemporaryFolder()
    let environment = screen.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    let bus = try ChildProcess(
      "dbus-daemon",
      ["--session", "--nofork", "--nopidfile", "--address=unix:path=" + folder.file("bus")],
      environment: environment)
    try await poll("the session bus") { Programs.exists(folder.file("bus")) ? () : nil }
    try folder.write(reader, to: "reader.py")
    return AccessibilityBus(folder, bus)
  }

  /// Everything of a program's windows that can be seen.
  ///
  /// - Parameter program: its name.
  public func nodes(of program: String) async throws -> [Node] {
    try await read([program]).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4, cells[0] == "node" else { return nil }
      return Node(role: cells[1], name: cells[2], isEnabled: cells[3] == "enabled")
    }
  }

  /// Uses a button, as a screen reader does for a person.
  public func press(_ name: String, of program: String) async throws {
    _ = try await read([program, name])
  }

  private func read(_ words: [String]) async throws -> String {
    let result = try await ChildProcess.run(
      Self.python, [folder.file("reader.py")] + words, environment: environment)
    guard result.status == 0 else {
      throw TestSupportError(
        "the accessibility reader ended with \(result.status): \(result.output)")
    }
    return result.output
  }

  // Roles and names come from the program one by one, so what is not seen is not asked for.
  private static let reader = """
    import sys, time, warnings
    warnings.simplefilter("ignore")
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi

    def children(node):
        return [node.get_child_at_index(i) for i in range(node.get_child_count())]

    def program(name, limit):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            for app in children(Atspi.get_desktop(0)):
                if app and app.get_name() == name and app.get_child_count() > 0: return app
            time.sleep(0.2)
        sys.exit("there is no program " + name)

    holders = {"panel", "filler", "frame", "scroll pane", "grouping"}

    def walk(node, visit):
        if node is None: return
        states = node.get_state_set()
        role = node.get_role_name()
        if role not in holders: visit(node, role, states)
        for child in children(node): walk(child, visit)

    def show(node, role, states):
        enabled = states.contains(Atspi.StateType.SENSITIVE)
        print("node", role, node.get_name(), "enabled" if enabled else "disabled", sep="\\t")

    def press(node, role, states):
        if node.get_name() == sys.argv[2] and "button" in role:
            sys.exit(0 if node.do_action(0) else "it cannot be pressed")

    app = program(sys.argv[1], 30)
    walk(app, show if len(sys.argv) == 2 else press)
    if len(sys.argv) > 2: sys.exit("there is no button " + sys.argv[2])
    """
}
