public import CaptureCore
public import MediaTypes
public import RecordCore

extension CameraSession {
  /// Where a session's cameras come from and what is wished of them.
  public struct Configuration: Sendable {
    /// The ways to cameras.
    public var backends = BackendSelection.automatic
    /// Movies and network cameras that are cameras too: `file:clip.mp4`, `file:clip.mp4?loop`,
    /// `rtsp://HOST/PATH`, `http://HOST/PATH` (MJPEG). The identity of each is its address as
    /// `CameraID(address:)` shows it.
    public var addresses: [String] = []
    /// The camera to begin with, the wished format, and how long anything may take.
    public var settings = CaptureSettings()
    /// The microphone to begin with; none by default, since a program that only shows pictures has
    /// no business with it. It is open from `start` to `stop`.
    public var microphone = MicrophoneChoice.none
    /// The ways to microphones, the preferred first; nil for those that go with the ways to cameras:
    /// PipeWire, else PulseAudio, else ALSA, and the virtual one with virtual cameras.
    public var microphoneBackends: [any MicrophoneBackend]?
    /// What to ask of microphones, and how patiently.
    public var microphoneSettings = MicrophoneSettings()
    /// What writes movies; nil where there is nothing that can.
    public var movies: (any MovieBackend)? = Platform.movies
    /// Faults of the virtual cameras, such as `unplug@2s`; see `FaultScript`.
    public var virtualScript: String?
    /// Where the time comes from; a test gives one that it moves.
    public var clock: any MediaClock = SystemClock()
    /// What dates in files are taken from.
    public var wall = WallTime()

    /// The usual: any camera, 1280x720 at 30.
    public init() {}

    /// The camera to begin with.
    public var camera: CameraChoice {
      get { settings.choice }
      set { settings.choice = newValue }
    }

    /// The size and rate to ask of every camera.
    public var wish: FormatWish {
      get { settings.wish }
      set { settings.wish = newValue }
    }
  }
}
