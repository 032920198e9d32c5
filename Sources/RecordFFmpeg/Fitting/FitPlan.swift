import MediaTypes
import RecordCore

/// How a camera's picture gets onto the canvas: which part of it is taken, how large it becomes, how
/// it is turned, and where it lies.
///
/// A pure value, worked out once for a camera. All edges are even, since 4:2:0 video shares its colour
/// between two columns and two rows.
struct FitPlan: Hashable {
  /// The part of the stored picture that is taken.
  let crop: PixelRectangle
  /// Its size once scaled, before it is turned.
  let scaled: PixelSize
  /// The turn that makes it upright, and whether left and right change places after it.
  let turn: PictureTurn
  /// Where it lies on the canvas; what lies beside is black.
  let target: PixelRectangle

  /// - Parameters:
  ///   - size: of the stored picture; both edges at least 2.
  ///   - pixelAspect: the shape of its pixels, as stored; those of the canvas are square.
  ///   - rotation: the turn that makes it upright.
  ///   - isMirrored: whether it is stored mirrored.
  init(
    size: PixelSize, pixelAspect: PixelAspect = .square, rotation: Rotation, isMirrored: Bool,
    canvas: MovieCanvas
  ) {
    let upright = rotation.swapsAxes ? size.transposed : size
    let stretch = rotation.swapsAxes ? 1 / pixelAspect.ratio : pixelAspect.ratio
    let taken: PixelSize
    switch canvas.gravity {
    case .fill:
      let shape = Double(canvas.size.width) / Double(canvas.size.height) / stretch
      taken = Self.largest(shape, within: upright)
      target = PixelRectangle(whole: canvas.size)
    case .fit:
      let shape = Double(upright.width) * stretch / Double(upright.height)
      taken = Self.even(upright)
      target = Self.centered(Self.largest(shape, within: canvas.size), in: canvas.size)
    }
    let stored = rotation.swapsAxes ? taken.transposed : taken
    crop = Self.centered(stored, in: size)
    scaled = rotation.swapsAxes ? target.size.transposed : target.size
    turn = PictureTurn(rotation: rotation, mirrors: isMirrored != canvas.isMirrored)
  }

  /// Whether no pixel has to change its size or place, on a canvas of this size.
  func isIdentity(size: PixelSize, canvas: PixelSize) -> Bool {
    size == canvas && crop.size == canvas && target.size == canvas && turn.isNone
  }

  /// The largest size of a shape (width over height) within bounds, with even edges of at least 2.
  ///
  /// Rounded before it is made even: a shape made of whole numbers comes out as those numbers.
  private static func largest(_ shape: Double, within bounds: PixelSize) -> PixelSize {
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    if width > height * shape {
      return even(PixelSize(width: Int((height * shape).rounded()), height: bounds.height))
    }
    return even(PixelSize(width: bounds.width, height: Int((width / shape).rounded())))
  }

  private static func even(_ size: PixelSize) -> PixelSize {
    PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
  }

  private static func centered(_ inner: PixelSize, in outer: PixelSize) -> PixelRectangle {
    PixelRectangle(
      x: max(0, outer.width - inner.width) / 2 & ~1,
      y: max(0, outer.height - inner.height) / 2 & ~1, size: inner)
  }
}
