import MediaTypes
import PreviewCore
import Testing

@testable import Viewfinder

@Suite("Flip style")
struct FlipStyleTests {
  @Test(
    "the old camera goes on until its picture is out of sight, whenever the new one comes",
    arguments: [MediaTime.milliseconds(200), .seconds(1), .seconds(4)], Transition.allCases)
  func overlap(duration: MediaTime, transition: Transition) {
    let style = FlipStyle(transition: transition, duration: duration)
    for tenths in Int64(0)...30 {
      var turn = PreviewTurn(
        from: PreviewSide(PreviewFixture.camera("back", .back)),
        to: PreviewSide(PreviewFixture.camera("front", .front)), style: style, start: .zero)
      let arrival = MediaTime(nanoseconds: duration.nanoseconds / 10 * tenths)
      turn.arrive(at: arrival)
      #expect(!turn.showsOld(at: arrival + style.overlap + .milliseconds(1)))
    }
  }

  @Test("with any curve too", arguments: [TimingCurve.linear, .easeIn, .easeOut])
  func curves(curve: TimingCurve) {
    let style = FlipStyle(duration: .seconds(1), curve: curve)
    for hundredths in Int64(0)...150 {
      var turn = PreviewTurn(
        from: PreviewSide(PreviewFixture.camera("back", .back)),
        to: PreviewSide(PreviewFixture.camera("front", .front)), style: style, start: .zero)
      turn.arrive(at: .milliseconds(hundredths * 10))
      #expect(!turn.showsOld(at: .milliseconds(hundredths * 10) + style.overlap + .milliseconds(2)))
    }
  }

  @Test("calm styles move nothing")
  func calm() {
    for transition in Transition.allCases {
      let calm = FlipStyle(transition: transition, duration: .seconds(3)).calm
      #expect(calm.transition == (transition == .none ? .none : .crossDissolve))
      #expect(calm.duration == .seconds(3))
    }
  }

  @Test("no longer than that: half of a turn, all of a dissolve, nothing of a cut")
  func lengths() {
    let lengths = Transition.allCases.map {
      FlipStyle(transition: $0, duration: .seconds(4)).overlap
    }
    let expected = Transition.allCases.map { transition in
      switch transition {
      case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom: MediaTime.seconds(2)
      case .crossDissolve, .curlUp, .curlDown: MediaTime.seconds(4)
      case .none: MediaTime.zero
      }
    }
    #expect(lengths == expected)
  }
}
