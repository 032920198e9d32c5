extension RealPart {
  /// An X server without a screen, and a program that clicks and types on it.
  public static let xServer = RealPart(
    "An X server without a screen", programs: ["Xvfb", "xdotool"], packages: ["xvfb", "xdotool"])
}

/// Xvfb on a free display: a screen in memory that a test looks at, clicks on and types to.
///
/// It is ended, by its process id, with the last reference. There is no window manager: a window
/// lies at the upper left corner in its default size.
public final class XServer: Sendable {
  private let server: ChildProcess
  private let folder: TemporaryFolder
  /// Its display, such as `:7`.
  public let display: String

  /// What a program needs in its environment to show its windows here and nowhere else.
  public var environment: [String: String] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11",
      // Neither settings nor services of the machine's desktop.
      "GSETTINGS_BACKEND": "memory", "DBUS_SESSION_BUS_ADDRESS": "", "GTK_A11Y": "none",
      "XDG_CURRENT_DESKTOP": "", "GTK_THEME": "", "GDK_SCALE": "",
      // The software driver, whatever the machine has.
      "LIBGL_ALWAYS_SOFTWARE": "1",
    ]
  }

  private init(server: ChildProcess, folder: TemporaryFolder, display: String) {
    self.server = server
    self.folder = folder
    self.display = display
  }

  /// A server that is ready.
  ///
  /// - Parameters:
  ///   - width: of its screen in pixels.
  ///   - height: of its screen in pixels.
  public static func started(width: Int = 1280, height: Int = 800) async throws -> XServer {
    try RealPart.xServer.require()
    let folder = try TemporaryFolder()
    let server = try ChildProcess(
      "Xvfb",
      [
        "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
        "-noreset", "-fbdir", folder.path,
      ], capturesOutput: true)
    let display = try await poll("the display of Xvfb") {
      // The number comes on a line of its own, among whatever else Xvfb has to say.
      server.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .first { !$0.isEmpty && $0.allSatisfy { $0.isNumber } }.map { String($0) }
    }
    return XServer(server: server, folder: folder, display: ":\(display)")
  }

  /// What the screen shows now: a read of Xvfb's own memory, so it costs a millisecond or two.
  public func screenshot() throws -> Screenshot {
    try Screenshot(xwdFile: folder.file("Xvfb_screen0"))
  }

  /// Waits for a window and gives it the keyboard.
  ///
  /// - Parameter title: a part of its title.
  public func focusWindow(_ title: String) async throws {
    try await xdotool(["search", "--sync", "--onlyvisible", "--name", title, "windowfocus"])
  }

  /// The width and height of a window in pixels.
  ///
  /// - Parameter title: a part of its title.
  public func windowSize(_ title: String) async throws -> (width: Int, height: Int) {
    let text = try await xdotool([
      "search", "--sync", "--onlyvisible", "--name", title, "getwindowgeometry", "--shell",
    ])
    func value(_ name: String) -> Int {
      text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
        .flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("WIDTH"), value("HEIGHT"))
  }

  /// Gives a window another size, as a person who drags its corner.
  ///
  /// - Parameter title: a part of its title.
  public func resizeWindow(_ title: String, width: Int, height: Int) async throws {
    try await xdotool([
      "search", "--sync", "--onlyvisible", "--name", title, "windowsize", "\(width)", "\(height)",
    ])
  }

  /// Presses, moves for an eighth of a second and lets go: a movement without a duration has no speed.
  public func drag(from start: (x: Int, y: Int), by way: (x: Int, y: Int)) async throws {
    var words = ["mousemove", "\(start.x)", "\(start.y)", "mousedown", "1"]
    for step in 1...6 {
      words += [
        "sleep", "0.02", "mousemove", "\(start.x + way.x * step / 6)",
        "\(start.y + way.y * step / 6)",
      ]
    }
    try await xdotool(words + ["mouseup", "1"])
  }

  /// Clicks twice at a point.
  public func doubleClick(x: Int, y: Int) async throws {
    try await xdotool([
      "mousemove", "\(x)", "\(y)", "click", "--repeat", "2", "--delay", "60", "1",
    ])
  }

  /// Clicks at a point, in pixels from the upper left corner.
  public func click(x: Int, y: Int) async throws {
    try await xdotool(["mousemove", "\(x)", "\(y)", "click", "1"])
  }

  /// Types a key into the window that has the keyboard: `f`, `ctrl+r`.
  public func key(_ name: String) async throws { try await keys([name]) }

  /// Types keys one after the other, a few milliseconds apart.
  public func keys(_ names: [String]) async throws {
    try await xdotool(["key", "--delay", "5"] + names)
  }

  @discardableResult
  private func xdotool(_ arguments: [String]) async throws -> String {
    let result = try await ChildProcess.run("xdotool", arguments, environment: environment)
    guard result.status == 0 else {
      throw TestSupportError("xdotool \(arguments) ended with \(result.status): \(result.output)")
    }
    return result.output
  }
}
