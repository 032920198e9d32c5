import MediaTypes
import PreviewCore

/// What the programs are told of a patch: the same fields as in Shaders.metal, in whole vectors, so that both
/// languages lay them out alike.
struct PatchUniforms {
  typealias Vector = SIMD4<Float>

  var bounds = Vector()
  var origin = Vector()
  var square = (Vector(), Vector(), Vector())
  var edges = (Vector(), Vector(), Vector(), Vector())
  var position = (Vector(), Vector())
  var size = Vector()
  var part = Vector()
  var chroma = Vector()
  var color = (Vector(), Vector(), Vector())
  var shade = Vector()
  var order = SIMD4<UInt32>()

  init(_ patch: Patch, in viewport: PixelSize) {
    setPicture(patch.frame, viewport)
    let (x, y) = patch.picturePosition
    position = (Self.vector(x), Self.vector(y))
    shade = Self.vector(patch.shade.brightness, patch.shade.opacity, patch.shade.paleness)
  }

  /// Where the square lies.
  mutating func setGeometry(_ quad: ScreenQuad, in viewport: PixelSize) {
    let clip = quad.clipBounds(in: viewport)
    bounds = Self.vector(clip.left, clip.bottom, clip.right, clip.top)
    origin = Self.vector(quad.originX, quad.originY)
    square = (Self.vector(quad.x), Self.vector(quad.y), Self.vector(quad.weight))
    edges = (
      Self.vector(quad.left), Self.vector(quad.right), Self.vector(quad.top),
      Self.vector(quad.bottom)
    )
  }

  private mutating func setPicture(_ frame: VideoFrame, _ viewport: PixelSize) {
    size = Self.vector(
      Double(frame.size.width), Double(frame.size.height), Double(viewport.width),
      Double(viewport.height))
    let seen = frame.visiblePart
    part = Self.vector(seen.left, seen.top, seen.right, seen.bottom)
    let placement = frame.chromaPlacement
    chroma = Self.vector(placement.across, placement.down, placement.shift)
    let conversion = ColorConversion(frame.color, format: frame.format)
    color = (
      Self.vector(conversion.red), Self.vector(conversion.green), Self.vector(conversion.blue)
    )
    order = TexelFormat.order(frame.format)
  }

  private static func vector(
    _ x: Double, _ y: Double, _ z: Double = 0, _ w: Double = 0
  ) -> Vector {
    Vector(Float(x), Float(y), Float(z), Float(w))
  }

  private static func vector(_ slope: ScreenQuad.Slope) -> Vector {
    vector(slope.x, slope.y, slope.constant)
  }

  private static func vector(_ row: ColorConversion.Row) -> Vector {
    vector(row.first, row.second, row.third, row.constant)
  }
}

/// One corner of a triangle, as in Shaders.metal.
struct MeshVertex {
  let spot: SIMD4<Float>
  let picture: SIMD4<Float>
  let shading: SIMD4<Float>

  init(_ vertex: ScreenMesh.Vertex) {
    spot = SIMD4(Float(vertex.x), Float(vertex.y), Float(vertex.weight), 0)
    picture = SIMD4(
      Float(vertex.u), Float(vertex.v), Float(vertex.reach.u), Float(vertex.reach.v))
    shading = SIMD4(
      Float(vertex.shade.brightness), Float(vertex.shade.opacity), Float(vertex.shade.paleness), 0)
  }
}
