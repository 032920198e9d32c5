import MediaTypes

extension SceneComposer {
  /// Several cameras at once: small pictures over a scene, as a picture in picture.
  ///
  /// - Parameters:
  ///   - insets: from below to above; those without an area, or with numbers that are none, are left
  ///     out.
  ///   - scene: what they lie over: the plain preview of the main camera, or a flip on its way.
  public static func scene(_ insets: [Inset], over scene: Scene) -> Scene {
    var scene = scene
    scene.patches += insets.compactMap { patch($0, in: scene.viewport) }
    return scene
  }

  private static func patch(_ inset: Inset, in viewport: PixelSize) -> Patch? {
    let (width, height) = (Double(viewport.width), Double(viewport.height))
    let frame = RoundedFrame(
      left: (inset.x * width).rounded(), top: (inset.y * height).rounded(),
      width: (inset.width * width).rounded(), height: (inset.height * height).rounded(),
      roundness: inset.roundness)
    guard viewport.isValid, let frame,
      let size = frame.pixelSize,
      let placement = Placement(inset.face, in: size, gravity: .aspectFill),
      let mesh = frame.mesh(in: viewport)
    else { return nil }
    return Patch(
      frame: inset.face.frame, mesh: .grid(mesh), transform: .identity,
      textureTransform: placement.textureTransform)
  }
}

/// A rectangle with round corners in pixels, as a surface with smooth edges.
private struct RoundedFrame {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  let radius: Double

  /// Steps of a quarter circle.
  private static let steps = 10

  init?(left: Double, top: Double, width: Double, height: Double, roundness: Double) {
    guard width >= 1, height >= 1, abs(left) < 16_384, abs(top) < 16_384, width <= 16_384,
      height <= 16_384
    else { return nil }
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
    radius = max(0, min(1, roundness.isNaN ? 0 : roundness)) * min(width, height) / 2
  }

  var pixelSize: PixelSize? {
    let size = PixelSize(width: Int(width), height: Int(height))
    return size.isValid ? size : nil
  }

  /// Rows from the top to the bottom: around the upper corners, around the lower ones, and one row of no
  /// opacity on either side.
  func mesh(in viewport: PixelSize) -> GridMesh? {
    let angles = (0...Self.steps).map { 0.5 * (1 - Double($0) / Double(Self.steps)) }
    var rows = angles.map { row(angle: $0, isUpper: true) }
    rows += angles.reversed().map { row(angle: $0, isUpper: false) }
    if let first = rows.first, let last = rows.last {
      rows = [cap(first, y: top - 0.5)] + rows + [cap(last, y: top + height + 0.5)]
    }
    let vertices = rows.flatMap { $0 }.map { vertex($0, in: viewport) }
    return GridMesh(columns: 4, vertices: vertices)
  }

  private func vertex(_ point: Point, in viewport: PixelSize) -> GridMesh.Vertex {
    let (x, y) = (point.x / Double(viewport.width), point.y / Double(viewport.height))
    return GridMesh.Vertex(
      x: 2 * x - 1, y: 1 - 2 * y, z: 0, u: (point.x - left) / width, v: (point.y - top) / height,
      shade: Shade(opacity: point.opacity))
  }

  private typealias Point = (x: Double, y: Double, opacity: Double)

  private func row(angle: Double, isUpper: Bool) -> [Point] {
    let turn = HalfTurns(angle)
    // Half a pixel outside and inside the edge.
    return [(0.5, 0.0), (-0.5, 1), (-0.5, 1), (0.5, 0)].enumerated().map { index, edge in
      let (outwards, opacity) = edge
      let round = max(0, radius + outwards)
      let across = round * (1 - turn.cosine) - outwards
      let down = round * (1 - turn.sine) - outwards
      return (
        index < 2 ? left + across : left + width - across,
        isUpper ? top + down : top + height - down, opacity
      )
    }
  }

  private func cap(_ row: [Point], y: Double) -> [Point] { row.map { ($0.x, y, 0) } }
}
