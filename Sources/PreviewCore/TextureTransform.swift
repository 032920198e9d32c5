import MediaTypes

extension TextureTransform {
  /// Left and right exchanged.
  static let mirror = TextureTransform(xx: -1, xy: 0, x0: 1, yx: 0, yy: 1, y0: 0)

  /// From a turned picture to the one before a clockwise turn.
  static func undoing(_ rotation: Rotation) -> TextureTransform {
    switch rotation {
    case .none: .identity
    case .clockwise90: TextureTransform(xx: 0, xy: 1, x0: 0, yx: -1, yy: 0, y0: 1)
    case .half: TextureTransform(xx: -1, xy: 0, x0: 1, yx: 0, yy: -1, y0: 1)
    case .clockwise270: TextureTransform(xx: 0, xy: -1, x0: 1, yx: 1, yy: 0, y0: 0)
    }
  }

  /// The middle part of a picture: `width` and `height` are shares of it, 0 ... 1.
  static func crop(width: Double, height: Double) -> TextureTransform {
    TextureTransform(
      xx: width, xy: 0, x0: (1 - width) / 2, yx: 0, yy: height, y0: (1 - height) / 2)
  }

  /// From a part of a picture to all of it.
  static func part(_ part: PixelRectangle, of size: PixelSize) -> TextureTransform {
    let (width, height) = (Double(size.width), Double(size.height))
    return TextureTransform(
      xx: Double(part.size.width) / width, xy: 0, x0: Double(part.x) / width, yx: 0,
      yy: Double(part.size.height) / height, y0: Double(part.y) / height)
  }

  /// Shares of the stored picture's width and height that a pixel of the target covers: the box around
  /// what it shows.
  public func reach(of hit: ScreenQuad.Hit) -> (u: Double, v: Double) {
    // The square is -1 ... 1 and counts up, the texture 0 ... 1 and counts down.
    func move(_ change: ScreenQuad.Change) -> (u: Double, v: Double) {
      ((xx * change.x - xy * change.y) / 2, (yx * change.x - yy * change.y) / 2)
    }
    let (across, down) = (move(hit.across), move(hit.down))
    return (abs(across.u) + abs(down.u), abs(across.v) + abs(down.v))
  }

  /// One map after another: `right` acts first.
  public static func * (left: TextureTransform, right: TextureTransform) -> TextureTransform {
    let origin = left(right.x0, right.y0)
    return TextureTransform(
      xx: left.xx * right.xx + left.xy * right.yx,
      xy: left.xx * right.xy + left.xy * right.yy,
      x0: origin.u,
      yx: left.yx * right.xx + left.yy * right.yx,
      yy: left.yx * right.xy + left.yy * right.yy,
      y0: origin.v)
  }
}
