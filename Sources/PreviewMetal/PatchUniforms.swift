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
    setPosition(patch)
    shade = Self.vector(patch.shade.brightness, patch.shade.opacity, patch.shade.paleness)
  }

  /// Where the square lies.
  mutating func setGeometry(_ quad: ScreenQuad, in viewport: PixelSize) {
    let (width, height) = (Double(viewport.width), Double(viewport.height))
    bounds = Self.vector(
      Double(quad.columns.lowerBound) / width * 2 - 1,
      1 - Double(quad.rows.upperBound) / height * 2,
      Double(quad.columns.upperBound) / width * 2 - 1,
      1 - Double(quad.rows.lowerBound) / height * 2)
    origin = Self.vector(quad.originX, quad.originY)
    square = (Self.vector(quad.x), Self.vector(quad.y), Self.vector(quad.weight))
    edges = (
      Self.vector(quad.left), Self.vector(quad.right), Self.vector(quad.top),
      Self.vector(quad.bottom)
    )
  }

  private mutating func setPosition(_ patch: Patch) {
    let (width, height) = (Double(patch.frame.size.width), Double(patch.frame.size.height))
    let map = patch.textureTransform
    // The square is -1 ... 1 and counts up, the texture 0 ... 1 and counts down.
    position = (
      Self.vector(
        width * map.xx / 2, -width * map.xy / 2, width * (map.x0 + (map.xx + map.xy) / 2)),
      Self.vector(
        height * map.yx / 2, -height * map.yy / 2, height * (map.y0 + (map.yx + map.yy) / 2))
    )
  }

  private mutating func setPicture(_ frame: VideoFrame, _ viewport: PixelSize) {
    size = Self.vector(
      Double(frame.size.width), Double(frame.size.height), Double(viewport.width),
      Double(viewport.height))
    let crop = frame.crop
    part = Self.vector(
      Double(crop.x), Double(crop.y), Double(crop.x + crop.size.width - 1),
      Double(crop.y + crop.size.height - 1))
    if let shape = frame.format.planeShapes.last {
      let (across, down) = (shape.horizontalSubsampling, shape.verticalSubsampling)
      chroma = Self.vector(
        1 / Double(across), 1 / Double(down), ChromaSiting(frame.color).shift(subsampling: across))
    }
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
