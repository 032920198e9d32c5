import Foundation
import Testing

@testable import PreviewCore

struct HalfTurnsTests {
  @Test func `Sine and cosine agree with the C library to 1e-12`() {
    for step in -40_000...40_000 {
      let angle = Double(step) / 10_000
      let turn = HalfTurns(angle)
      #expect(abs(turn.sine - sin(angle * .pi)) < 1e-12)
      #expect(abs(turn.cosine - cos(angle * .pi)) < 1e-12)
    }
  }

  @Test(
    arguments: [
      (0, 0, 1), (0.5, 1, 0), (1, 0, -1), (1.5, -1, 0), (2, 0, 1), (-0.5, -1, 0), (-1, 0, -1),
      (1001, 0, -1),
    ] as [(Double, Double, Double)])
  func `Whole quarters are exact`(angle: Double, sine: Double, cosine: Double) {
    let turn = HalfTurns(angle)
    #expect(turn.sine == sine)
    #expect(turn.cosine == cosine)
  }
}
