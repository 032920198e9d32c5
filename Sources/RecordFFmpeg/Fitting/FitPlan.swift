import MediaTypes
import RecordCore

/// A rectangle of whole pixels.
struct PixelRectangle: Hashable {
  var x = 0
  var y = 0
  var size: PixelSize
}

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
  ///   - rotation: the turn that makes it upright.
  ///   - isMirrored: whether it is stored mirrored.
  init(size: PixelSize, rotation: Rotation, isMirrored: Bool, canvas: MovieCanvas) {
    let upright = rotation.swapsAxes ? size.transposed : size
    let taken: PixelSize
    switch canvas.gravity {
    case .fill:
      taken = Self.largest(of: canvas.size, within: upright)
      target = PixelRectangle(size: canvas.size)
    case .fit:
      taken = Self.even(upright)
      target = Self.centered(Self.largest(of: upright, within: canvas.size), in: canvas.size)
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

  /// The largest size of a shape that fits within another, with even edges of at least 2.
  private static func largest(of shape: PixelSize, within bounds: PixelSize) -> PixelSize {
    // Edges are at most 16384, so that products of two fit easily.
    if bounds.width * shape.height > bounds.height * shape.width {
      return even(
        PixelSize(width: bounds.height * shape.width / shape.height, height: bounds.height))
    }
    return even(PixelSize(width: bounds.width, height: bounds.width * shape.height / shape.width))
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
