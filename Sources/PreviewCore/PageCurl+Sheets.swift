import MediaTypes

/// One line of a sheet across the page.
struct SheetRow {
  var arc: Double
  var position: PageCurl.Position
  /// How the page is lit there.
  var shade: Shade
}

/// How a sheet ends at the page's edges: opacity at distances outwards, in pixels, in order.
typealias SheetEdge = [(distance: Double, opacity: Double)]

extension PageCurl {
  /// The page, rolled up as far as it is, with its shadows, over what lies beneath.
  func patches(_ page: Placement, in viewport: PixelSize) -> [Patch] {
    let sheets = [
      (shadowBeneath, Shade(brightness: 0)), (mesh(frontRows, edge: Self.sharp), .plain),
      (shadowOnPage, Shade(brightness: 0)), (mesh(backRows, edge: Self.sharp), .plain),
    ]
    return sheets.compactMap { mesh, shade in
      mesh.map { mesh in
        Patch(
          frame: page.face.frame, mesh: .grid(inClipSpace(mesh, viewport)),
          transform: .perspective(eyeDistance: Placement.eyeDistance),
          textureTransform: page.textureTransform, shade: shade)
      }
    }
  }

  /// A pixel wide, as the overlap of a pixel with an edge is.
  private static let sharp: SheetEdge = [(-0.5, 1), (0.5, 0)]
  private static let step = 1.0 / 28

  // MARK: - Rows

  /// What lies flat and what rises, as far as it is not under the part that comes back.
  private var frontRows: [SheetRow] {
    let limit = min(peeled, upright)
    let edge = seen(position(arc: upright)) + 1.5
    var rows: [SheetRow] = []
    for arc in arcs(from: -(top - line), to: limit) {
      let position = position(arc: arc)
      rows.append(SheetRow(arc: arc, position: position, shade: frontShade(arc)))
      if peeled > upright, arc > 0, seen(position) < edge { break }
    }
    return rows
  }

  /// What comes back over it. Its first edge is where the page turns away from the eye, and smooth.
  private var backRows: [SheetRow] {
    guard peeled > upright else { return [] }
    let turning = position(arc: upright)
    var (outer, inner) = (turning, turning)
    outer.along -= 0.5 / magnification(turning.height)
    inner.along += 0.5 / magnification(turning.height)
    let shade = backShade(upright)
    var rows = [
      SheetRow(arc: upright, position: outer, shade: shade.covering(0)),
      SheetRow(arc: upright, position: inner, shade: shade),
    ]
    for arc in arcs(from: upright, to: peeled) {
      let position = position(arc: arc)
      guard seen(position) > seen(turning) + 1 else { continue }
      rows.append(SheetRow(arc: arc, position: position, shade: backShade(arc)))
    }
    return rows
  }

  /// Arcs in order, close together on the cylinder, and one at each of the page's corners.
  private func arcs(from first: Double, to last: Double) -> [Double] {
    guard last > first else { return [] }
    let bent = stride(from: 0, through: 1, by: Self.step).map { $0 * .pi * radius }
    let corners = corners.map { line - $0 }
    let inside = (bent + [.pi * radius] + corners).filter { $0 > first && $0 < last }
    return [first] + inside.sorted() + [last]
  }

  // MARK: - Light

  /// Light falls from above and a little from where the page came from.
  private func frontShade(_ arc: Double) -> Shade {
    let turn = angle(arc)
    return Shade(brightness: 0.5 + 0.5 * max(0, turn.cosine - 0.3 * turn.sine))
  }

  private func backShade(_ arc: Double) -> Shade {
    let turn = angle(arc)
    return Shade(
      brightness: 0.36 + 0.64 * max(0, 0.3 * turn.sine - 0.94 * turn.cosine), paleness: 0.72)
  }

  // MARK: - Shadows

  /// On what is bared, darkest at the roll.
  private var shadowBeneath: GridMesh? {
    let arc = min(upright, peeled)
    let roll = position(arc: arc)
    let depth = 0.55 * min(1, roll.height / radius)
    let width = 1.3 * min(radius, peeled)
    guard depth > 0.01 else { return nil }
    let start = min(seen(roll) + 0.3 * width, line)
    let rows = (0...10).map { index in
      let share = Double(index) / 10
      let position = Position(along: start - 1.3 * width * share, height: 0)
      return SheetRow(
        arc: arc, position: position, shade: Shade(opacity: depth * (1 - share) * (1 - share)))
    }
    return mesh(rows, edge: softEdge(width))
  }

  /// On the page itself, around the part that comes back.
  private var shadowOnPage: GridMesh? {
    guard peeled > upright else { return nil }
    let width = 0.45 * radius
    let depth = 0.3 * min(1, (peeled - upright) / radius)
    var rows = backRows.map { row in
      var row = row
      row.position.along += 0.15 * width
      row.shade = Shade(opacity: row.shade.opacity * depth)
      return row
    }
    guard let last = rows.last else { return nil }
    for step in 1...4 {
      var row = last
      let share = Double(step) / 4
      row.position.along += width * share
      row.shade.opacity = depth * (1 - share) * (1 - share)
      rows.append(row)
    }
    return mesh(rows, edge: softEdge(width))
  }

  private func softEdge(_ width: Double) -> SheetEdge {
    [(-0.2, 1), (0, 0.85), (0.2, 0.6), (0.45, 0.3), (0.7, 0.1), (1, 0)].map { ($0 * width, $1) }
  }

  // MARK: - Meshes

  /// Rows across the page, ending in an edge on either side; nil for fewer than two.
  private func mesh(_ rows: [SheetRow], edge: SheetEdge) -> GridMesh? {
    let vertices = rows.flatMap { row in
      let (range, left, right) = span(arc: row.arc)
      // Where the page is narrower than its edge, both sides meet in the middle.
      let middle = (range.lowerBound + range.upperBound) / 2
      return edge.reversed().map { point in
        vertex(
          row, across: min(range.lowerBound - point.distance * left, middle), opacity: point.opacity
        )
      }
        + edge.map { point in
          vertex(
            row, across: max(range.upperBound + point.distance * right, middle),
            opacity: point.opacity)
        }
    }
    return GridMesh(columns: edge.count * 2, vertices: vertices)
  }

  private func vertex(_ row: SheetRow, across: Double, opacity: Double) -> GridMesh.Vertex {
    let (sine, cosine) = (Self.tilt.sine, Self.tilt.cosine)
    func point(_ along: Double) -> (x: Double, y: Double) {
      (across * cosine - along * sine, across * sine + along * cosine)
    }
    let (here, flat) = (point(row.position.along), point(line - row.arc))
    var shade = row.shade
    shade.opacity *= opacity
    return GridMesh.Vertex(
      x: here.x, y: here.y, z: row.position.height, u: (1 + flat.x / halfWidth) / 2,
      v: (1 - flat.y / halfHeight) / 2, shade: shade)
  }

  private func inClipSpace(_ mesh: GridMesh, _ viewport: PixelSize) -> GridMesh {
    let (width, height) = (Double(viewport.width) / 2, Double(viewport.height) / 2)
    let vertices = mesh.vertices.map { vertex in
      var vertex = vertex
      (vertex.x, vertex.y, vertex.z) = (vertex.x / width, vertex.y / height, vertex.z / width)
      return vertex
    }
    return GridMesh(columns: mesh.columns, vertices: vertices) ?? mesh
  }
}

extension Shade {
  fileprivate func covering(_ share: Double) -> Shade {
    var shade = self
    shade.opacity *= share
    return shade
  }
}
