import AppModel
import Testing

@testable import Viewfinder

@Suite("What the window shows of movies and photos")
struct RecordingScreenTests {
  private func screen(
    _ phase: RecordingState.Phase, _ session: SessionState.Phase = .running, isMuted: Bool = false
  ) -> CameraScreen {
    CameraScreen(
      CameraScreenTests.state(session, cameras: [CameraScreenTests.camera("a")]),
      recording: RecordingState(phase, seconds: 7), isMuted: isMuted)
  }

  @Test(
    "The record button begins and ends, and cannot be used while either is under way",
    arguments: [
      (RecordingState.Phase.off, true, false), (.starting, false, true), (.recording, true, true),
      (.finishing, false, true),
    ])
  func record(phase: RecordingState.Phase, isEnabled: Bool, isOn: Bool) {
    let button = screen(phase).record
    #expect(button.isEnabled == isEnabled && button.isOn == isOn && !button.hint.isEmpty)
    #expect((screen(phase).clock == nil) == (phase == .off))
  }

  @Test("Without a picture nothing is begun, and what was begun can still be ended")
  func noPicture() {
    #expect(!screen(.off, .failed).record.isEnabled && !screen(.off, .failed).photo.isEnabled)
    #expect(screen(.recording, .interrupted).record.isEnabled)
    #expect(screen(.off, .flipping).photo.isEnabled)
  }

  @Test("The microphone's button says what is so and what it does")
  func microphone() {
    #expect(screen(.off).microphone.isOn)
    #expect(!screen(.recording, isMuted: true).microphone.isOn)
    #expect(screen(.off).microphone.hint != screen(.off, isMuted: true).microphone.hint)
  }

  @Test(
    "The time as a clock",
    arguments: [(0, "0:00"), (7, "0:07"), (754, "12:34"), (3723, "1:02:03"), (86_400, "24:00:00")])
  func clock(seconds: Int, text: String) {
    #expect(RecordingState(.recording, seconds: seconds).clock == text)
    #expect(RecordingState(.off, seconds: seconds).clock == nil)
  }
}
