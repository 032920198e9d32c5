import CaptureVirtual
import MediaTypes
import TestSupport

/// A program with one window, on a screen of its own that the window fills.
///
/// Both are ended, by their process ids, with the last reference.
final class RunningApp: Sendable {
  let screen: XServer
  let process: ChildProcess
  private let title: String
  private let shownSize: Locked<PixelSize>

  /// Of the window, in pixels.
  var size: PixelSize { shownSize.withLock { $0 } }

  /// Without a compositor GTK draws a frame of its own around a window, in pixels.
  static let frame = 5

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: one of the package's.
  ///   - title: of its window, which gets the keyboard.
  ///   - screen: where it is shown; nil for a screen of its own.
  ///   - size: the window's default size in pixels, so that the screen shows nothing else.
  init(
    _ program: String, _ words: [String], title: String = "Viewfinder", on screen: XServer? = nil,
    size: PixelSize = PixelSize(width: 960, height: 600), environment: [String: String] = [:]
  ) async throws {
    self.title = title
    shownSize = Locked(size)
    let server: XServer
    if let screen {
      server = screen
    } else {
      server = try await XServer.started(width: size.width, height: size.height)
    }
    self.screen = server
    process = try ChildProcess(
      try BuiltProducts.path(program), words,
      environment: server.environment.merging(environment) { $1 }, capturesOutput: true)
    try await server.focusWindow(title)
  }

  /// The app with reports switched on.
  static func reporting(
    _ words: [String], environment: [String: String] = [:]
  ) async throws -> RunningApp {
    try await RunningApp("viewfinder-gtk", ["--report"] + words, environment: environment)
  }

  /// Makes the window larger or smaller, up to the size of its screen.
  func resize(to size: PixelSize) async throws {
    try await screen.resizeWindow(title, width: size.width, height: size.height)
    try await poll("a window of \(size)") { [self] in
      let shown = try await screen.windowSize(title)
      return shown == (size.width, size.height) ? () : nil
    }
    shownSize.withLock { $0 = size }
  }

  /// Waits for a line of the app's report.
  func waitForReport(_ line: String) async throws {
    try await process.waitForOutput(line + "\n", limit: .seconds(60))
  }

  /// What the window shows now, without its frame.
  func picture() throws -> Screenshot {
    try screen.screenshot().cropped(
      x: Self.frame, y: Self.frame, width: size.width - 2 * Self.frame,
      height: size.height - 2 * Self.frame)
  }

  /// Looks at the window until it fulfils a condition.
  @discardableResult
  func waitForPicture(
    _ what: String, _ condition: @escaping @Sendable (Screenshot) -> Bool
  ) async throws -> Screenshot {
    try await poll("the window to show \(what)") { [self] in
      let shot = try picture()
      return condition(shot) ? shot : nil
    }
  }

  /// Waits until a virtual camera is shown plainly.
  @discardableResult
  func waitForCamera(_ camera: VirtualCamera) async throws -> Screenshot {
    try await waitForPicture(camera.name) { $0.code?.code.isFrom(camera.id) == true }
  }

  /// Looks at the window again and again until the app reports a line; at least once.
  func pictures(until line: String) async throws -> [Screenshot] {
    let shots = Locked<[Screenshot]>([])
    return try await poll("the report \(line)", limit: .seconds(60)) { [self] in
      let shot = try picture()
      shots.withLock { $0.append(shot) }
      let isThere = process.outputText.contains(line)
      return isThere ? shots.withLock { $0 } : nil
    }
  }
}

extension Screenshot {
  /// The code of a virtual camera's 16:9 picture that fills this image; nil while none can be read.
  var code: FrameCode.Reading? {
    let scale = max(Double(width) / 16, Double(height) / 9)
    let area = FrameCode.Area(
      x: (Double(width) - 16 * scale) / 2, y: (Double(height) - 9 * scale) / 2,
      width: 16 * scale, height: 9 * scale)
    return FrameCode.read(
      rgb: bytes, size: PixelSize(width: width, height: height), bytesPerPixel: 4, in: area)
  }

  /// Whether there is hardly anything to be seen.
  var isBlack: Bool {
    // A column through the middle and a row below the header, which every picture that is turned,
    // however far, still crosses.
    let row = cropped(x: 0, y: height / 2, width: width, height: 8)
    return row.share(of: Color(0, 0, 0), tolerance: 24) > 0.97
  }
}

extension [Screenshot] {
  /// Whether pictures of a turn are black at most where a card is seen from its edge.
  var isBlackForAMomentOnly: Bool { 4 * count { $0.isBlack } <= count }
}
