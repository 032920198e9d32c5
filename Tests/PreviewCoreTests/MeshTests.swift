import MediaTypes
import PreviewCore
import PreviewPatterns
import Testing

struct MeshTests {
  private static func vertex(_ x: Double, _ y: Double, z: Double = 0) -> GridMesh.Vertex {
    GridMesh.Vertex(x: x, y: y, z: z, u: (x + 1) / 2, v: (1 - y) / 2)
  }

  private static let square = [vertex(-1, 1), vertex(1, 1), vertex(-1, -1), vertex(1, -1)]

  private static func patch(_ grid: GridMesh, _ transform: Matrix4 = .identity) throws -> Patch {
    let frame = try PatternFrame(.grey, size: PixelSize(width: 8, height: 4)).make()
    return Patch(frame: frame, mesh: .grid(grid), transform: transform)
  }

  @Test func `Grids that are none are refused`() {
    #expect(GridMesh(columns: 2, vertices: Self.square)?.rows == 2)
    #expect(GridMesh(columns: 1, vertices: Self.square) == nil)
    #expect(GridMesh(columns: 0, vertices: Self.square) == nil)
    #expect(GridMesh(columns: .min, vertices: Self.square) == nil)
    #expect(GridMesh(columns: 3, vertices: Self.square) == nil)
    #expect(GridMesh(columns: 4, vertices: Self.square) == nil)
    #expect(GridMesh(columns: 2, vertices: []) == nil)
  }

  @Test func `A square is two triangles in pixels, with what a pixel covers`() throws {
    let grid = try #require(GridMesh(columns: 2, vertices: Self.square))
    let mesh = try #require(
      ScreenMesh(grid, of: try Self.patch(grid), in: PixelSize(width: 40, height: 20)))
    #expect(mesh.vertices.map(\.x) == [0, 40, 40, 0, 40, 0])
    #expect(mesh.vertices.map(\.y) == [0, 0, 20, 0, 20, 20])
    #expect(mesh.vertices.allSatisfy { $0.reach == (1.0 / 40, 1.0 / 20) && $0.weight == 1 })
  }

  @Test func `What lies behind the eye, has no area or no numbers is left out`() throws {
    let viewport = PixelSize(width: 40, height: 20)
    let behind = Matrix4(
      columns: Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 0, 0), Vector4(0, 0, 0, -1))
    let grid = try #require(GridMesh(columns: 2, vertices: Self.square))
    #expect(try ScreenMesh(grid, of: Self.patch(grid, behind), in: viewport) == nil)
    #expect(try ScreenMesh(grid, of: Self.patch(grid), in: PixelSize(width: 0, height: 1)) == nil)
    for x in [Double.nan, .infinity, 1e300] {
      let odd = try #require(
        GridMesh(columns: 2, vertices: Self.square.dropLast() + [Self.vertex(x, -1)]))
      let mesh = ScreenMesh(odd, of: try Self.patch(odd), in: viewport)
      #expect(mesh?.vertices.allSatisfy { $0.x.isFinite && $0.y.isFinite } ?? true)
    }
    let thin = try #require(
      GridMesh(columns: 2, vertices: [0, 0, 1, 1].map { Self.vertex(0, $0) }))
    #expect(try ScreenMesh(thin, of: Self.patch(thin), in: viewport) == nil)
  }
}

struct InsetTests {
  private static let viewport = PixelSize(width: 64, height: 48)

  private static func main() throws -> Scene {
    let frame = try PatternFrame(.grey, size: viewport).make()
    return SceneComposer.scene(
      viewport: viewport, gravity: .aspectFill, face: Face(frame: frame))
  }

  private static func inset(_ change: (inout Inset) -> Void = { _ in }) throws -> Inset {
    let frame = try PatternFrame(.rgb24, size: PixelSize(width: 8, height: 8)).make()
    var inset = Inset(face: Face(frame: frame), x: 0.5, y: 0.5, width: 0.25, height: 0.25)
    change(&inset)
    return inset
  }

  @Test func `Insets lie over the scene in their order`() throws {
    let one = try Self.inset()
    let two = try Self.inset { $0.x = 0.1 }
    let scene = SceneComposer.scene([one, two], over: try Self.main())
    #expect(scene.patches.count == 3)
    guard case .grid(let grid) = scene.patches[1].mesh else {
      Issue.record("an inset is a surface of its own")
      return
    }
    let xs = grid.vertices.filter { $0.shade.opacity == 1 }.map { ($0.x + 1) / 2 * 64 }
    #expect(xs.min() == 32.5 && xs.max() == 47.5)
  }

  @Test func `What has no area or no numbers is left out`() throws {
    let broken = try [
      Self.inset { $0.width = 0 }, Self.inset { $0.height = -1 }, Self.inset { $0.x = .nan },
      Self.inset { $0.y = .infinity }, Self.inset { $0.width = 1e9 },
    ]
    #expect(try SceneComposer.scene(broken, over: Self.main()).patches.count == 1)
    let round = try [-1, 0, 0.5, 1, 7, .nan].map { value in
      try Self.inset { $0.roundness = value }
    }
    #expect(try SceneComposer.scene(round, over: Self.main()).patches.count == 7)
  }
}
