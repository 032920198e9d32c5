import MediaTypes
import RecordCore

/// The steps that bring the pictures of one camera onto the canvas, with what each step needs.
final class FitRoute {
  /// All that the steps depend on.
  struct Wish: Hashable {
    var source: PictureLayout
    var size: PixelSize
    var pixelAspect: PixelAspect
    var rotation: Rotation
    var isMirrored: Bool
    var canvas: MovieCanvas
    var layout: PictureLayout
  }

  let wish: Wish
  /// Whether pictures agree as they are.
  let isDirect: Bool
  private let plan: FitPlan
  private let scaling: Scaling?
  /// Where a scaled picture waits to be turned.
  private let between: MediaFrame?

  /// A class, since it is held as an optional.
  private final class Scaling {
    let scaler: Scaler
    init(_ wish: Wish, _ plan: FitPlan) throws(RecordError) {
      scaler = try Scaler(from: wish.source, plan.crop.size, to: wish.layout, plan.scaled)
    }
  }

  init(_ wish: Wish) throws(RecordError) {
    self.wish = wish
    plan = FitPlan(
      size: wish.size, pixelAspect: wish.pixelAspect, rotation: wish.rotation,
      isMirrored: wish.isMirrored, canvas: wish.canvas)
    let needsScaling = !wish.source.agrees(with: wish.layout) || plan.crop.size != plan.scaled
    isDirect =
      !needsScaling && plan.isIdentity(size: wish.size, canvas: wish.canvas.size)
    scaling = needsScaling || plan.turn.isNone ? try Scaling(wish, plan) : nil
    between =
      scaling != nil && !plan.turn.isNone
      ? try MediaFrame(size: plan.scaled, layout: wish.layout) : nil
  }

  /// Runs the steps.
  ///
  /// - Parameters:
  ///   - source: planes of a picture of the wish's layout and size.
  ///   - target: planes of a picture of the canvas.
  /// - Returns: how often a whole picture was written.
  func run(from source: PlanePointers, to target: PlanePointers) throws(RecordError) -> Int {
    let source = unsafe source.moved(x: plan.crop.x, y: plan.crop.y, layout: wish.source)
    let target = unsafe target.moved(x: plan.target.x, y: plan.target.y, layout: wish.layout)
    guard let scaling else {
      unsafe plan.turn.apply(size: plan.scaled, layout: wish.layout, from: source, to: target)
      return 1
    }
    guard let between else {
      unsafe try scaling.scaler.scale(from: source, to: target)
      return 1
    }
    unsafe try scaling.scaler.scale(from: source, to: between.planes)
    unsafe plan.turn.apply(size: plan.scaled, layout: wish.layout, from: between.planes, to: target)
    return 2
  }
}

extension PictureLayout {
  /// Whether a picture of the one is a picture of the other, byte by byte. Transfer and primaries are
  /// not converted, so that they do not count.
  func agrees(with other: PictureLayout) -> Bool {
    format == other.format && color.matrix == other.color.matrix && color.range == other.color.range
  }
}
