import Foundation
import MediaTypes
import PreviewMetal
import QuartzCore
import Viewfinder

/// What a view shows, and how.
struct PictureLook {
  let feed: PreviewFeed
  let gravity: Gravity
  let transition: Transition
  let mirroring: Mirroring
  let background: SceneColor
  let reducesMotion: Bool

  /// Says how the flips that begin from now on look.
  func apply() {
    feed.transition = transition
    feed.reducesMotion = reducesMotion
  }

  /// What is to be seen at a moment; nil when that is what was drawn last.
  @MainActor
  func scene(_ viewport: PixelSize, _ time: MediaTime, drawn: inout UInt64?) -> Viewfinder.Scene? {
    let revision = feed.revision
    guard feed.isAnimating || revision != drawn else { return nil }
    drawn = revision
    return feed.scene(
      viewport: viewport, gravity: gravity, mirroring: mirroring, background: background, at: time)
  }
}

/// Joins a view's layer with what it shows.
@MainActor
final class Picture {
  /// nil on a machine without Metal, which then shows nothing.
  private(set) var presenter: LayerPresenter?
  private var drawn: UInt64?
  private var size = PixelSize(width: 0, height: 0)

  /// What is shown, from the next drawing on.
  var look: PictureLook {
    didSet {
      drawn = nil
      look.apply()
    }
  }

  init(_ look: PictureLook) {
    self.look = look
    look.apply()
    presenter = try? LayerPresenter { [weak self] size, time in self?.scene(size, time) }
  }

  private func scene(_ size: PixelSize, _ time: MediaTime) -> Viewfinder.Scene? {
    // A layer that has changed its size shows nothing until it is drawn again.
    if size != self.size { (self.size, drawn) = (size, nil) }
    return look.scene(size, time, drawn: &drawn)
  }

  /// Fills the view's bounds with the layer.
  ///
  /// - Parameter scale: pixels of the screen to a point.
  func fill(_ bounds: CGRect, scale: CGFloat) {
    guard let presenter else { return }
    presenter.layer.frame = bounds
    presenter.layer.contentsScale = scale
    presenter.resize(
      to: PixelSize(
        width: Int((bounds.width * scale).rounded()),
        height: Int((bounds.height * scale).rounded())
      ))
  }

  /// Draws while the view is in a window.
  func show(_ isVisible: Bool) {
    drawn = nil
    presenter?.isRunning = isVisible
  }

  func end() {
    presenter?.end()
    presenter = nil
  }
}
