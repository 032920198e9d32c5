import Foundation
public import MediaTypes
import Metal
public import PreviewCore
package import QuartzCore

/// Draws scenes on a layer, each time that the screen wants one.
///
/// *Context*: the main thread, on which the display link calls.
@MainActor
public final class LayerPresenter {
  /// What is to be seen: given the layer's size in pixels and when it will be seen, in host time.
  public typealias Composer = @MainActor (_ viewport: PixelSize, _ time: MediaTime) -> Scene?

  /// The layer to show.
  package let layer = CAMetalLayer()
  private let renderer: MetalRenderer
  private let link: CAMetalDisplayLink
  private let compose: Composer
  private let ticker = Ticker()
  /// The last scene that could not be drawn, and why; nil when all is well.
  public private(set) var problem: PreviewError?

  /// Makes a presenter that rests until `isRunning` is set.
  ///
  /// - Throws: `PreviewError` when this machine has no GPU for Metal.
  public init(compose: @escaping Composer) throws(PreviewError) {
    let renderer = try MetalRenderer()
    layer.device = renderer.device
    layer.pixelFormat = MetalRenderer.pixelFormat
    layer.framebufferOnly = true
    layer.maximumDrawableCount = MetalRenderer.mostInFlight
    link = CAMetalDisplayLink(metalLayer: layer)
    (self.renderer, self.compose) = (renderer, compose)
    ticker.answer = { [weak self] drawable, seconds in self?.show(drawable, at: seconds) }
    link.delegate = ticker
    link.isPaused = true
    link.add(to: .main, forMode: .common)
  }

  /// Whether scenes are drawn.
  public var isRunning: Bool {
    get { !link.isPaused }
    set { link.isPaused = !newValue }
  }

  /// Ends the drawing for good. A display link keeps going until it is told, so the view says it.
  public func end() { link.invalidate() }

  /// The layer's size in pixels.
  public func resize(to size: PixelSize) {
    guard size.isValid else { return }
    layer.drawableSize = CGSize(width: size.width, height: size.height)
  }

  private func show(_ drawable: any CAMetalDrawable, at seconds: Double) {
    let size = PixelSize(width: drawable.texture.width, height: drawable.texture.height)
    guard let scene = compose(size, MediaTime(seconds: seconds)) else { return }
    do throws(PreviewError) {
      try renderer.draw(scene, into: drawable.texture, presenting: drawable)
      problem = nil
    } catch {
      problem = error
    }
  }
}

/// Hears the display link, which knows nothing of Swift's actors.
private final class Ticker: NSObject, CAMetalDisplayLinkDelegate {
  @MainActor var answer: (@MainActor (any CAMetalDrawable, Double) -> Void)?

  /// The screen wants a picture.
  func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update) {
    // The link is on the main run loop, which the compiler cannot know; what it lends stays there.
    let lent = Lent(
      ticker: self, drawable: update.drawable, seconds: update.targetPresentationTimestamp)
    MainActor.assumeIsolated { lent.ticker.answer?(lent.drawable, lent.seconds) }
  }

  /// Sendable unchecked: goes no further than the main thread.
  private struct Lent: @unchecked Sendable {
    let ticker: Ticker
    let drawable: any CAMetalDrawable
    let seconds: Double
  }
}
