public import MediaTypes

/// Makes scenes: where the pictures lie, for each gravity and each moment of a transition.
///
/// *Context*: pure functions; any thread.
public enum SceneComposer {
  /// The plain preview of one camera.
  ///
  /// - Parameters:
  ///   - viewport: in pixels; with an edge that is not positive there is nothing to see.
  ///   - gravity: how the picture is fitted.
  ///   - face: what is shown; nil shows the background alone.
  ///   - background: what shows beside the picture.
  public static func scene(
    viewport: PixelSize, gravity: Gravity, face: Face?, background: SceneColor = .black
  ) -> Scene {
    let patches = face.flatMap { Placement($0, in: viewport, gravity: gravity) }.map {
      [$0.patch()]
    }
    return Scene(viewport: viewport, background: background, patches: patches ?? [])
  }

  /// One moment of a change from one camera to another.
  ///
  /// At progress 0 and 1 it equals the plain preview of the old and the new face. Without a new face
  /// no transition goes beyond `TransitionTimeline.waitingLimit`, whatever the progress.
  ///
  /// - Parameters:
  ///   - viewport: in pixels.
  ///   - gravity: how both pictures are fitted.
  ///   - transition: the kind of change.
  ///   - progress: 0 ... 1, from a `TransitionTimeline`; a flip may begin at more than -0.5, when the flip
  ///     before it has brought the old picture over its edge only. More counts as 1, all else as 0.
  ///   - old: the camera that goes.
  ///   - new: the camera that comes; nil as long as it has no frame.
  ///   - background: what shows beside the pictures.
  public static func scene(
    viewport: PixelSize, gravity: Gravity, transition: Transition, progress: Double,
    old: Face?, new: Face?, background: SceneColor = .black
  ) -> Scene {
    let limit = new == nil ? TransitionTimeline.waitingLimit : 1
    let least = transition.turn == nil ? 0 : -0.5
    let progress = progress > least ? min(progress, limit) : 0
    let old = old.flatMap { Placement($0, in: viewport, gravity: gravity) }
    let new = new.flatMap { Placement($0, in: viewport, gravity: gravity) }
    return Scene(
      viewport: viewport, background: background,
      patches: patches(transition, progress: progress, old: old, new: new, in: viewport))
  }

  private static func patches(
    _ transition: Transition, progress: Double, old: Placement?, new: Placement?,
    in viewport: PixelSize
  ) -> [Patch] {
    switch transition {
    case .none: return [(new ?? old)?.patch()].compactMap { $0 }
    case _ where progress == 0: return [old?.patch()].compactMap { $0 }
    case _ where progress == 1: return [new?.patch()].compactMap { $0 }
    case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom:
      let turn = transition.turn ?? (.upright, 1)
      return flip(angle: progress * turn.direction, around: turn.axis, old: old, new: new)
    case .curlUp: return curl(old, over: new, progress: progress, in: viewport)
    case .curlDown:
      guard let new else { return [old?.patch()].compactMap { $0 } }
      return curl(new, over: old, progress: 1 - progress, in: viewport)
    case .crossDissolve: return dissolve(progress: progress, old: old, new: new)
    }
  }

  /// One card with a picture on each side; the side that looks away is left out.
  ///
  /// - Parameter angle: half turns; positive brings the left or upper edge to the front.
  private static func flip(
    angle: Double, around axis: Transition.Axis, old: Placement?, new: Placement?
  ) -> [Patch] {
    let turn = HalfTurns(angle)
    if turn.cosine > 0 {
      return [old?.turned(sine: turn.sine, cosine: turn.cosine, around: axis)].compactMap { $0 }
    }
    if turn.cosine < 0 {
      return [new?.turned(sine: -turn.sine, cosine: -turn.cosine, around: axis)].compactMap { $0 }
    }
    return []
  }

  /// A page that rolls up from what lies beneath. Where that reaches beyond the page it fades in while
  /// the page begins to rise.
  private static func curl(
    _ page: Placement?, over beneath: Placement?, progress: Double, in viewport: PixelSize
  ) -> [Patch] {
    guard let page else { return [beneath?.patch()].compactMap { $0 } }
    let curl = PageCurl(page, in: viewport, progress: progress).patches(page, in: viewport)
    guard let beneath else { return curl }
    let isCovered = beneath.width <= page.width && beneath.height <= page.height
    let opacity = isCovered ? 1 : (min(1, progress * 5) * 255).rounded() / 255
    return [beneath.patch(shade: Shade(opacity: opacity))] + curl
  }

  /// The new picture fades in. Where it does not cover the old one, the old one fades out; below
  /// the new one the old one must stay whole, or the background would show through both.
  private static func dissolve(progress: Double, old: Placement?, new: Placement?) -> [Patch] {
    // Whole steps of an 8-bit target, which GPUs blend without rounding the share itself.
    let opacity = (progress * 255).rounded() / 255
    guard let new else { return [old?.patch()].compactMap { $0 } }
    let coming = new.patch(shade: Shade(opacity: opacity))
    guard let old else { return [coming] }
    let shared = (min(1, new.width / old.width), min(1, new.height / old.height))
    if shared == (1, 1) { return [old.patch(), coming] }
    return [
      old.patch(shade: Shade(opacity: 1 - opacity)),
      old.middle(width: shared.0, height: shared.1), coming,
    ]
  }
}
