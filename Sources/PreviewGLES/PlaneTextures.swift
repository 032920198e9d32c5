import CGLES
import MediaTypes
import PreviewCore

/// The textures of a frame's planes, however they were filled.
///
/// *Context*: the GL context they were made in, also for their end.
struct PlaneTextures {
  let format: PixelFormat
  private let textures: [GLObject]

  /// Makes a texture for each plane and lets `fill` give it its memory while it is bound.
  init(_ format: PixelFormat, fill: (_ plane: Int) -> Void) {
    self.format = format
    textures = format.planeShapes.indices.map { plane in
      let texture = GLObject(.texture)
      Self.bind(texture, unit: 0)
      fill(plane)
      Self.setUp(TexelOrder(format, plane: plane))
      return texture
    }
  }

  /// Binds the planes to the texture units from which the programs read them.
  func bind() {
    for (plane, texture) in textures.enumerated() {
      Self.bind(texture, unit: format.textureUnit(ofPlane: plane))
    }
  }

  /// Lets `change` work on each texture while it is bound.
  func each(_ change: (_ plane: Int) -> Void) {
    for (plane, texture) in textures.enumerated() {
      Self.bind(texture, unit: 0)
      change(plane)
    }
  }

  private static func setUp(_ order: TexelOrder) {
    let channels = [
      GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A,
    ]
    let filters = [
      (GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ]
    for (name, value) in Array(zip(channels, order.swizzle)) + filters {
      glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(name), value)
    }
  }

  private static func bind(_ texture: GLObject, unit: Int) {
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
  }
}
