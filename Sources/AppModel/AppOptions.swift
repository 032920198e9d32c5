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
  public var transition = Transition.flipFromLeft
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
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      switch name {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--report": reports = true
      case "--backend", "--virtual", "--camera", "--transition":
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
    default:
      guard let found = Transition(word: value) else {
        let all = Transition.allCases.map(\.word).joined(separator: ", ")
        throw UsageError(description: "there is no transition '\(value)': use one of \(all)")
      }
      transition = found
    }
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

    Shows a camera in a window. F or Ctrl+R turns the view over to the other camera, R begins
    and ends a movie, P takes a photo, M turns the movie's sound off and on, F10 opens the menu.

      --backend NAME      use only these cameras: \(BackendSelection.knownNames.joined(separator: ", "))
      --virtual SCRIPT    the virtual cameras, with faults: slow:3s, unplug@2s, nostart, ...
      --camera WHICH      begin with front, back, a camera's id (see: viewfinder devices), or
                          a movie or network camera: file:PATH, rtsp://..., http://...
      --transition WORD   how a flip looks: \(Transition.allCases.map(\.word).joined(separator: ", "))
      --report            print first-frame, flip-done and other events, one a line
      --version           print the version and end
      --help              print this and end
    """
}

extension Transition {
  /// The name as a command line has it: `flip-from-left`.
  public var word: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  /// The transition of that name, with or without its hyphens; nil when there is none.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word || $0.rawValue == word })
    else { return nil }
    self = found
  }
}
