// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap
// The stand-ins' own words, for tests.
@_spi(Stage) public import CoreMedia
@_spi(Stage) import CoreVideo
import Dispatch
public import Foundation

/// The world that the stand-ins live in: which devices there are, what the person allows, what goes
/// wrong. One for the process, as the system is; tests that use it run one after another.
@_spi(Stage)
public final class Stage: @unchecked Sendable {
  // Sendable unchecked: all is guarded by the stand-ins' one lock.
  public static let current = Stage()

  private var connected: [AVCaptureDevice] = []
  private var permission = AVAuthorizationStatus.authorized
  private var answer = true
  private var mistakes: [String] = []
  private var notes: [String] = []
  private var sessions: [WeakSession] = []
  private var coordinators: [WeakCoordinator] = []
  private var observations: [(owner: ObjectIdentifier, observation: NSKeyValueObservation)] = []
  private var ends: [(owner: ObjectIdentifier, continuation: AsyncStream<Void>.Continuation)] = []
  private var turned: CGFloat = 0
  private var clock: CMClock = CMClockGetHostTimeClock()
  private var cost: Float = 0.5
  private var hasMultiCam = false
  private var writerError: AVError.Code?
  private var absentCodecs: Set<String> = []
  private var heldPictures = 0
  private var acts = 0
  private var readers: [AsyncStream<String>.Continuation] = []

  private struct WeakSession { weak var session: AVCaptureSession? }
  private struct WeakCoordinator { weak var coordinator: AVCaptureDevice.RotationCoordinator? }

  /// The most pictures that are out at once, as a camera's pool has.
  public static let poolCapacity = 16

  private init() {}

  /// Everything as new.
  public func reset() {
    guarded {
      for entry in sessions { entry.session?.stopRunning() }
      (connected, permission, answer) = ([], .authorized, true)
      (mistakes, notes, observations, readers) = ([], [], [], [])
      ends = []
      (turned, clock, cost, hasMultiCam) = (0, CMClockGetHostTimeClock(), 0.5, false)
      (writerError, absentCodecs) = (nil, [])
      acts += 1
      sessions.removeAll { $0.session == nil }
    }
  }
}

// MARK: What a test does

@_spi(Stage)
extension Stage {
  /// What the code did wrong by Apple's documentation.
  public var misuses: [String] { guarded { mistakes } }
  /// What sessions were told, in order: `begin`, `+camera`, `-camera`, `commit`, `start`, `stop`.
  public var journal: [String] { guarded { notes } }
  /// The journal's next lines, as they are written.
  public func news() -> AsyncStream<String> {
    AsyncStream { continuation in guarded { readers.append(continuation) } }
  }
  /// Whether any session runs.
  public var isAnyRunning: Bool { guarded { sessions.contains { $0.session?.isRunning == true } } }

  public var authorization: AVAuthorizationStatus {
    get { guarded { permission } }
    set { guarded { permission = newValue } }
  }
  /// What the person says when asked.
  public var willAllow: Bool {
    get { guarded { answer } }
    set { guarded { answer = newValue } }
  }
  public var multiCam: Bool {
    get { guarded { hasMultiCam } }
    set { guarded { hasMultiCam = newValue } }
  }
  public var hardwareCost: Float {
    get { guarded { cost } }
    set { guarded { cost = newValue } }
  }
  /// The clock of sessions that are made from now on.
  public var sessionClock: CMClock {
    get { guarded { clock } }
    set { guarded { clock = newValue } }
  }

  /// What every writer fails with from now on.
  public var writerFailure: AVError.Code? {
    get { guarded { writerError } }
    set { guarded { writerError = newValue } }
  }

  /// Codecs, such as `hvc1`, that this device has no encoder for.
  public var missingCodecs: Set<String> {
    get { guarded { absentCodecs } }
    set { guarded { absentCodecs = newValue } }
  }

  /// Makes a device and plugs it in.
  @discardableResult
  public func plug(_ facts: DeviceFacts) -> AVCaptureDevice {
    let device = AVCaptureDevice(facts)
    guarded { connected.append(device) }
    post(AVCaptureDevice.wasConnectedNotification, device)
    return device
  }

  public func unplug(_ uniqueID: String) {
    let gone = guarded {
      let gone = connected.first { $0.uniqueID == uniqueID }
      connected.removeAll { $0.uniqueID == uniqueID }
      return gone
    }
    if let gone { post(AVCaptureDevice.wasDisconnectedNotification, gone) }
  }

  /// Turns the telephone.
  public func turn(to angle: CGFloat) {
    let coordinators = guarded {
      turned = angle
      return self.coordinators.compactMap(\.coordinator)
    }
    for coordinator in coordinators {
      changed(
        \AVCaptureDevice.RotationCoordinator.videoRotationAngleForHorizonLevelCapture,
        of: coordinator)
    }
  }

  /// How many observations of an object there are.
  public func observerCount(of owner: AnyObject) -> Int {
    guarded { observations.count { $0.owner == ObjectIdentifier(owner) } }
  }

  /// Ends when an object that is observed no longer is.
  public func endOfObservations(of owner: AnyObject) -> AsyncStream<Void> {
    AsyncStream { continuation in guarded { ends.append((ObjectIdentifier(owner), continuation)) } }
  }

  /// Takes the camera away from every session that runs, as another program or a call does.
  public func interrupt(_ reason: Int) {
    for session in running {
      guarded { session.state.interruption = reason }
      post(
        NSNotification.Name("AVCaptureSessionWasInterrupted"), session,
        ["AVCaptureSessionInterruptionReasonKey": NSNumber(value: reason)])
    }
  }

  public func endInterruption() {
    let sessions = guarded {
      self.sessions.compactMap(\.session).filter { $0.state.interruption != nil }
    }
    for session in sessions {
      guarded { session.state.interruption = nil }
      post(NSNotification.Name("AVCaptureSessionInterruptionEnded"), session)
    }
  }

  /// A run-time error: the sessions stop.
  public func fail(_ code: AVError.Code) {
    for session in running {
      guarded {
        session.state.isRunning = false
        session.state.timer?.cancel()
        session.state.timer = nil
      }
      post(
        AVCaptureSession.runtimeErrorNotification, session,
        [AVCaptureSessionErrorKey: AVError(code)])
    }
  }

  /// The system's pressure on a device: `nominal`, `fair`, `serious`, `critical`, `shutdown`.
  public func press(_ device: AVCaptureDevice, _ level: String, _ keyPath: AnyKeyPath) {
    guarded { device.values.pressure = level }
    changed(keyPath, of: device)
  }

  private var running: [AVCaptureSession] {
    guarded { sessions.compactMap(\.session).filter(\.state.isRunning) }
  }

  func changed(_ keyPath: AnyKeyPath, of owner: AnyObject) {
    let observers = guarded {
      observations.filter { $0.owner == ObjectIdentifier(owner) }.map(\.observation)
    }
    for observer in observers { observer.changed(keyPath) }
  }

  private func post(
    _ name: NSNotification.Name, _ object: AnyObject, _ info: [AnyHashable: Any] = [:]
  ) {
    NotificationCenter.default.post(name: name, object: object, userInfo: info)
  }
}

// MARK: What the stand-ins ask

extension Stage {
  var devices: [AVCaptureDevice] { guarded { connected } }
  var angle: CGFloat { guarded { turned } }
  /// Counts how often everything was new.
  var act: Int { guarded { acts } }

  func isConnected(_ device: AVCaptureDevice) -> Bool {
    guarded { connected.contains { $0 === device } }
  }

  func ask() async -> Bool {
    guarded {
      if permission == .notDetermined { permission = answer ? .authorized : .denied }
      return permission == .authorized
    }
  }

  func misuse(_ text: String) { guarded { mistakes.append(text) } }
  func note(_ text: String) {
    guarded {
      notes.append(text)
      for reader in readers { reader.yield(text) }
    }
  }

  func add(_ session: AVCaptureSession) {
    guarded { sessions.append(WeakSession(session: session)) }
  }

  func add(_ coordinator: AVCaptureDevice.RotationCoordinator) {
    guarded { coordinators.append(WeakCoordinator(coordinator: coordinator)) }
  }

  func remove(_ observation: NSKeyValueObservation) {
    guarded {
      observations.removeAll { $0.observation === observation }
      for end in ends where !observations.contains(where: { $0.owner == end.owner }) {
        end.continuation.finish()
      }
      ends.removeAll { end in !observations.contains { $0.owner == end.owner } }
    }
  }

  func add(_ observation: NSKeyValueObservation, to owner: AnyObject) {
    guarded { observations.append((ObjectIdentifier(owner), observation)) }
  }

  /// A picture from the pool; nil when all are out.
  func picture(_ format: AVCaptureDevice.Format, type: OSType, number: Int) -> CVPixelBuffer? {
    guard guarded({ heldPictures < Self.poolCapacity }) else { return nil }
    let size = format.formatDescription.dimensions
    let picture = CVPixelBuffer(
      width: Int(size.width), height: Int(size.height), format: type,
      ended: { guarded { Stage.current.heldPictures -= 1 } })
    guard let picture else { return nil }
    guarded { heldPictures += 1 }
    picture.fill { UInt8(truncatingIfNeeded: $0 + number) }
    return picture
  }
}
