import AppModel
import Testing
import Viewfinder

@Suite("What a person is told about a flip")
struct FlipMessageTests {
  private func report(_ outcome: FlipReport.Outcome) -> FlipReport {
    FlipReport(
      id: FlipID(rawValue: 1), from: CameraID("a"), to: CameraID("b"), outcome: outcome,
      askedAt: .zero)
  }

  private let reason = CaptureError(.noFrames, "It sent no picture.", remedy: "Plug it in again.")

  @Test("nothing, when it went well or somebody wished for something else")
  func silent() {
    #expect(FlipMessage.text(for: report(.done)) == nil)
    #expect(FlipMessage.text(for: report(.superseded)) == nil)
    for code in [CaptureError.Code.superseded, .stopped] {
      #expect(FlipMessage.text(for: CaptureError(code, "x")) == nil)
    }
  }

  @Test("the reason, when it was rolled back or failed or refused")
  func rolledBack() {
    let text = "Not switched: It sent no picture."
    #expect(FlipMessage.text(for: report(.rolledBack(reason))) == text)
    #expect(FlipMessage.text(for: report(.failed(reason))) == text)
    #expect(FlipMessage.text(for: reason) == text)
  }
}
