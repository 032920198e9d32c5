public import CaptureCore
public import MediaTypes

/// Cameras and microphones that exist only in this process, with faults on request: for tests, for demonstrations and
/// for machines that have no camera.
///
/// Everything happens on the timers of the given clock: with a `ManualClock` a test decides when each
/// frame comes, and each run is the same. A camera can be opened once at a time; whether it can run
/// beside another is what its `concurrency` says.
///
/// *Context*: any thread; no call blocks. Opening a camera in a new size or format draws its
/// background, once.
public final class VirtualBackend: CaptureBackend {
  package let clock: any MediaClock
  let script: FaultScript
  let world: Locked<VirtualWorld>
  let microphones: Locked<MicrophoneWorld>
  private let painters = PainterCache()
  private let jpeg: VirtualJPEG?

  /// `virtual`.
  public var name: String { "virtual" }

  /// Makes a back end.
  ///
  /// - Parameters:
  ///   - clock: paces the frames.
  ///   - script: what goes wrong, and when.
  ///   - cameras: what is plugged in at the start; of two with one identity the first counts.
  ///   - microphones: likewise; the first that is plugged in is the system's default.
  ///   - jpeg: compresses the pictures of cameras that send MJPEG; without it these cannot be opened so.
  public init(
    clock: any MediaClock, script: FaultScript = .none, cameras: [VirtualCamera] = .frontAndBack,
    microphones: [VirtualMicrophone] = [.standard], jpeg: VirtualJPEG? = nil
  ) {
    self.clock = clock
    self.script = script
    self.jpeg = jpeg
    world = Locked(VirtualWorld(cameras: cameras))
    self.microphones = Locked(MicrophoneWorld(microphones))
  }

  deinit {
    world.withLock { $0.endSubscriptions() }
    microphones.withLock { $0.endSubscriptions() }
  }

  /// Lists of the cameras that are plugged in.
  public func deviceLists() -> AsyncStream<DeviceList> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DeviceList.self, bufferingPolicy: .bufferingNewest(1))
    let id = world.withLock { $0.subscribe(continuation, backend: name) }
    continuation.afterEnd { [weak self] in
      self?.world.withLock { $0.unsubscribe(id) }
    }
    return stream
  }

  /// Opens a camera that is plugged in.
  ///
  /// - Throws: `CaptureError`: `unplugged`, `noSuchCamera`, `busy` when it is open or cannot run
  ///   beside one that is, `unsupportedFormat`, or what the script or `failNextOpen` say.
  public func open(_ camera: CameraID, format wish: CameraFormat) async throws(CaptureError)
    -> any CaptureStream
  {
    try checkFaults(opening: camera)
    var camera = try world.withLock { world throws(CaptureError) in try world.reserve(camera) }
    if script.faults(of: camera).contains(.flash) { camera.flashes = true }
    do throws(CaptureError) {
      guard let format = camera.format(for: wish) else { throw .unsupported(wish, by: camera) }
      let developer = try developer(for: camera, format)
      let stream = VirtualStream(
        camera: camera, format: format, developer: developer, backend: self)
      try world.withLock { world throws(CaptureError) in try world.register(stream) }
      return stream
    } catch {
      world.withLock { $0.cancelReservation(camera.id) }
      throw error
    }
  }

  private func developer(
    for camera: VirtualCamera, _ format: CameraFormat
  ) throws(CaptureError) -> FrameDeveloper {
    let isJPEG = format.pixelFormat == .mjpeg && jpeg != nil
    var (drawn, artist) = (format, camera)
    if isJPEG { (drawn.pixelFormat, artist.color) = (.i420, .jpeg) }
    let painter = try painters.painter(for: artist, format: drawn)
    return FrameDeveloper(painter, size: format.size, jpeg: isJPEG ? jpeg : nil)
  }
}
