import CaptureCore
import CaptureV4L2
import MediaTypes
import SeededRandom
import Testing

@testable import Commands

@Suite("What the doctor makes of a machine")
struct DoctorTests {
  /// A machine on which all is well.
  private static let healthy: DoctorFacts = {
    var facts = DoctorFacts()
    facts.cameras = DeviceList(devices: [camera("v4l2")])
    facts.nodes = [webcam]
    facts.pipeWire = .init(isInstalled: true, isRunning: true)
    facts.sessionManager = .init(isInstalled: true, isRunning: true)
    facts.hasSessionBus = true
    facts.portal = .init(isInstalled: true, isRunning: false)
    facts.graphics = .renderer("Mesa Intel(R) UHD Graphics 620")
    facts.encoders = [.init(name: "libx264", codec: "h264", refusal: nil)]
    facts.microphones = MicrophoneList(microphones: [
      MicrophoneDevice(id: MicrophoneID("m"), name: "Desk", backend: "alsa")
    ])
    facts.movies = .init(path: "/home/me/Videos", isWritable: true, freeBytes: 20_000_000_000)
    return facts
  }()

  private static let webcam = NodeSurvey(
    path: "/dev/video0", name: "HD Webcam", group: "video",
    usb: .init(bus: "1", megabits: 480, place: "/sys/devices/usb1/1-1"))

  private static func camera(_ backend: String) -> CameraDevice {
    CameraDevice(
      id: CameraID("a"), name: "HD Webcam", backend: backend, position: .unknown, formats: [],
      concurrency: .unknown, kernelNode: "/dev/video0")
  }

  private func finding(_ subject: String, _ change: (inout DoctorFacts) -> Void) -> Finding? {
    var facts = Self.healthy
    change(&facts)
    return Diagnosis.findings(facts).first { $0.subject == subject }
  }

  @Test("On a healthy machine everything is ok, and there is nothing to type")
  func healthy() {
    let findings = Diagnosis.findings(Self.healthy)
    #expect(findings.allSatisfy { $0.state == .ok && $0.command == nil }, "\(findings)")
    #expect(Diagnosis.hasUsableCamera(Self.healthy))
  }

  @Test("A forbidden device names its group; after joining it, the login is what is missing")
  func permission() {
    let forbidden = finding("/dev/video0") { $0.nodes[0].isPermitted = false }
    #expect(forbidden?.state == .missing)
    #expect(forbidden?.command == "sudo usermod -aG video \"$USER\"")
    let joined = finding("/dev/video0") {
      $0.nodes[0].isPermitted = false
      $0.newGroups = ["video"]
    }
    #expect(joined?.state == .missing && joined?.command == nil)
    #expect(joined?.text.contains("Log out and in again") == true)
  }

  @Test("A program that holds a device is named with its number; PipeWire shares it")
  func holders() {
    func held(by name: String) -> DoctorFacts {
      var facts = Self.healthy
      facts.nodes[0].holders = [.init(name: name, process: 4321)]
      return facts
    }
    let cheese = Diagnosis.findings(held(by: "cheese")).first { $0.subject == "/dev/video0" }
    #expect(cheese?.state == .warning && cheese?.command == "kill 4321")
    #expect(cheese?.text.contains("cheese (4321)") == true)
    #expect(!Diagnosis.hasUsableCamera(held(by: "cheese")))
    #expect(Diagnosis.hasUsableCamera(held(by: "wireplumber")))
    var shared = held(by: "cheese")
    shared.cameras = DeviceList(devices: [Self.camera("pipewire")])
    #expect(Diagnosis.hasUsableCamera(shared))
  }

  @Test("A device that a container does not have is told apart from one that is forbidden")
  func container() {
    let found = finding("/dev/video0") {
      $0.nodes[0].isThere = false
      $0.nodes[0].isPermitted = false
    }
    #expect(found?.command?.contains("--device /dev/video0") == true)
  }

  @Test(
    "The speed of USB is said, and one that is too slow is a warning",
    arguments: [
      (12, "12 Mb/s", Finding.State.warning), (480, "480 Mb/s", .ok), (5000, "5 Gb/s", .ok),
      (10000, "10 Gb/s", .ok),
    ])
  func speed(megabits: Int, words: String, state: Finding.State) {
    let found = finding("/dev/video0") { $0.nodes[0].usb?.megabits = megabits }
    #expect(found?.state == state && found?.text.contains(words) == true)
  }

  @Test("Two cameras on one bus are a warning; two nodes of one camera are one device")
  func buses() {
    func second(place: String) -> [Finding] {
      var facts = Self.healthy
      var other = Self.webcam
      other.path = "/dev/video1"
      other.usb?.place = place
      facts.nodes.append(other)
      return Diagnosis.findings(facts)
    }
    let two = second(place: "/sys/devices/usb1/1-2")
    #expect(two.contains { $0.subject == "USB bus 1" && $0.state == .warning })
    #expect(two.contains { $0.subject == "/dev/video1" })
    let one = second(place: "/sys/devices/usb1/1-1")
    #expect(!one.contains { $0.subject == "USB bus 1" || $0.subject == "/dev/video1" })
  }

  @Test("No camera: the reason, or the way to the virtual ones")
  func noCamera() {
    let nothing = finding("cameras") { $0.cameras = DeviceList() }
    #expect(nothing?.state == .missing && nothing?.command == "viewfinder demo")
    let problem = CaptureError(.serviceUnavailable, "No PipeWire.", remedy: "Start it.")
    let reason = finding("cameras") { $0.cameras = DeviceList(problem: problem) }
    #expect(reason?.text == "No PipeWire. Start it.")
    #expect(!Diagnosis.hasUsableCamera(DoctorFacts()))
  }

  @Test("A camera without a driver, and the module that is it")
  func driver() {
    let found = finding("driver") { $0.driverless = ["C920"] }
    #expect(found?.command == "sudo modprobe uvcvideo" && found?.text.contains("C920") == true)
  }

  @Test("A service that is not there is installed, one that does not run is started")
  func services() {
    let stopped = finding("PipeWire") { $0.pipeWire.isRunning = false }
    #expect(stopped?.command == "systemctl --user enable --now pipewire.socket")
    let missing = finding("WirePlumber") {
      $0.sessionManager = .init(isInstalled: false, isRunning: false)
    }
    #expect(
      missing?.state == .missing
        && missing?.command?.hasPrefix("sudo apt-get install wireplumber && ") == true)
    let portal = finding("camera portal") { $0.portal.isInstalled = false }
    #expect(portal?.state == .warning)
    let needed = finding("camera portal") {
      $0.portal.isInstalled = false
      $0.needsPortal = true
    }
    #expect(needed?.state == .missing && needed?.command?.contains("xdg-desktop-portal") == true)
    let alone = finding("camera portal") { $0.hasSessionBus = false }
    #expect(alone?.state == .warning && alone?.text.contains("no session bus") == true)
    let used = finding("camera portal") { $0.needsPortal = true }
    #expect(used?.state == .ok && used?.text.contains("asked for") == true)
  }

  @Test("Encoders: none, none for MP4, and the one that is used")
  func encoders() {
    let none = finding("encoders") { $0.encoders[0].refusal = "libx264: no picture." }
    #expect(none?.state == .missing && none?.text.contains("libx264: no picture.") == true)
    let other = finding("encoders") { $0.encoders[0].codec = "vp8" }
    #expect(other?.state == .warning)
    #expect(finding("encoders") { _ in }?.text.contains("libx264") == true)
  }

  @Test("Microphones: a monitor of a loudspeaker is none")
  func microphones() {
    let monitor = MicrophoneDevice(
      id: MicrophoneID("m"), name: "Monitor", backend: "pipewire", isMonitor: true)
    let found = finding("microphones") { $0.microphones.microphones = [monitor] }
    #expect(found?.state == .warning)
    let problem = CaptureError(.notPermitted, "Not allowed.", remedy: "Ask.")
    let reason = finding("microphones") { $0.microphones = MicrophoneList(problem: problem) }
    #expect(reason?.text.contains("Not allowed. Ask.") == true)
    let none = finding("microphones") { $0.microphones.microphones = [] }
    #expect(none?.command == nil && none?.text.contains("Connect one") == true)
  }

  @Test("Drawing in software is a warning, no drawing is missing")
  func graphics() {
    let software = finding("graphics") { $0.graphics = .renderer("llvmpipe (LLVM 15.0.6)") }
    #expect(software?.state == .warning && software?.text.contains("llvmpipe") == true)
    #expect(software?.command == nil)
    let forbidden = finding("graphics") {
      $0.graphics = .renderer("llvmpipe (LLVM 15.0.6)")
      $0.forbiddenGraphics = "/dev/dri/renderD128"
    }
    #expect(forbidden?.command == "sudo usermod -aG render \"$USER\"")
    let none = finding("graphics") { $0.graphics = .none("No EGL.", remedy: "Install it.") }
    #expect(none?.state == .missing && none?.text == "No EGL. Install it.")
  }

  @Test(
    "The disk: enough, little, none",
    arguments: [
      (Int64(499_999_999), Finding.State.warning), (500_000_000, .ok), (49_999_999, .missing),
      (0, .missing),
    ])
  func disk(free: Int64, state: Finding.State) {
    #expect(finding("disk") { $0.movies?.freeBytes = free }?.state == state)
    #expect(finding("disk") { $0.movies?.isWritable = false }?.state == .missing)
  }

  @Test("For a person: aligned lines, the command under its finding; for a program: all keys")
  func text() {
    let findings = [
      Finding("a", .ok, "Well."), Finding("long", .missing, "Bad.", command: "mend it"),
    ]
    #expect(
      DoctorText.lines(findings) == [
        "ok      a     Well.", "missing long  Bad.", "              $ mend it",
      ])
    #expect(
      DoctorText.json(findings, isUsable: true).line
        == #"{"usable":true,"findings":[{"subject":"a","state":"ok","text":"Well.","command":null},"#
        + #"{"subject":"long","state":"missing","text":"Bad.","command":"mend it"}]}"#)
  }

  @Test(
    "Amounts of bytes",
    arguments: [
      (Int64(0), "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"),
      (999_949_999, "999.9 MB"), (999_990_000, "1.0 GB"), (20_000_000_000, "20.0 GB"),
      (3_000_000_000_000, "3.0 TB"),
    ])
  func sizes(bytes: Int64, text: String) {
    #expect(SizeText.of(bytes) == text)
  }
}

@Suite("The session bus, asked without a library")
struct SessionBusTests {
  @Test("The address is that of a socket with a path")
  func address() {
    #expect(SessionBus.path(in: "unix:path=/run/user/1000/bus") == "/run/user/1000/bus")
    #expect(SessionBus.path(in: "unix:guid=1,path=/a/b,x=y;unix:path=/c") == "/a/b")
    #expect(SessionBus.path(in: "tcp:host=localhost").isEmpty)
    #expect(SessionBus.path(in: "").isEmpty)
  }

  /// A reply with a boolean, as the specification lays it out.
  private func reply(to serial: UInt8, _ value: UInt8, kind: UInt8 = 2) -> [UInt8] {
    [0x6c, kind, 1, 1, 4, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]
      + [5, 1, 0x75, 0, serial, 0, 0, 0] + [value, 0, 0, 0]
  }

  @Test("The reply is found among other messages")
  func reply() {
    let other = reply(to: 1, 1)
    #expect(SessionBus.answer(in: other + reply(to: 2, 1), serial: 2) == true)
    #expect(SessionBus.answer(in: other + reply(to: 2, 0), serial: 2) == false)
    #expect(SessionBus.answer(in: reply(to: 2, 1, kind: 3), serial: 2) == false)
    #expect(SessionBus.answer(in: other, serial: 2) == nil)
  }

  @Test("Whatever comes in its place is no answer and no harm")
  func hostile() {
    let whole = reply(to: 2, 1)
    for length in 0..<whole.count {
      #expect(SessionBus.answer(in: Array(whole.prefix(length)), serial: 2) == nil)
    }
    var generator = SeededNumbers(seed: 2)
    for _ in 0..<2000 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
        in: 0...255, using: &generator)
      _ = SessionBus.answer(in: bytes + bytes, serial: 2)
    }
  }
}
