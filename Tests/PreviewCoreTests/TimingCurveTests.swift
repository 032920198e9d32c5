import PreviewCore
import SeededRandom
import Testing

struct TimingCurveTests {
  private static let named = [TimingCurve.linear, .easeIn, .easeOut, .easeInOut]

  @Test func `Named curves have the values that browsers give them`() {
    // CSS Easing Functions Level 1, computed with 60 digits.
    #expect(abs(TimingCurve.easeIn(0.5) - 0.315357) < 1e-6)
    #expect(abs(TimingCurve.easeOut(0.5) - 0.684643) < 1e-6)
    #expect(abs(TimingCurve.easeInOut(0.25) - 0.129161) < 1e-5)
    #expect(abs(TimingCurve.easeInOut(0.5) - 0.5) < 1e-12)
    for time in [0.1, 0.35, 0.9] { #expect(abs(TimingCurve.linear(time) - time) < 1e-12) }
  }

  @Test(arguments: named)
  func `They run from 0 to 1, never back, and can be asked for the time`(curve: TimingCurve) {
    #expect(curve(0) == 0 && curve(1) == 1 && curve(-3) == 0 && curve(7) == 1)
    let values = (0...200).map { curve(Double($0) / 200) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    for progress in [0.001, 0.2, 0.42, 0.5, 0.99] {
      #expect(abs(curve(curve.time(of: progress)) - progress) < 1e-9)
    }
  }

  @Test func `A curve that goes back is refused, whichever way`() {
    #expect(TimingCurve(0.25, -0.1, 0.25, 1) == nil)
    #expect(TimingCurve(0.25, 0.1, 0.25, 1.1) == nil)
    #expect(TimingCurve(-0.1, 0, 1, 1) == nil)
    #expect(TimingCurve(0.5, 0, 1.2, 1) == nil)
    #expect(TimingCurve(.nan, 0, 1, 1) == nil)
    #expect(TimingCurve(0, 0, .infinity, 1) == nil)
  }

  @Test func `What is refused goes back, and what is not does not`() {
    var generator = SeededNumbers(seed: 5)
    for _ in 0..<2_000 {
      let (first, second) = (
        Double.random(in: -1...2, using: &generator), Double.random(in: -1...2, using: &generator)
      )
      let values = (0...500).map { index in
        let s = Double(index) / 500
        return 3 * (1 - s) * (1 - s) * s * first + 3 * (1 - s) * s * s * second + s * s * s
      }
      let goesBack = zip(values, values.dropFirst()).contains { $0 > $1 + 1e-9 }
      let isTaken = TimingCurve(1.0 / 3, first, 2.0 / 3, second) != nil
      // The sampling may miss what the rule sees, by a hair.
      if goesBack { #expect(!isTaken, "\(first) \(second)") }
      if !isTaken {
        #expect(zip(values, values.dropFirst()).contains { $0 > $1 - 1e-4 }, "\(first) \(second)")
      }
    }
  }
}
