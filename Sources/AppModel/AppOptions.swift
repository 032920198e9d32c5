public import Viewfinder

/// The words after the app's name.
public struct AppOptions: Hashable, Sendable {
  /// The back ends to use; nil leaves the choice to the session.
  public var backend: String?
  /// Faults of the virtual cameras; nil for none.
  public var virtualScript: String?
  /// The camera to begin with.
  public var camera = CameraChoice.automatic
  /// The movie or network camera that `camera` is; nil where it is another.
  public private(set) var address: String?
  /// How flips look.
  public var style = FlipWish()
  /// The window's size in logical pixels.
  public var windowSize = PixelSize(width: 960, height: 600)
  /// Whether to print a line for each thing that a test waits for.
  public var reports = false
  /// Whether only the help is wanted.
  public var wantsHelp = false
  /// Whether only the version is wanted.
  public var wantsVersion = false

  /// No words at all.
  public init() {}

  /// The virtual cameras, without faults.
  public static var virtualCameras: AppOptions {
    var options = AppOptions()
    options.backend = "virtual"
    return options
  }

  /// Words that make no sense.
  public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line.
    public let description: String
  }

  /// Reads words.
  ///
  /// - Parameter words: those after the program's name; `--name value` and `--name=value` are one.
  /// - Throws: `UsageError` that names the word and what is allowed.
  public init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var loops = false
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      switch name {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--report": reports = true
      case "--loop": loops = true
      case "--backend", "--virtual", "--camera", "--transition", "--duration", "--curve", "--size":
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw UsageError(description: "\(name) wants a value")
        }
        try set(name, value)
      default: throw UsageError(description: "there is no option \(word)")
      }
    }
    if let backend, backend != "virtual", virtualScript != nil {
      throw UsageError(
        description: "--virtual makes virtual cameras fail, but --backend names \(backend)")
    }
    if loops { try loop() }
  }

  private mutating func loop() throws(UsageError) {
    guard let address else {
      throw UsageError(description: "--loop is for movies, and --camera names none")
    }
    self.address = CameraID.looping(address)
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--backend": backend = value
    case "--virtual": virtualScript = value
    case "--camera":
      let stream = CameraID(address: value)
      address = stream == nil ? nil : value
      camera =
        CameraPosition(rawValue: value).map { .position($0) } ?? .id(stream ?? CameraID(value))
    case "--duration": style.duration = try Self.duration(value)
    case "--size": windowSize = try Self.size(value)
    case "--curve":
      guard let curve = TimingCurve(word: value) else {
        let all = TimingCurve.words.joined(separator: ", ")
        throw UsageError(
          description:
            "there is no curve '\(value)': use one of \(all), or four numbers from 0 to 1")
      }
      style.curve = curve
    default:
      guard let found = Transition(word: value) else {
        let all = Transition.allCases.map(\.word).joined(separator: ", ")
        throw UsageError(description: "there is no transition '\(value)': use one of \(all)")
      }
      style.transition = found
    }
  }

  private static func duration(_ text: String) throws(UsageError) -> MediaTime {
    guard let time = MediaTime(word: text), time <= .seconds(60) else {
      throw UsageError(description: "'\(text)' is no time up to a minute: write 700ms or 1.5s")
    }
    return time
  }

  private static func size(_ text: String) throws(UsageError) -> PixelSize {
    let edges = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    if edges.count == 2, let width = edges[0], let height = edges[1] {
      let size = PixelSize(width: width, height: height)
      if size.isValid { return size }
    }
    throw UsageError(description: "'\(text)' is no size: write WIDTHxHEIGHT, like 960x600")
  }

  /// How the session is to be made.
  public var configuration: CameraSession.Configuration {
    var configuration = CameraSession.Configuration()
    if let backend { configuration.backends = .named([backend]) }
    if virtualScript != nil { configuration.backends = .named(["virtual"]) }
    configuration.virtualScript = virtualScript
    configuration.camera = camera
    configuration.addresses = [address].compactMap { $0 }
    return configuration
  }

  /// What the options mean.
  public static let help = """
    Usage: viewfinder-gtk [OPTION]...

    Shows a camera in a window. F or Ctrl+R, a tap, a double click or a swipe turns the view over to
    the other camera, R begins and ends a movie, P takes a photo, M turns the movie's sound off and
    on, F10 opens the menu, F11 covers the whole screen.

      --backend NAME      use only these cameras: \(BackendSelection.knownNames.joined(separator: ", "))
      --virtual SCRIPT    the virtual cameras, with faults: slow:3s, unplug@2s, nostart, ...
      --camera WHICH      begin with front, back, a camera's id (see: viewfinder devices), or
                          a movie or network camera: file:PATH, rtsp://..., http://...
      --loop              begin a movie again at its end
      --transition WORD   how a flip looks: \(Transition.allCases.map(\.word).joined(separator: ", "))
      --duration TIME     how long a flip takes: 700ms, 1.5s; 1s
      --curve CURVE       how it follows time: \(TimingCurve.words.joined(separator: ", ")), or
                          a cubic Bezier curve as in CSS: 0.42,0,0.58,1
      --size WxH          of the window
      --report            print first-frame, flip-done and other events, one a line
      --version           print the version and end
      --help              print this and end
    """
}
