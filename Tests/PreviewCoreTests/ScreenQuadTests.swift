import MediaTypes
import Testing

@testable import PreviewCore

struct ScreenQuadTests {
  private static let viewport = PixelSize(width: 200, height: 100)

  private static func turned(_ angle: Double, eye: Double = 5) -> Matrix4 {
    let turn = HalfTurns(angle)
    return .perspective(eyeDistance: eye)
      * .turn(sine: turn.sine, cosine: turn.cosine, around: .upright)
      * .scale(0.8, 0.6)
  }

  @Test(arguments: [-0.49, -0.4, -0.25, -0.1, 0, 0.05, 0.33, 0.49])
  func `Looking back from a pixel finds the point that is projected there`(angle: Double) throws {
    let transform = Self.turned(angle)
    let quad = try #require(ScreenQuad(transform, in: Self.viewport))
    for (x, y) in [(0.0, 0.0), (-0.9, 0.3), (0.7, -0.8), (0.2, 0.95)] {
      let clip = transform * Vector4(x, y, 0, 1)
      let px = (clip.x / clip.w + 1) * 100 - quad.originX
      let py = (1 - clip.y / clip.w) * 50 - quad.originY
      let weight = quad.weight(px, py)
      #expect(abs(weight - 1 / clip.w) < 1e-9)
      #expect(abs(quad.x(px, py) / weight - x) < 1e-9)
      #expect(abs(quad.y(px, py) / weight - y) < 1e-9)
    }
  }

  @Test func `A square that fills the viewport covers each pixel whole and none outside`() throws {
    let quad = try #require(ScreenQuad(.identity, in: Self.viewport))
    for (column, row) in [(0, 0), (199, 0), (0, 99), (199, 99), (100, 50)] {
      let hit = try #require(quad.hit(column: column, row: row))
      #expect(hit.coverage == 1)
      #expect(abs(hit.x - (Double(column) + 0.5) / 100 + 1) < 1e-12)
    }
    #expect(quad.hit(column: -1, row: 0) == nil)
    #expect(quad.hit(column: 0, row: 100) == nil)
    #expect(quad.columns == 0..<200 && quad.rows == 0..<100)
  }

  @Test(arguments: [0.0, 0.25, 0.5, 0.75])
  func `An edge inside a pixel covers its share`(share: Double) throws {
    // From the centre at 100 to 150 + share.
    let quad = try #require(ScreenQuad(.scale((50 + share) / 100, 1), in: Self.viewport))
    #expect(quad.hit(column: 149, row: 50)?.coverage == 1)
    #expect(abs((quad.hit(column: 150, row: 50)?.coverage ?? 0) - share) < 1e-12)
  }

  @Test(arguments: [0.5, 0.1, 0.01])
  func `A square thinner than a pixel covers as much as it is wide`(width: Double) throws {
    // From the viewport's middle, between two pixels, to either side.
    let quad = try #require(ScreenQuad(.scale(width / 200, 1), in: Self.viewport))
    let sum = (98...101).compactMap { quad.hit(column: $0, row: 50)?.coverage }.reduce(0, +)
    #expect(abs(sum - width) < 1e-9)
  }

  @Test func `The area of a turning square is what its soft edges add up to`() throws {
    let transform = Self.turned(0.3)
    let quad = try #require(ScreenQuad(transform, in: Self.viewport))
    let sum = quad.rows.map { row in
      quad.columns.compactMap { quad.hit(column: $0, row: row)?.coverage }.reduce(0, +)
    }.reduce(0, +)
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map { x, y in
      let clip = transform * Vector4(x, y, 0, 1)
      return (x: clip.x / clip.w * 100, y: clip.y / clip.w * 50)
    }
    let area =
      zip(corners, corners[1...] + corners[..<1]).map { $0.x * $1.y - $1.x * $0.y }
      .reduce(0, +) / 2
    #expect(abs(sum - area) < area * 0.002)
  }

  @Test func `Nothing is seen from behind, edge-on or outside`() {
    #expect(ScreenQuad(Self.turned(1), in: Self.viewport) == nil)
    #expect(ScreenQuad(Self.turned(0.5), in: Self.viewport) == nil)
    #expect(ScreenQuad(.scale(-1, 1), in: Self.viewport) == nil)
    let aside = Matrix4(
      columns: Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(5, 0, 0, 1))
    #expect(ScreenQuad(aside, in: Self.viewport) == nil)
  }

  @Test func `What lies behind the eye is not drawn`() throws {
    // The eye is nearer than the near edge: the left part of the square is behind it.
    let quad = try #require(ScreenQuad(Self.turned(0.3, eye: 0.5), in: Self.viewport))
    #expect(quad.columns == 0..<200)
    for row in 0..<100 {
      for column in 0..<200 {
        guard let hit = quad.hit(column: column, row: row) else { continue }
        let clip = Self.turned(0.3, eye: 0.5) * Vector4(hit.x, hit.y, 0, 1)
        #expect(clip.w > 0)
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 0, 1e300, 1e-300])
  func `A transform that is no projection does no harm`(number: Double) {
    for index in 0..<16 {
      var numbers = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
      numbers[index] = number
      let columns = stride(from: 0, to: 16, by: 4).map {
        Vector4(numbers[$0], numbers[$0 + 1], numbers[$0 + 2], numbers[$0 + 3])
      }
      let transform = Matrix4(columns: columns[0], columns[1], columns[2], columns[3])
      guard let quad = ScreenQuad(transform, in: Self.viewport) else { continue }
      #expect(quad.columns.lowerBound >= 0 && quad.columns.upperBound <= 200)
      #expect(quad.rows.lowerBound >= 0 && quad.rows.upperBound <= 100)
      _ = quad.hit(column: 3, row: 4)
    }
  }
}
