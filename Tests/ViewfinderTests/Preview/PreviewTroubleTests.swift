import CaptureCore
import MediaTypes
import PreviewCore
import SeededRandom
import Testing

@testable import Viewfinder

@Suite("Preview of flips that go wrong or overtake each other")
struct PreviewTroubleTests {
  let fixture = PreviewFixture()
  var back: CameraDevice { fixture.back }
  var front: CameraDevice { fixture.front }
  let third = PreviewFixture.camera("third", .external)
  let failure = FlipReport.Outcome.rolledBack(CaptureError(.noFrames, "No picture."))

  init() throws {
    try fixture.started(1, fixture.back)
    _ = fixture.scene()
  }

  func expectNoJump(_ scenes: [Scene]) {
    for (scene, next) in zip(scenes, scenes.dropFirst()) where scene.cameras == next.cameras {
      #expect(abs(next.leftEdge - scene.leftEdge) < 0.15)
    }
    #expect(scenes.allSatisfy { !$0.patches.isEmpty })
  }

  @Test("a flip that rolls back turns back smoothly to exactly the old preview")
  func rollBack() throws {
    fixture.begin(1, to: front)
    var scenes = fixture.scenes(for: .seconds(2))
    fixture.end(1, to: front, failure)
    scenes += fixture.scenes(for: .milliseconds(600))
    expectNoJump(scenes)
    #expect(scenes.allSatisfy { $0.cameras == ["back"] })
    #expect(scenes.last?.equals(try fixture.plain(1, isMirrored: false)) == true)
    #expect(!fixture.feed.isAnimating)
  }

  @Test("a camera that was opened again for the roll back is live at the end")
  func rollBackReopened() throws {
    fixture.begin(1, to: front)
    fixture.router.close(StreamID(rawValue: 1))
    var scenes = fixture.scenes(for: .seconds(2))
    try fixture.started(2, back)
    fixture.end(1, to: front, failure)
    scenes += fixture.scenes(for: .milliseconds(600))
    expectNoJump(scenes)
    #expect(scenes.last?.equals(try fixture.plain(2, isMirrored: false)) == true)
    let sequence = try fixture.deliver(2, back)
    #expect(fixture.scene().sequences == [sequence])
  }

  @Test("a flip during a turn has its own turn after it")
  func during() throws {
    fixture.begin(1, to: front)
    try fixture.arrive(1, 2, front)
    var scenes = fixture.scenes(for: .milliseconds(300))
    fixture.begin(2, to: back)
    fixture.router.close(StreamID(rawValue: 2))
    try fixture.arrive(2, 3, back)
    scenes += fixture.scenes(for: .milliseconds(2000))
    expectNoJump(scenes)
    let seen = scenes.map(\.cameras).reduce(into: [String]()) { seen, cameras in
      if let camera = cameras.first, seen.last != camera { seen.append(camera) }
    }
    #expect(seen == ["back", "front", "back"])
    #expect(fixture.scene().equals(try fixture.plain(3, isMirrored: false)))
  }

  @Test("a later wish before the new picture goes on in the same turn", arguments: [false, true])
  func retarget(isSupersededFirst: Bool) throws {
    fixture.begin(1, to: front)
    var scenes = fixture.scenes(for: .milliseconds(400))
    if isSupersededFirst { fixture.end(1, to: front, .superseded) }
    fixture.begin(2, to: third)
    if !isSupersededFirst { fixture.end(1, to: front, .superseded) }
    scenes += fixture.scenes(for: .milliseconds(400))
    try fixture.arrive(2, 3, third)
    scenes += fixture.scenes(for: .milliseconds(520))
    expectNoJump(scenes)
    #expect(scenes.last?.equals(try fixture.plain(3, isMirrored: false)) == true)
    #expect(!fixture.feed.isAnimating)
  }

  @Test("a wish back to the old camera before the new picture turns back")
  func thereAndBack() throws {
    fixture.begin(1, to: front)
    fixture.router.close(StreamID(rawValue: 1))
    var scenes = fixture.scenes(for: .milliseconds(400))
    fixture.end(1, to: front, .superseded)
    fixture.begin(2, to: back)
    scenes += fixture.scenes(for: .milliseconds(100))
    try fixture.arrive(2, 3, back)
    scenes += fixture.scenes(for: .milliseconds(600))
    expectNoJump(scenes)
    #expect(scenes.allSatisfy { $0.cameras == ["back"] })
    #expect(scenes.last?.equals(try fixture.plain(3, isMirrored: false)) == true)
    #expect(fixture.router.statistics.flip(FlipID(rawValue: 2))?.shownAt != nil)
  }

  @Test("any storm of wishes ends at the last one, at rest")
  func storm() throws {
    var generator = SeededNumbers(seed: 8)
    var (flip, stream): (UInt64, UInt64) = (0, 1)
    var target = back
    for _ in 1...200 {
      flip += 1
      target = [back, front, third].randomElement(using: &generator) ?? back
      fixture.begin(flip, to: target)
      _ = fixture.scenes(for: .milliseconds(.random(in: 0...30, using: &generator) * 10))
      if Bool.random(using: &generator) {
        fixture.end(flip, to: target, .superseded)
      } else {
        stream += 1
        try fixture.arrive(flip, stream, target)
      }
    }
    fixture.begin(flip + 1, to: front)
    try fixture.arrive(flip + 1, stream + 1, front)
    _ = fixture.scenes(for: .seconds(4))
    #expect(!fixture.feed.isAnimating)
    #expect(fixture.scene().equals(try fixture.plain(stream + 1, isMirrored: true)))
  }

  @Test("another camera in place of a lost one is shown when it has a picture")
  func replacement() throws {
    fixture.feed.capture(.interrupted(back, CaptureError(.unplugged, "Gone.")))
    #expect(fixture.scenes(for: .seconds(1)).allSatisfy { $0.cameras == ["back"] })
    try fixture.started(2, front)
    #expect(fixture.scene().equals(try fixture.plain(2, isMirrored: true)))
  }

  @Test("after a stop there is nothing to see, and frames are given back")
  func stop() throws {
    fixture.begin(1, to: front)
    fixture.feed.capture(.stopped)
    #expect(fixture.scene().patches.isEmpty)
    #expect(!fixture.feed.isAnimating)
  }

  @Test("tells viewers of frames and turns, and of nothing that cannot be seen")
  func changes() throws {
    let counter = Counter()
    let observation = fixture.feed.onChange { counter.add() }
    let revision = fixture.feed.revision
    try fixture.deliver(1, back)
    #expect(counter.count == 1)
    fixture.router.open(StreamID(rawValue: 9), camera: front.id)
    try fixture.deliver(9, front)
    fixture.feed.capture(.opening(front))
    #expect(counter.count == 1)
    fixture.begin(1, to: front)
    #expect(counter.count == 2)
    #expect(fixture.feed.revision == revision + 2)
    observation.cancel()
    try fixture.deliver(1, back)
    #expect(counter.count == 2)
  }
}
