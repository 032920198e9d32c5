import CaptureCore
import CapturePipeWire
import CaptureV4L2
import MediaTypes
import PreviewCore
import PreviewGLES
import RecordCore
import RecordFFmpeg
import Viewfinder

/// Looks around on this machine; changes nothing.
enum Probe {
  static func facts(of source: CameraSource) async throws -> DoctorFacts {
    var facts = DoctorFacts()
    async let microphones = firstList(of: source.microphones())
    facts.cameras = try await DevicesCommand.firstList(of: source.catalog().lists())
    facts.microphones = try await microphones
    facts.nodes = NodeSurvey.all()
    facts.newGroups = UserGroups.withoutEffect
    facts.driverless = driverlessCameras()
    facts.pipeWire = .init(
      isInstalled: SystemFiles.hasProgram("pipewire"),
      isRunning: UnixSocket(connectingTo: pipeWireSocket) != nil)
    facts.sessionManager = .init(
      isInstalled: SystemFiles.hasProgram("wireplumber"),
      isRunning: facts.pipeWire.isRunning && SystemFiles.hasProcess(named: "wireplumber"))
    facts.hasSessionBus = SessionBus.isThere(address: sessionBusAddress)
    facts.portal = portal()
    facts.needsPortal = CameraPortal.automatic.isUsed
    facts.graphics = graphics()
    facts.forbiddenGraphics = SystemFiles.names(in: "/dev/dri").filter { $0.hasPrefix("renderD") }
      .map { "/dev/dri/\($0)" }.first { !SystemFiles.isUsable($0) }
    facts.encoders = MovieEncoders.survey().map {
      .init(
        name: $0.name, codec: $0.codec.rawValue, refusal: $0.isUsable ? nil : $0.reason)
    }
    facts.movies = movies()
    return facts
  }

  /// The first list, or an empty one when none comes in good time.
  private static func firstList(of catalog: MicrophoneCatalog) async throws -> MicrophoneList {
    let clock = SystemClock()
    return try await withThrowingTaskGroup(of: MicrophoneList?.self) { group in
      group.addTask {
        for await list in catalog.lists() { return list }
        return nil
      }
      group.addTask {
        try await clock.sleep(until: clock.now + .seconds(3))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next().flatMap { $0 } ?? MicrophoneList()
    }
  }

  /// Where PipeWire's clients look for it: see pipewire(1).
  private static var pipeWireSocket: String {
    let remote = SystemFiles.variable("PIPEWIRE_REMOTE") ?? "pipewire-0"
    if remote.hasPrefix("/") { return remote }
    let folder =
      SystemFiles.variable("PIPEWIRE_RUNTIME_DIR") ?? SystemFiles.variable("XDG_RUNTIME_DIR")
    return "\(folder ?? "")/\(remote)"
  }

  private static func portal() -> DoctorFacts.Service {
    let name = "org.freedesktop.portal.Desktop"
    let folders = SystemFiles.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return .init(
      isInstalled: folders.split(separator: ":").contains {
        SystemFiles.exists("\($0)/dbus-1/services/\(name).service")
      },
      isRunning: SessionBus.hasOwner(of: name, address: sessionBusAddress))
  }

  /// Empty where nothing says where it would be.
  private static var sessionBusAddress: String {
    SystemFiles.variable("DBUS_SESSION_BUS_ADDRESS")
      ?? SystemFiles.variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" } ?? ""
  }

  private static func graphics() -> DoctorFacts.Graphics {
    do throws(PreviewError) {
      return .renderer(try HeadlessGLES(size: PixelSize(width: 16, height: 16)).deviceName)
    } catch {
      return .none(error.message, remedy: error.remedy)
    }
  }

  private static func movies() -> DoctorFacts.Folder {
    let path = UserFolders.current().path(.videos)
    // The folder is made when it is needed, in the nearest one that is there.
    var place = path
    while !SystemFiles.exists(place), let slash = place.lastIndex(of: "/"), slash > place.startIndex
    {
      place = String(place[..<slash])
    }
    return .init(
      path: path, isWritable: SystemFiles.isWritable(place),
      freeBytes: SystemFiles.freeBytes(near: place))
  }

  /// USB devices with a video interface (class 0e) that has no driver, by their own names.
  private static func driverlessCameras() -> [String] {
    let devices = "/sys/bus/usb/devices"
    let interfaces = SystemFiles.names(in: devices).filter { name in
      name.contains(":") && SystemFiles.line(of: "\(devices)/\(name)/bInterfaceClass") == "0e"
        && !SystemFiles.exists("\(devices)/\(name)/driver")
    }
    let owners = Set(interfaces.map { String($0.prefix { $0 != ":" }) })
    return owners.sorted().map { SystemFiles.line(of: "\(devices)/\($0)/product") ?? "USB \($0)" }
  }
}
