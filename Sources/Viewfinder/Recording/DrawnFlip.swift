import CaptureCore
import MediaTypes
import PreviewCore
import RecordCore

/// Draws the turns of flips for a movie, by the same scenes that a preview shows.
///
/// *Context*: events from the engine's thread; `frame` on the recorder's thread only, which blocks for as
/// long as drawing takes.
///
/// Sendable unchecked: renderer and pool are used on the recorder's serial queue only.
final class DrawnFlip: @unchecked Sendable {
  private let feed: PreviewFeed
  private let canvas: MovieCanvas
  private let pool: FramePool
  private let watch: FrameObservation
  private var renderer: (any SceneRenderer)?
  private var sequence: UInt64 = 0

  /// What drawn frames say of where they come from.
  static let source = CameraID("flip")
  /// Drawn frames that the recorder and the encoder hold at once.
  private static let poolCapacity = 6

  /// - Parameter shown: how the engine told of the camera that is shown now.
  init(
    canvas: MovieCanvas, router: FrameRouter, clock: any MediaClock, shown: CaptureEngineEvent?
  ) {
    self.canvas = canvas
    feed = PreviewFeed(router: router, clock: clock)
    pool = FramePool(byteCount: max(canvas.size.area, 1) * 4, capacity: Self.poolCapacity)
    if let shown { feed.capture(shown) }
    // From now on it has the pictures that a turn begins with.
    watch = feed.onChange {}
  }

  /// Whether a turn is under way.
  var isTurning: Bool { feed.isAnimating }

  func use(_ style: FlipStyle) { feed.use(style) }

  func capture(_ event: CaptureEngineEvent) { feed.capture(event) }

  /// Draws a moment of a turn.
  ///
  /// - Returns: nil when it cannot be drawn.
  func frame(at moment: MediaTime) -> VideoFrame? {
    // The movie is mirrored, if at all, by its writer.
    let scene = feed.scene(
      viewport: canvas.size, gravity: canvas.gravity == .fill ? .aspectFill : .aspectFit,
      mirroring: .off, at: moment)
    guard let image = try? draw(scene),
      let buffer = unsafe pool.make(fill: { unsafe $0.copyBytes(from: image.bytes) })
    else { return nil }
    sequence += 1
    return try? VideoFrame(
      buffer: buffer, format: .rgba, size: canvas.size,
      planes: PlaneLayouts(packing: .rgba, size: canvas.size), color: .srgb, source: Self.source,
      sequence: sequence, presentationTime: moment)
  }

  private func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    let renderer = renderer ?? Platform.sceneRenderer(size: canvas.size)
    self.renderer = renderer
    return try renderer.draw(scene)
  }
}
