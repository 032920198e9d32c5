import MediaTypes
import PreviewCore
import PreviewPatterns
import Testing

struct PageCurlTests {
  private static let viewport = PixelSize(width: 320, height: 200)
  private static let moments = stride(from: 0.01, through: 0.99, by: 0.07)

  private static func face(_ seed: Int = 0, width: Int = 32, height: Int = 20) throws -> Face {
    var pattern = PatternFrame(.grey, size: PixelSize(width: width, height: height))
    pattern.seed = seed
    return Face(frame: try pattern.make())
  }

  private static func scene(
    _ transition: Transition, _ progress: Double, viewport: PixelSize = viewport
  ) throws -> Scene {
    SceneComposer.scene(
      viewport: viewport, gravity: .aspectFill, transition: transition, progress: progress,
      old: try face(0), new: try face(1))
  }

  private static func meshes(_ scene: Scene) -> [ScreenMesh] {
    scene.patches.compactMap { patch in
      guard case .grid(let grid) = patch.mesh else { return nil }
      return ScreenMesh(grid, of: patch, in: scene.viewport)
    }
  }

  @Test func `At its ends a curl is the plain preview`() throws {
    for transition in [Transition.curlUp, .curlDown] {
      #expect(try Self.scene(transition, 0).patches.map(\.mesh) == [.quad])
      #expect(try Self.scene(transition, 1).patches.map(\.mesh) == [.quad])
    }
  }

  @Test func `The page is whole until its corner rises, and gone before the end`() throws {
    let early = try Self.scene(.curlUp, 0.002)
    let covered = Self.area(Self.meshes(early), of: \.brightness)
    // Smooth edges reach half a pixel beyond.
    #expect(abs(covered - Double(Self.viewport.area)) < 900)
    let late = Self.meshes(try Self.scene(.curlUp, 0.999))
    let inside = late.flatMap(\.vertices).filter {
      $0.shade.opacity > 0.02 && (0...320).contains($0.x) && (0...200).contains($0.y)
    }
    #expect(inside.isEmpty)
  }

  /// The area of lit triangles, in pixels.
  private static func area(_ meshes: [ScreenMesh], of part: KeyPath<Shade, Double>) -> Double {
    meshes.flatMap { mesh in
      stride(from: 0, to: mesh.vertices.count, by: 3).map { index in
        let corners = mesh.vertices[index..<index + 3]
        guard corners.allSatisfy({ $0.shade[keyPath: part] > 0 }) else { return 0 }
        return abs(ScreenMesh.area(corners[index], corners[index + 1], corners[index + 2])) / 2
      }
    }.reduce(0, +)
  }

  @Test func `It bends and does not stretch: as long on the cylinder as in the picture`() throws {
    for progress in Self.moments {
      for patch in try Self.scene(.curlUp, progress).patches {
        guard case .grid(let grid) = patch.mesh, patch.shade.brightness > 0 else { continue }
        for row in 1..<grid.rows {
          let (one, two) = (
            grid.vertices[(row - 1) * grid.columns + 1], grid.vertices[row * grid.columns + 1]
          )
          let space = Self.length(two.x - one.x, two.y - one.y, two.z - one.z)
          let page = Self.length(2 * (two.u - one.u), 2 * (two.v - one.v), 0)
          // A chord is a little shorter than its arc; smooth edges move by half a pixel.
          #expect(space <= page + 1.2 / 100 && space >= page * 0.99 - 1.2 / 100)
        }
      }
    }
  }

  /// In half viewport widths.
  private static func length(_ x: Double, _ y: Double, _ z: Double) -> Double {
    let y = y * 200 / 320
    return (x * x + y * y + z * z).squareRoot()
  }

  @Test func `What comes back is pale and mirrored, and a soft shadow lies beneath`() throws {
    let patches = try Self.scene(.curlUp, 0.55).patches
    #expect(patches.count == 5)
    #expect(patches[0].mesh == .quad && patches[0].frame.sequence == 0)
    #expect(patches[1].shade.brightness == 0 && patches[3].shade.brightness == 0)
    guard case .grid(let back) = patches[4].mesh else {
      Issue.record("no page that comes back")
      return
    }
    #expect(back.vertices.allSatisfy { $0.shade.paleness > 0.5 })
    let mesh = try #require(ScreenMesh(back, of: patches[4], in: Self.viewport))
    for index in stride(from: 0, to: mesh.vertices.count, by: 3) {
      let corners = mesh.vertices[index..<index + 3].map { $0 }
      // Clockwise on the target where it is clockwise in the picture, or the other way round.
      let onTarget = ScreenMesh.area(corners[0], corners[1], corners[2])
      let inPicture =
        (corners[1].u - corners[0].u) * (corners[2].v - corners[0].v)
        - (corners[1].v - corners[0].v) * (corners[2].u - corners[0].u)
      if abs(inPicture) > 1e-5 { #expect(onTarget * inPicture <= 0) }
    }
  }

  @Test func `Rolling down is rolling up backwards with the faces exchanged`() throws {
    for progress in [0.2, 0.5, 0.8] {
      let down = try Self.scene(.curlDown, progress)
      let up = try SceneComposer.scene(
        viewport: Self.viewport, gravity: .aspectFill, transition: .curlUp,
        progress: 1 - progress, old: Self.face(1), new: Self.face(0))
      #expect(down.patches.map(\.mesh) == up.patches.map(\.mesh))
      #expect(down.patches.map(\.transform) == up.patches.map(\.transform))
    }
  }

  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 2000),
    PixelSize(width: 3000, height: 2), PixelSize(width: 16384, height: 9),
    PixelSize(width: 0, height: 5),
  ])
  func `Any viewport gives numbers`(viewport: PixelSize) throws {
    for progress in Self.moments {
      let scene = try Self.scene(.curlUp, progress, viewport: viewport)
      for vertex in Self.meshes(scene).flatMap(\.vertices) {
        let numbers = [vertex.x, vertex.y, vertex.u, vertex.v, vertex.weight]
        #expect(numbers.allSatisfy { $0.isFinite })
        #expect((0...1).contains(vertex.shade.opacity) && (0...1).contains(vertex.shade.brightness))
      }
    }
  }

  @Test func `A page that waits for its camera shows what it has and no more`() throws {
    let waiting = SceneComposer.scene(
      viewport: Self.viewport, gravity: .aspectFill, transition: .curlUp, progress: 0.9,
      old: try Self.face(), new: nil)
    let limit = SceneComposer.scene(
      viewport: Self.viewport, gravity: .aspectFill, transition: .curlUp,
      progress: TransitionTimeline.waitingLimit, old: try Self.face(), new: nil)
    #expect(waiting.patches.map(\.mesh) == limit.patches.map(\.mesh))
  }
}
