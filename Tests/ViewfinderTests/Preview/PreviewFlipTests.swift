import CaptureCore
import MediaTypes
import PreviewCore
import Testing

@testable import Viewfinder

@Suite("Preview of a flip")
struct PreviewFlipTests {
  let fixture = PreviewFixture()
  var back: CameraDevice { fixture.back }
  var front: CameraDevice { fixture.front }
  let turning: [Transition] = [.flipFromLeft, .flipFromRight, .crossDissolve]

  /// Shows the back camera, then begins a flip to the front.
  func beginFlip(_ transition: Transition = .flipFromLeft) throws {
    try fixture.started(1, back)
    _ = fixture.scene()
    fixture.feed.use(FlipStyle(transition: transition))
    fixture.begin(1, to: front)
  }

  @Test(
    "the new face is never seen before its first frame, and the picture is never empty",
    arguments: [0, 20, 250, 480, 500, 700, 1000, 3000, 5000], Transition.allCases)
  func neverBefore(arrival: Int64, transition: Transition) throws {
    try beginFlip(transition)
    let before = fixture.scenes(for: .milliseconds(arrival))
    #expect(before.allSatisfy { Set($0.cameras) == ["back"] })
    try fixture.arrive(1, 2, front)
    let after = fixture.scenes(for: .milliseconds(1200))
    #expect(after.allSatisfy { !$0.patches.isEmpty })
    #expect(after.last?.equals(try fixture.plain(2, isMirrored: true)) == true)
    #expect(!fixture.feed.isAnimating)
  }

  @Test(
    "nothing jumps whenever the first frame comes",
    arguments: [0, 20, 250, 480, 500, 700, 1000, 3000, 5000])
  func noJump(arrival: Int64) throws {
    try beginFlip()
    var edges = fixture.scenes(for: .milliseconds(arrival)).map(\.leftEdge)
    try fixture.arrive(1, 2, front)
    edges += fixture.scenes(for: .milliseconds(1200)).map(\.leftEdge)
    // The view's 2 units are crossed in at least half a second: a step of 10 ms stays well below.
    for (edge, next) in zip(edges, edges.dropFirst()) where edge != 0 && next != 0 {
      #expect(abs(next - edge) < 0.15)
    }
  }

  @Test("it begins at the tap and takes its second when the camera is quick")
  func onTime() throws {
    try beginFlip()
    try fixture.arrive(1, 2, front)
    _ = fixture.scenes(for: .milliseconds(990))
    #expect(fixture.feed.isAnimating)
    _ = fixture.scenes(for: .milliseconds(20))
    #expect(!fixture.feed.isAnimating)
  }

  @Test("a slow camera's flip ends half a duration after its first frame", arguments: [0, 1, 2])
  func late(_ index: Int) throws {
    try beginFlip(turning[index])
    _ = fixture.scenes(for: .seconds(3))
    try fixture.arrive(1, 2, front)
    _ = fixture.scenes(for: .milliseconds(480))
    #expect(fixture.feed.isAnimating)
    _ = fixture.scenes(for: .milliseconds(30))
    #expect(!fixture.feed.isAnimating)
  }

  @Test("a fade begins at nothing however late the new camera comes")
  func lateFade() throws {
    try beginFlip(.crossDissolve)
    _ = fixture.scenes(for: .seconds(3))
    try fixture.arrive(1, 2, front)
    let opacities = fixture.scenes(for: .milliseconds(600)).map { $0.patches.last?.shade.opacity }
    #expect((opacities[1] ?? 1) < 0.1)
    #expect(opacities.last == 1)
  }

  @Test("without a transition the new camera is seen from its first frame on")
  func none() throws {
    try beginFlip(.none)
    #expect(fixture.scenes(for: .seconds(2)).allSatisfy { $0.cameras == ["back"] })
    try fixture.arrive(1, 2, front)
    #expect(fixture.scene().equals(try fixture.plain(2, isMirrored: true)))
  }

  @Test("the old face stays live as long as its stream does, then its last frame stays")
  func oldFaceLives() throws {
    try beginFlip()
    _ = fixture.scenes(for: .milliseconds(100))
    let sequence = try fixture.deliver(1, back)
    #expect(fixture.scene().sequences == [sequence])
    fixture.router.close(StreamID(rawValue: 1))
    #expect(fixture.scene().sequences == [sequence])
  }

  @Test("the new face is live during the turn")
  func newFaceLives() throws {
    try beginFlip()
    try fixture.arrive(1, 2, front)
    _ = fixture.scenes(for: .milliseconds(800))
    let sequence = try fixture.deliver(2, front)
    #expect(fixture.scene().sequences == [sequence])
  }

  @Test("each face is mirrored by its own camera's position")
  func mirroring() throws {
    try fixture.started(1, back)
    #expect(fixture.scene().equals(try fixture.plain(1, isMirrored: false)))
    fixture.begin(1, to: front)
    let old = fixture.scene().patches.first?.textureTransform
    #expect(old == (try fixture.plain(1, isMirrored: false)).patches.first?.textureTransform)
    try fixture.arrive(1, 2, front)
    _ = fixture.scenes(for: .milliseconds(700))
    let new = fixture.scene().patches.first?.textureTransform
    #expect(new == (try fixture.plain(2, isMirrored: true)).patches.first?.textureTransform)
  }

  @Test("mirroring can be forced on or off", arguments: [Mirroring.on, .off])
  func forcedMirroring(_ mirroring: Mirroring) throws {
    for (stream, camera) in [(1, back), (2, front)] as [(UInt64, CameraDevice)] {
      let fixture = PreviewFixture()
      try fixture.started(stream, camera)
      let plain = try fixture.plain(stream, isMirrored: mirroring == .on)
      #expect(fixture.scene(.aspectFill, mirroring).equals(plain))
    }
  }

  @Test("notes once when the new face was first seen, whether the report came before or after")
  func shownAt() throws {
    try beginFlip()
    try fixture.arrive(1, 2, front)
    _ = fixture.scenes(for: .milliseconds(400))
    #expect(fixture.router.statistics.flip(FlipID(rawValue: 1))?.shownAt == nil)
    _ = fixture.scenes(for: .milliseconds(200))
    let shownAt = try #require(fixture.router.statistics.flip(FlipID(rawValue: 1))?.shownAt)
    #expect(shownAt > fixture.start + .milliseconds(450))
    #expect(shownAt < fixture.start + .milliseconds(600))
    _ = fixture.scenes(for: .seconds(1))
    #expect(fixture.router.statistics.flip(FlipID(rawValue: 1))?.shownAt == shownAt)
  }
}
