import MediaTypes
import PreviewPatterns
import Testing

@testable import PreviewCore

struct SceneComposerTests {
  private static let viewport = PixelSize(width: 300, height: 200)
  private static let turning: [Transition] = [.flipFromLeft, .flipFromRight, .crossDissolve]

  private static func face(
    _ name: String, width: Int = 64, height: Int = 48, isMirrored: Bool = false
  ) throws -> Face {
    var frame = PatternFrame(.grey, size: PixelSize(width: width, height: height))
    frame.source = CameraID(name)
    return Face(frame: try frame.make(), isMirrored: isMirrored)
  }

  private static func scene(
    _ transition: Transition, _ progress: Double, _ old: Face?, _ new: Face?,
    _ gravity: Gravity = .aspectFill
  ) -> Scene {
    SceneComposer.scene(
      viewport: viewport, gravity: gravity, transition: transition, progress: progress, old: old,
      new: new)
  }

  @Test(arguments: Transition.allCases, Gravity.allCases)
  func `Both ends are the plain preview, value for value`(
    transition: Transition, gravity: Gravity
  ) throws {
    let old = try Self.face("old")
    let new = try Self.face("new", width: 48, height: 64, isMirrored: true)
    func plain(_ face: Face) -> Scene {
      SceneComposer.scene(viewport: Self.viewport, gravity: gravity, face: face)
    }
    if transition != .none {
      #expect(Self.scene(transition, 0, old, new, gravity).hasSameValues(as: plain(old)))
    }
    #expect(Self.scene(transition, 1, old, new, gravity).hasSameValues(as: plain(new)))
    #expect(Self.scene(transition, 7, old, new, gravity).hasSameValues(as: plain(new)))
  }

  @Test(arguments: turning)
  func `Nonsense progress is the beginning`(transition: Transition) throws {
    let old = try Self.face("old")
    let plain = SceneComposer.scene(viewport: Self.viewport, gravity: .aspectFill, face: old)
    for progress in [-1, -.infinity, .nan, -0.0] {
      #expect(Self.scene(transition, progress, old, old).hasSameValues(as: plain))
    }
  }

  @Test(arguments: turning)
  func `Without a new frame only the old face is ever drawn`(transition: Transition) throws {
    let old = try Self.face("old")
    for progress in stride(from: 0.0, through: 1, by: 0.05) {
      let scene = Self.scene(transition, progress, old, nil)
      #expect(scene.patches.map(\.frame.source.rawValue) == ["old"])
      #expect(scene.patches.compactMap { ScreenQuad($0.transform, in: Self.viewport) }.count == 1)
    }
  }

  @Test func `Without a transition the new face is there as soon as it has a frame`() throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    #expect(Self.scene(.none, 0, old, nil).patches.first?.frame.source == CameraID("old"))
    #expect(Self.scene(.none, 0, old, new).patches.first?.frame.source == CameraID("new"))
    #expect(Self.scene(.none, 0, nil, nil).patches.isEmpty)
  }

  @Test(arguments: Transition.allCases.filter { $0.turn != nil })
  func `A flip shows the old face before the edge, the new one after it, never a back`(
    transition: Transition
  ) throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    for step in 1..<100 where step != 50 {
      let scene = Self.scene(transition, Double(step) / 100, old, new)
      #expect(scene.patches.map(\.frame.source.rawValue) == [step < 50 ? "old" : "new"])
      // A renderer draws no back: each patch must have a front to be seen.
      #expect(scene.patches.allSatisfy { ScreenQuad($0.transform, in: Self.viewport) != nil })
    }
    #expect(Self.scene(transition, 0.5, old, new).patches.isEmpty)
  }

  @Test(arguments: [(Transition.flipFromLeft, -1.0), (.flipFromRight, 1.0)])
  func `The named edge comes to the front first`(transition: Transition, side: Double) throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    for progress in [0.1, 0.25, 0.4] {
      let transform = try #require(Self.scene(transition, progress, old, new).patches.first)
        .transform
      #expect((transform * Vector4(side, 0, 0, 1)).w < 1)
      #expect((transform * Vector4(-side, 0, 0, 1)).w > 1)
    }
    for progress in [0.6, 0.75, 0.9] {
      let transform = try #require(Self.scene(transition, progress, old, new).patches.first)
        .transform
      // By now the same edge of the card is on the other side, and is the new picture's other edge.
      #expect((transform * Vector4(-side, 0, 0, 1)).w < 1)
    }
  }

  @Test(arguments: [(Transition.flipFromTop, 1.0), (.flipFromBottom, -1.0)])
  func `The upper or lower edge comes to the front first`(
    transition: Transition, side: Double
  ) throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    for progress in [0.1, 0.25, 0.4] {
      let transform = try #require(Self.scene(transition, progress, old, new).patches.first)
        .transform
      #expect((transform * Vector4(0, side, 0, 1)).w < 1)
      #expect((transform * Vector4(0, -side, 0, 1)).w > 1)
    }
  }

  @Test func `What is left of a flip before is the old picture from the other side`() throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    for progress in [0.1, 0.3, 0.45] {
      let before = try #require(Self.scene(.flipFromLeft, -progress, old, new).patches.first)
      let after = try #require(Self.scene(.flipFromRight, progress, old, new).patches.first)
      #expect(before.transform == after.transform && before.shade == after.shade)
    }
    #expect(Self.scene(.crossDissolve, -0.3, old, new).patches.count == 1)
  }

  @Test(arguments: [Transition.flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom])
  func `The turn mirrors neither face`(transition: Transition) throws {
    let (old, new) = (try Self.face("old"), try Self.face("new"))
    for step in 1..<20 where step != 10 {
      let patch = try #require(Self.scene(transition, Double(step) / 20, old, new).patches.first)
      let (left, right) = (
        patch.transform * Vector4(-1, 0, 0, 1), patch.transform * Vector4(1, 0, 0, 1)
      )
      #expect(left.x / left.w < right.x / right.w)
      #expect(patch.textureTransform.xx > 0)
    }
  }

  @Test(arguments: [Transition.flipFromLeft, .flipFromRight])
  func `A flip is the same seen in time's mirror`(transition: Transition) throws {
    let face = try Self.face("one")
    let other: Transition = transition == .flipFromLeft ? .flipFromRight : .flipFromLeft
    for progress in [0.1, 0.3, 0.45] {
      let there = try #require(Self.scene(transition, progress, face, face).patches.first)
      let back = try #require(Self.scene(other, 1 - progress, face, face).patches.first)
      for corner in [Vector4(-1, -1, 0, 1), Vector4(1, 1, 0, 1)] {
        let (a, b) = (there.transform * corner, back.transform * corner)
        #expect(abs(a.x - b.x) < 1e-12 && abs(a.y - b.y) < 1e-12 && abs(a.w - b.w) < 1e-12)
      }
      #expect(abs(there.shade.brightness - back.shade.brightness) < 1e-12)
    }
  }

  @Test func `A dissolve keeps the old picture whole below the new one`() throws {
    let (wide, tall) = (try Self.face("wide"), try Self.face("tall", width: 48, height: 64))
    let same = Self.scene(.crossDissolve, 0.25, wide, tall, .aspectFill)
    #expect(same.patches.map(\.shade.opacity) == [1, 64.0 / 255])
    let unequal = Self.scene(.crossDissolve, 0.25, wide, tall, .aspectFit)
    #expect(unequal.patches.map(\.frame.source.rawValue) == ["wide", "wide", "tall"])
    #expect(unequal.patches.map(\.shade.opacity) == [191.0 / 255, 1, 64.0 / 255])
    // The whole part lies exactly below the new picture.
    #expect(unequal.patches[1].transform.columns.0.x == unequal.patches[2].transform.columns.0.x)
  }

  @Test(arguments: [(0, 0), (0, 10), (-3, 5)])
  func `A viewport without area has nothing to see`(width: Int, height: Int) throws {
    let scene = SceneComposer.scene(
      viewport: PixelSize(width: width, height: height), gravity: .aspectFit,
      face: try Self.face("one"))
    #expect(scene.patches.isEmpty)
  }
}

extension Scene {
  /// Whether both scenes are made of equal values and the same frames.
  fileprivate func hasSameValues(as other: Scene) -> Bool {
    viewport == other.viewport && background == other.background
      && patches.count == other.patches.count
      && zip(patches, other.patches).allSatisfy { left, right in
        left.frame.buffer === right.frame.buffer && left.mesh == right.mesh
          && left.transform == right.transform && left.textureTransform == right.textureTransform
          && left.shade == right.shade
      }
  }
}
