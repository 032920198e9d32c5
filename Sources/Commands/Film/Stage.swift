import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder
import ViewfinderTesting

/// Where a film is made: a session, and the time that it runs on.
protocol Stage: Sendable {
  var session: CameraSession { get }

  /// The time of the session.
  var now: MediaTime { get }

  /// Starts the session; returns at the first picture.
  func start() async throws

  /// Suspends until the time has come to a moment.
  func reach(_ moment: MediaTime) async throws

  /// Begins a flip; returns when it is on its way.
  func beginFlip(
    _ transition: Transition, duration: MediaTime, curve: TimingCurve
  ) async -> FlipTask
}

/// Virtual cameras in virtual time, which stands still while a picture is drawn.
extension VirtualStudio: Stage {
  func reach(_ moment: MediaTime) async throws { try await advance(to: moment) }
}

/// A flip under way, or what kept it from beginning.
typealias FlipTask = Task<FlipReport, any Error>

extension CameraSource {
  /// A stage with the cameras of this source: virtual time for virtual cameras, so that every
  /// moment is exact on any machine; else the time of the system.
  func stage(camera: CameraChoice = .automatic) throws -> any Stage {
    if isVirtual { return try VirtualStudio(camera: camera, faults: faults ?? "") }
    return LiveStage(session: CameraSession(configuration(camera: camera)))
  }

  /// The cameras of this source, to look at.
  func catalog() throws(CaptureError) -> CameraCatalog {
    try CameraCatalog(selection, virtualScript: faults)
  }

  /// The microphones that go with these cameras, to look at.
  func microphones() throws(CaptureError) -> MicrophoneCatalog {
    try MicrophoneCatalog(selection, virtualScript: faults)
  }

  private var selection: BackendSelection { backends.map(BackendSelection.named) ?? .automatic }

  /// What a session needs to know of this source.
  func configuration(
    camera: CameraChoice, wish: FormatWish = FormatWish()
  ) -> CameraSession.Configuration {
    var configuration = CameraSession.Configuration()
    configuration.backends = selection
    configuration.addresses = [address].compactMap { $0 }
    configuration.virtualScript = faults
    configuration.camera = camera
    configuration.wish = wish
    return configuration
  }
}

/// Real cameras in real time.
struct LiveStage: Stage {
  let session: CameraSession
  private let clock = SystemClock()

  init(session: CameraSession) {
    self.session = session
  }

  var now: MediaTime { clock.now }

  func start() async throws { try await session.startOrStop() }

  func reach(_ moment: MediaTime) async throws { try await clock.sleep(until: moment) }

  func beginFlip(
    _ transition: Transition, duration: MediaTime, curve: TimingCurve
  ) async -> FlipTask {
    Task { try await session.flip(transition, duration: duration, curve: curve) }
  }
}
