public import MediaTypes

/// What is to be seen at one moment: a pure value that a renderer draws without knowing of cameras,
/// flips or time.
///
/// Clip space is OpenGL's: x right, y up, both -1 ... 1 over the viewport, w the perspective
/// divisor. There is no depth test: patches are drawn in order, later over earlier.
public struct Scene: Sendable {
  /// The size of the target in pixels.
  public var viewport: PixelSize
  /// What shows where no patch is.
  public var background: SceneColor
  /// Drawn first to last.
  public var patches: [Patch]

  /// Makes a scene.
  public init(viewport: PixelSize, background: SceneColor = .black, patches: [Patch] = []) {
    self.viewport = viewport
    self.background = background
    self.patches = patches
  }
}

/// A colour as the target stores it (sRGB, not linear), each channel 0 ... 1, not premultiplied.
public struct SceneColor: Hashable, Sendable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// 0 is clear, 1 is opaque.
  public var alpha: Double

  /// Makes a colour.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = SceneColor(red: 0, green: 0, blue: 0)
}

/// One frame on one piece of surface.
public struct Patch: Sendable {
  /// The picture. Its own colour description says how it is drawn.
  public var frame: VideoFrame
  /// The surface, in its own coordinates.
  public var mesh: Mesh
  /// From the mesh's coordinates to clip space.
  public var transform: Matrix4
  /// From the mesh's texture coordinates to the stored picture's: crop, rotation and mirroring.
  public var textureTransform: TextureTransform
  /// How the picture is lit and how much it covers.
  public var shade: Shade

  /// Makes a patch.
  public init(
    frame: VideoFrame, mesh: Mesh = .quad, transform: Matrix4,
    textureTransform: TextureTransform = .identity, shade: Shade = .plain
  ) {
    self.frame = frame
    self.mesh = mesh
    self.transform = transform
    self.textureTransform = textureTransform
    self.shade = shade
  }
}

/// An affine map of texture coordinates, (0, 0) upper left to (1, 1) lower right:
/// `u' = xx·u + xy·v + x0`, `v' = yx·u + yy·v + y0`.
public struct TextureTransform: Hashable, Sendable {
  /// Part of u in u'.
  public var xx: Double
  /// Part of v in u'.
  public var xy: Double
  /// Start of u'.
  public var x0: Double
  /// Part of u in v'.
  public var yx: Double
  /// Part of v in v'.
  public var yy: Double
  /// Start of v'.
  public var y0: Double

  /// Makes a map.
  public init(xx: Double, xy: Double, x0: Double, yx: Double, yy: Double, y0: Double) {
    self.xx = xx
    self.xy = xy
    self.x0 = x0
    self.yx = yx
    self.yy = yy
    self.y0 = y0
  }

  /// The map that changes nothing.
  public static let identity = TextureTransform(xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0)

  /// The point that a point of the mesh shows.
  public func callAsFunction(_ u: Double, _ v: Double) -> (u: Double, v: Double) {
    (xx * u + xy * v + x0, yx * u + yy * v + y0)
  }
}

/// How a patch is lit and how much it covers.
public struct Shade: Hashable, Sendable {
  /// Factor for red, green and blue as stored, 0 ... 1.
  public var brightness: Double
  /// How far colours then go towards white, as of paper that is seen from behind: 0 not at all, 1 is
  /// white.
  public var paleness: Double
  /// 0 is clear, 1 covers all below; blended in stored (sRGB) values.
  public var opacity: Double

  /// Makes a shade.
  public init(brightness: Double = 1, opacity: Double = 1, paleness: Double = 0) {
    self.brightness = brightness
    self.paleness = paleness
    self.opacity = opacity
  }

  /// As it is.
  public static let plain = Shade()
}
