@_spi(Stage) import AVFoundation
import CaptureConformance
import CaptureCore
import MediaTypes
import Testing

@testable import CaptureAVFoundation

extension OnStage {
  @Suite("Conformance")
  struct Conformance {
    @Test(
      "Conforms, with one camera at a time or several", .timeLimit(.minutes(2)),
      arguments: [false, true])
    func conforms(multiCam: Bool) async throws {
      try await CaptureConformance(
        makeBackend: {
          Telephone.unpack(multiCam: multiCam)
          return Telephone.backend()
        },
        unplug: { _, camera in
          Telephone.stage.unplug(String(camera.rawValue.dropFirst("apple-".count)))
        }
      ).run()
      #expect(Telephone.stage.misuses == [])
      print("capture conformance: avfoundation, \(multiCam ? "several cameras" : "one camera")")
    }
  }
}
