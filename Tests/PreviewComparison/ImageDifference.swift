import MediaTypes
public import PreviewCore

/// How far a picture is from the reference.
public struct ImageDifference: Sendable {
  /// The largest difference of any channel away from the surfaces' edges, in steps of 1/255.
  public private(set) var worstInside = 0
  /// The largest difference of any channel on the edges.
  public private(set) var worstAtEdge = 0
  /// The largest amount by which a channel on an edge lies outside what the reference has within one
  /// pixel: 0 when every edge is within a pixel of where it should be.
  public private(set) var worstBeyondPixel = 0
  /// The mean difference over all channels.
  public private(set) var mean = 0.0

  /// What the project promises of its renderers.
  public var isWithinTolerance: Bool {
    worstInside <= 2 && worstBeyondPixel <= 2 && mean < 0.3
  }

  /// Compares two pictures of one size.
  public init(_ image: RenderedImage, reference: RenderedImage, of scene: Scene) {
    let quads = scene.patches.filter { $0.mesh == .quad }
      .compactMap { ScreenQuad($0.transform, in: scene.viewport) }
    let width = reference.size.width
    var sum = 0
    for (index, (found, wanted)) in zip(image.bytes, reference.bytes).enumerated()
    where found != wanted {
      let difference = abs(Int(found) - Int(wanted))
      sum += difference
      let (x, y) = (index / 4 % width, index / 4 / width)
      // Whether it is an edge is slow to find out, so only where it matters.
      if difference > worstInside || difference > max(1, worstAtEdge) {
        note(difference, of: found, channel: index % 4, x: x, y: y, quads, reference)
      }
    }
    mean = Double(sum) / Double(max(1, reference.bytes.count))
  }

  private mutating func note(
    _ difference: Int, of value: UInt8, channel: Int, x: Int, y: Int, _ quads: [ScreenQuad],
    _ reference: RenderedImage
  ) {
    guard quads.contains(where: { Self.isEdge($0, x, y) }) else {
      worstInside = max(worstInside, difference)
      return
    }
    worstAtEdge = max(worstAtEdge, difference)
    let near = Self.neighbours(x, y, in: reference).map { Int(reference[$0.0, $0.1][channel]) }
    let beyond = max((near.min() ?? 0) - Int(value), Int(value) - (near.max() ?? 0))
    worstBeyondPixel = max(worstBeyondPixel, beyond)
  }

  /// Whether the surface covers some pixel here in part, or one here and not the next.
  private static func isEdge(_ quad: ScreenQuad, _ x: Int, _ y: Int) -> Bool {
    let coverage = [-1, 0, 1].flatMap { dy in
      [-1, 0, 1].map { dx in quad.hit(column: x + dx, row: y + dy)?.coverage ?? 0 }
    }
    return (coverage.min() ?? 0) != (coverage.max() ?? 0)
  }

  private static func neighbours(_ x: Int, _ y: Int, in image: RenderedImage) -> [(Int, Int)] {
    (max(0, y - 1)...min(image.size.height - 1, y + 1)).flatMap { row in
      (max(0, x - 1)...min(image.size.width - 1, x + 1)).map { ($0, row) }
    }
  }
}
