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

  private let cameras = [CameraScreenTests.camera("b", name: "Back Camera")]
  private let reason = CaptureError(.noFrames, "It sent no picture.", remedy: "Plug it in again.")

  @Test("nothing, when it went well or somebody wished for something else")
  func silent() {
    #expect(FlipMessage.text(for: report(.done), cameras: cameras) == nil)
    #expect(FlipMessage.text(for: report(.superseded), cameras: cameras) == nil)
    for code in [CaptureError.Code.superseded, .stopped] {
      #expect(FlipMessage.text(for: CaptureError(code, "x")) == nil)
    }
  }

  @Test("the camera's name, the reason and the remedy, when it was rolled back")
  func rolledBack() {
    for outcome in [FlipReport.Outcome.rolledBack(reason), .failed(reason)] {
      let text = FlipMessage.text(for: report(outcome), cameras: cameras)
      #expect(
        text == "Could not switch to Back Camera: It sent no picture. Plug it in again.")
    }
  }

  @Test("the reason, when the camera is not there any more")
  func unknownCamera() {
    let text = FlipMessage.text(for: report(.rolledBack(reason)), cameras: [])
    #expect(text == "Could not switch: It sent no picture. Plug it in again.")
  }
}
