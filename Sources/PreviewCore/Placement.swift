import MediaTypes

/// Where a face lies in the viewport: a rectangle around the centre, and the part of the picture
/// that it shows.
struct Placement {
  let face: Face
  /// Half the rectangle's edges in clip space, 0 ... 1.
  let width: Double
  let height: Double
  let textureTransform: TextureTransform

  /// How far the eye is from a turning picture, in half viewport edges: near enough for the depth
  /// to be seen, and the edge that comes nearest grows by a quarter.
  static let eyeDistance = 5.0
  /// How much darker a picture is that is seen from the side.
  static let shadow = 0.3

  /// - Returns: nil where the viewport has no area.
  init?(_ face: Face, in viewport: PixelSize, gravity: Gravity) {
    guard viewport.width > 0, viewport.height > 0 else { return nil }
    self.face = face
    // How wide the picture is for its height, as a multiple of the viewport's.
    let shape = face.shownAspectRatio * Double(viewport.height) / Double(viewport.width)
    var crop = TextureTransform.identity
    switch gravity {
    case .resize: (width, height) = (1, 1)
    case .aspectFit: (width, height) = (min(1, shape), min(1, 1 / shape))
    case .aspectFill:
      (width, height) = (1, 1)
      crop = .crop(width: min(1, 1 / shape), height: min(1, shape))
    }
    textureTransform = face.textureTransform * crop
  }

  /// The picture as it lies, not turned.
  func patch(shade: Shade = .plain) -> Patch {
    Patch(
      frame: face.frame, transform: .scale(width, height), textureTransform: textureTransform,
      shade: shade)
  }

  /// The middle part of the picture where it lies; `width` and `height` are shares of it.
  func middle(width share: Double, height heightShare: Double) -> Patch {
    Patch(
      frame: face.frame, transform: .scale(width * share, height * heightShare),
      textureTransform: textureTransform * .crop(width: share, height: heightShare))
  }

  /// The picture turned around an axis of the viewport and seen in perspective.
  func turned(sine: Double, cosine: Double, around axis: Transition.Axis) -> Patch {
    Patch(
      frame: face.frame,
      transform: .perspective(eyeDistance: Self.eyeDistance)
        * .turn(sine: sine, cosine: cosine, around: axis) * .scale(width, height),
      textureTransform: textureTransform,
      shade: Shade(brightness: 1 - Self.shadow * sine * sine))
  }
}
