public import GTKSupport
internal import MediaTypes
public import PreviewCore
internal import PreviewGLES
public import Viewfinder

/// The picture of a session's camera, with its flips, in a GTK 4 window.
///
/// Drawn by OpenGL ES, in the display's own pixels, and only when there is something new. Where the
/// display has no OpenGL ES the view says so in words. Where the desktop is set to show no animations,
/// flips dissolve.
///
/// A view shows its session and does not own its work: starting, stopping and flipping are the
/// session's. Several views may show one session. A program with GTK bindings of its own puts
/// `unsafePointer`, a `GtkWidget`, into its window and keeps the view as long as it is shown.
///
/// *Context*: main actor; never blocks it on a camera.
@MainActor
public final class CameraView: Bin {
  private let area = GLArea()
  private let message = Label()
  private let stack: Stack
  private var feed: PreviewFeed
  private var observations: [FrameObservation] = []
  private var waker: Waker?
  private var renderer: GLESRenderer?
  private var drawnRevisions: [UInt64] = []
  private var isTicking = false

  /// How the picture is fitted to the view.
  public var gravity: Gravity { didSet { redraw() } }
  /// Whether the view is a mirror; front cameras are by default.
  public var mirroring: Mirroring { didSet { redraw() } }
  /// How the session's flips look that are asked for without a word of it, by `session.flip()`.
  public var transition = Transition.flipFromLeft { didSet { feed.transition = transition } }
  /// What shows beside the picture.
  public var background = SceneColor.black { didSet { redraw() } }
  /// Small pictures of other sessions' cameras over this one's, the last one on top. A camera that has
  /// none is left out, and what befalls it leaves the others alone.
  public var insets: [PictureInPicture] = [] {
    didSet {
      observe()
      redraw()
    }
  }
  /// Called after each drawing with what was drawn, and whether a flip is still under way.
  public var onDrawn: (@MainActor (_ scene: Scene, _ isTurning: Bool) -> Void)?

  /// Called when the view cannot draw, with the reason that it shows in the picture's place. In debug
  /// builds any error that GL reports after a drawing is one.
  public var onFailure: (@MainActor (String) -> Void)?

  /// Makes a view of a session.
  ///
  /// - Parameters:
  ///   - session: whose preview it shows; it may be started before or after.
  ///   - gravity: how the picture is fitted to the view.
  ///   - mirroring: whether the view is a mirror.
  public init(
    session: CameraSession, gravity: Gravity = .aspectFill, mirroring: Mirroring = .automatic
  ) {
    self.gravity = gravity
    self.mirroring = mirroring
    feed = session.preview
    stack = Stack([("picture", area), ("message", message)])
    super.init(stack)
    area.expand()
    area.setAccessibleImage()
    describe("The camera's picture")
    message.setMargins(sides: 24)
    area.onRealize { [weak self] in self?.realize() }
    area.onUnrealize { [weak self] in self?.unrealize() }
    area.onRender { [weak self] in self?.render() }
    waker = Waker { [weak self] in self?.contentChanged() }
    observe()
  }

  isolated deinit {
    for observation in observations { observation.cancel() }
    waker?.cancel()
    unrealize()
  }

  /// Shows another session from now on.
  public func show(_ session: CameraSession) {
    feed = session.preview
    feed.transition = transition
    observe()
    redraw()
  }

  /// What a screen reader calls the picture.
  public func describe(_ text: String) { area.setAccessibleLabel(text) }

  private func observe() {
    for observation in observations { observation.cancel() }
    observations = feeds.map { feed in feed.onChange { [waker] in waker?.wake() } }
  }

  /// The view's own, and those of the small pictures.
  private var feeds: [PreviewFeed] { [feed] + insets.map(\.session.preview) }

  private func redraw() {
    drawnRevisions = []
    area.queueRender()
  }

  private func contentChanged() {
    if feeds.map(\.revision) != drawnRevisions { area.queueRender() }
    if feed.isAnimating { tick() }
  }

  // The frame clock runs for the time of a turn only.
  private func tick() {
    guard !isTicking else { return }
    isTicking = true
    area.onEachFrame { [weak self] in
      guard let self else { return false }
      area.queueRender()
      isTicking = feed.isAnimating
      return isTicking
    }
  }
}

// MARK: - OpenGL

extension CameraView {
  private func realize() {
    area.makeCurrent()
    if let failure = area.failure { return fail(failure) }
    do throws(PreviewError) {
      let made = try GLESRenderer()
      renderer = made
      // Before the first picture, so that a camera that is opened now can already lend its memory.
      feed.sharing.isWanted = made.importsSharedMemory
      stack.show("picture")
    } catch {
      fail("\(error)")
    }
  }

  // GL objects die in the context that they were made in.
  private func unrealize() {
    guard renderer != nil else { return }
    area.makeCurrent()
    renderer = nil
  }

  private func render() {
    guard let renderer else { return }
    let (width, height) = area.pixelSize
    let viewport = PixelSize(width: width, height: height)
    guard viewport.isValid else { return }
    drawnRevisions = feeds.map(\.revision)
    feed.reducesMotion = !area.showsAnimations
    let main = feed.scene(
      viewport: viewport, gravity: gravity, mirroring: mirroring, background: background)
    let scene = SceneComposer.scene(insets.compactMap(\.inset), over: main)
    do throws(PreviewError) {
      try renderer.draw(scene)
      for feed in feeds { feed.sharing.isWanted = renderer.importsSharedMemory }
      onDrawn?(scene, feed.isAnimating)
    } catch {
      fail("\(error)")
    }
  }

  private func fail(_ reason: String) {
    message.text = "This display cannot show the camera's picture.\n\(reason)"
    stack.show("message")
    onFailure?(reason)
  }
}
