import CaptureCore
import MediaTypes
import PreviewCore
import SeededRandom
import TestSupport
import Testing

@testable import Viewfinder

/// A flip that begins while another turns: at random moments, in either direction, with cameras that are
/// quick or slow. What is checked is the card's angle, unrolled over all its turns.
@Suite("Preview of flips that interrupt each other")
struct PreviewInterruptionTests {
  private let sides = ["back", "front", "third"].map { name in
    PreviewSide(PreviewFixture.camera(name, .unknown))
  }

  /// One row of random turns, as the card's angle at each millisecond: where the next turn takes over, what
  /// was the new side is the old one, a whole turn further.
  private func row(
    _ generator: inout SeededNumbers, styles: [FlipStyle]
  ) -> (angles: [Double], interruptions: Int) {
    var angles: [Double] = []
    var (base, sign, index) = (0.0, 1.0, 0)
    var time = MediaTime.zero
    var turn = PreviewTurn(from: sides[0], to: sides[1], style: styles[0], start: time)
    var arrival = MediaTime.milliseconds(.random(in: 0...900, using: &generator))
    var tap = MediaTime.milliseconds(.random(in: 0...1500, using: &generator))
    while !turn.isFinished(at: time) {
      if time >= arrival { turn.arrive(at: arrival) }
      if index + 1 < styles.count, time >= tap,
        let next = turn.followed(by: sides[(index + 2) % 3], style: styles[index + 1], at: time)
      {
        base += sign
        sign = turn.style.transition == next.style.transition ? sign : -sign
        turn = next
        index += 1
        arrival = time + .milliseconds(.random(in: 0...900, using: &generator))
        tap = time + .milliseconds(.random(in: 0...1500, using: &generator))
      }
      angles.append(base + sign * turn.progress(at: time))
      time = time + .milliseconds(1)
    }
    return (angles, index)
  }

  @Test("no jump in angle or speed at any moment of interruption, many random rows")
  func noJump() {
    var generator = SeededNumbers(seed: 9)
    var interruptions = 0
    let rows = Soak.times(150, long: 400)
    for _ in 0..<rows {
      let styles = (0..<5).map { _ in
        FlipStyle(
          transition: Bool.random(using: &generator) ? .flipFromLeft : .flipFromRight,
          duration: .milliseconds(.random(in: 600...1500, using: &generator)))
      }
      let (samples, count) = row(&generator, styles: styles)
      interruptions += count
      let steps = zip(samples.dropFirst(), samples).map { $0 - $1 }
      // As for one turn alone (at 0.6 s), with two or three at once.
      #expect((steps.map { abs($0) }.max() ?? 0) < 0.02)
      #expect((zip(steps.dropFirst(), steps).map { abs($0 - $1) }.max() ?? 0) < 6e-4)
    }
    #expect(interruptions > rows / 2)
  }

  @Test("the card never shows a side that has no picture yet")
  func neverTooSoon() {
    var generator = SeededNumbers(seed: 9)
    for _ in 0..<Soak.times(100, long: 300) {
      let styles = (0..<2).map { _ in
        FlipStyle(
          transition: Bool.random(using: &generator) ? .flipFromTop : .flipFromBottom,
          duration: .milliseconds(.random(in: 300...1500, using: &generator)))
      }
      var turn = PreviewTurn(from: sides[0], to: sides[1], style: styles[0], start: .zero)
      turn.arrive(at: .milliseconds(.random(in: 0...800, using: &generator)))
      let tap = Int64.random(in: 100...2000, using: &generator)
      guard
        let next = turn.followed(by: sides[2], style: styles[1], at: .milliseconds(tap))
      else { continue }
      for time in tap...tap + 3000 {
        #expect(next.progress(at: .milliseconds(time)) < 0.5)
        #expect(next.progress(at: .milliseconds(time)) > -0.5)
      }
    }
  }

  @Test("turns around another axis, other changes and hidden pictures wait")
  func waiting() {
    let style = FlipStyle(transition: .flipFromLeft)
    var turn = PreviewTurn(from: sides[0], to: sides[1], style: style, start: .zero)
    func follows(_ transition: Transition, at time: Int64) -> Bool {
      turn.followed(
        by: sides[2], style: FlipStyle(transition: transition), at: .milliseconds(time)) != nil
    }
    #expect(!follows(.flipFromLeft, at: 800))
    turn.arrive(at: .zero)
    #expect(!follows(.flipFromLeft, at: 400) && follows(.flipFromLeft, at: 600))
    #expect(follows(.flipFromRight, at: 600))
    for other in [
      Transition.flipFromTop, .flipFromBottom, .curlUp, .curlDown, .crossDissolve, .none,
    ] {
      #expect(!follows(other, at: 600))
    }
    #expect(turn.followed(by: sides[1], style: style, at: .milliseconds(600)) == nil)
  }

  @Test("in the feed: the second turn begins at the tap, and both flips are noted as seen")
  func inTheFeed() throws {
    let fixture = PreviewFixture()
    try fixture.started(1, fixture.back)
    _ = fixture.scene()
    fixture.begin(1, to: fixture.front)
    try fixture.arrive(1, 2, fixture.front)
    var scenes = fixture.scenes(for: .milliseconds(300))
    // Before the first new picture is to be seen: it is seen on the way, and then the card turns on.
    fixture.begin(2, to: fixture.back)
    try fixture.arrive(2, 3, fixture.back)
    scenes += fixture.scenes(for: .milliseconds(1350))
    #expect(!fixture.feed.isAnimating)
    #expect(scenes.allSatisfy { !$0.patches.isEmpty })
    for flip in [1, 2] as [UInt64] {
      #expect(fixture.router.statistics.flip(FlipID(rawValue: flip))?.shownAt != nil)
    }
    #expect(fixture.scene().equals(try fixture.plain(3, isMirrored: false)))
  }

  @Test("with reduced motion every flip dissolves")
  func reducedMotion() throws {
    let fixture = PreviewFixture()
    fixture.feed.reducesMotion = true
    try fixture.started(1, fixture.back)
    _ = fixture.scene()
    let used = fixture.feed.use(FlipStyle(transition: .curlUp))
    #expect(used.transition == .crossDissolve)
    fixture.begin(1, to: fixture.front)
    try fixture.arrive(1, 2, fixture.front)
    let scenes = fixture.scenes(for: .milliseconds(900))
    #expect(scenes.allSatisfy { $0.patches.allSatisfy { $0.transform == Matrix4.identity } })
  }
}
