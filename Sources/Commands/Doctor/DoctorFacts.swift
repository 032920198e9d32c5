import CaptureCore
import CaptureV4L2

/// What was found on this machine, before anybody judges it.
struct DoctorFacts: Hashable, Sendable {
  /// A program that serves others.
  struct Service: Hashable, Sendable {
    var isInstalled: Bool
    var isRunning: Bool
  }

  /// A folder to write into.
  struct Folder: Hashable, Sendable {
    var path: String
    var isWritable: Bool
    /// nil when the system does not say.
    var freeBytes: Int64?
  }

  /// A video encoder that was tried.
  struct Encoder: Hashable, Sendable {
    var name: String
    /// What it makes, such as `h264`.
    var codec: String
    /// Why it does not work; nil when it does.
    var refusal: String?
  }

  /// What draws pictures.
  enum Graphics: Hashable, Sendable {
    /// The name that the driver gives itself.
    case renderer(String)
    /// Why there is none.
    case none(String, remedy: String)
  }

  /// The cameras that the library sees.
  var cameras = DeviceList()
  var microphones = MicrophoneList()
  /// The kernel's video nodes.
  var nodes: [NodeSurvey] = []
  /// Groups that the user is in by the books, though not in this login.
  var newGroups: Set<String> = []
  /// USB cameras, by name, that no driver has taken.
  var driverless: [String] = []
  var pipeWire = Service(isInstalled: false, isRunning: false)
  var sessionManager = Service(isInstalled: false, isRunning: false)
  /// Whether there is a session bus to ask the portal over.
  var hasSessionBus = false
  var portal = Service(isInstalled: false, isRunning: false)
  /// Whether cameras are asked for through the portal here: in a sandbox, or by the person's word.
  var needsPortal = false
  var graphics = Graphics.none("", remedy: "")
  /// A graphics card's device that this user may not use.
  var forbiddenGraphics: String?
  var encoders: [Encoder] = []
  /// Where movies go; nil when there is no home.
  var movies: Folder?
}
