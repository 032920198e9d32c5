import CaptureCore
import CaptureVirtual
import MediaTypes
import PreviewCore
import Testing

@testable import Viewfinder

/// A preview feed with a router and a clock, and the part of the engine played by the test.
final class PreviewFixture {
  let clock = ManualClock()
  let router: FrameRouter
  let feed: PreviewFeed
  let start: MediaTime
  private let watching: FrameObservation
  private let pool: FramePool
  private var sequence: UInt64 = 0

  let back = camera("back", .back)
  let front = camera("front", .front)
  let viewport = PixelSize(width: 160, height: 90)

  /// - Parameter buffers: how many frames can be held by anybody at once.
  init(buffers: Int = 1000) {
    pool = FramePool(byteCount: 4, capacity: buffers)
    router = FrameRouter(decoders: nil, clock: clock)
    feed = PreviewFeed(router: router, clock: clock)
    start = clock.now
    watching = feed.onChange {}
  }

  static func camera(_ id: String, _ position: CameraPosition) -> CameraDevice {
    CameraDevice(
      id: CameraID(id), name: id, backend: "test",
      position: PositionClaim(position, source: .script),
      formats: [], concurrency: .independent)
  }

  let format = CameraFormat(
    pixelFormat: .grey, size: PixelSize(width: 2, height: 2), rate: .fps30)

  /// Opens a stream and sends its first frame, without telling the preview whose it is.
  func open(_ stream: UInt64, _ camera: CameraDevice) throws {
    router.open(StreamID(rawValue: stream), camera: camera.id)
    try deliver(stream, camera)
  }

  @discardableResult
  func deliver(_ stream: UInt64, _ camera: CameraDevice) throws -> UInt64 {
    sequence += 1
    // Unsafe: the slot stays as it was; nobody looks at the pixels.
    let made = unsafe pool.make { _ in }
    let buffer = try #require(made)
    let frame = try VideoFrame(
      buffer: buffer, format: .grey, size: PixelSize(width: 2, height: 2),
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: 2)]), color: .webcam,
      source: camera.id, sequence: sequence, presentationTime: clock.now)
    clock.advance(by: MediaTime(nanoseconds: 1))
    router.deliver(.frame(frame), from: StreamID(rawValue: stream))
    return sequence
  }

  func started(_ stream: UInt64, _ camera: CameraDevice) throws {
    try open(stream, camera)
    feed.capture(.started(StreamID(rawValue: stream), camera, format))
  }

  func begin(_ flip: UInt64, to camera: CameraDevice) {
    feed.capture(.flipBegan(FlipID(rawValue: flip), from: nil, to: camera, at: clock.now))
  }

  func arrive(_ flip: UInt64, _ stream: UInt64, _ camera: CameraDevice) throws {
    try started(stream, camera)
    feed.capture(
      .flipFirstFrame(FlipID(rawValue: flip), StreamID(rawValue: stream), at: clock.now))
    end(flip, to: camera, .done)
  }

  func end(_ flip: UInt64, to camera: CameraDevice, _ outcome: FlipReport.Outcome) {
    let report = FlipReport(
      id: FlipID(rawValue: flip), from: nil, to: camera.id, outcome: outcome, askedAt: clock.now)
    router.record(report)
    feed.capture(.flipEnded(report))
  }

  func scene(_ gravity: Gravity = .aspectFill, _ mirroring: Mirroring = .automatic) -> Scene {
    feed.scene(viewport: viewport, gravity: gravity, mirroring: mirroring)
  }

  /// Draws every 9 ms for a while: a step that does not meet the moment at which a turn is seen
  /// exactly from its edge, and nothing of it.
  func scenes(for length: MediaTime) -> [Scene] {
    (0..<length.nanoseconds / 9_000_000).map { _ in
      clock.advance(by: .milliseconds(9))
      return scene()
    }
  }

  /// The plain preview of the newest frame of a stream.
  func plain(_ stream: UInt64, isMirrored: Bool) throws -> Scene {
    let frame = try #require(router.latest(of: StreamID(rawValue: stream)))
    return SceneComposer.scene(
      viewport: viewport, gravity: .aspectFill, face: Face(frame: frame, isMirrored: isMirrored))
  }
}

extension Scene {
  /// The cameras to be seen.
  var cameras: [String] { patches.map(\.frame.source.rawValue) }
  var sequences: [UInt64] { patches.map(\.frame.sequence) }

  /// Whether two scenes look exactly alike.
  func equals(_ other: Scene) -> Bool {
    viewport == other.viewport && background == other.background
      && patches.count == other.patches.count
      && zip(patches, other.patches).allSatisfy { mine, theirs in
        mine.frame.buffer === theirs.frame.buffer && mine.mesh == theirs.mesh
          && mine.transform == theirs.transform && mine.textureTransform == theirs.textureTransform
          && mine.shade == theirs.shade
      }
  }

  /// The left edge of the first patch in the viewport, a measure of how far a turn is.
  var leftEdge: Double {
    guard let corner = patches.first.map({ $0.transform * Vector4(-1, 0, 0, 1) }) else { return 0 }
    return corner.x / corner.w
  }
}
