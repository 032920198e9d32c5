import CaptureCore
import MediaTypes
import RecordCore
import Viewfinder
import ViewfinderTesting

/// The demonstration's movie: virtual cameras with a flip between them, and the virtual microphone.
struct DemoMovie: Sendable {
  private let request: DemoRequest
  private static let length = MediaTime.seconds(4)
  private static let flip = MediaTime.seconds(2)

  init(_ request: DemoRequest) { self.request = request }

  /// Records it into a folder.
  ///
  /// - Returns: where it is, or that there is no encoder: the pictures are still worth having.
  func text(in folder: OutputFolder) async throws -> String {
    let path = "\(folder.path)/movie.mp4"
    let stage = try VirtualStudio(
      camera: .position(.back), faults: request.source.faults ?? "flash")
    do {
      try await record(on: stage, to: path)
      await stage.session.stop()
      let flip = Decimal.text(Self.flip.seconds, places: 0)
      let length = Decimal.text(Self.length.seconds, places: 0)
      return "Movie:         \(path), \(length) s with a flip at \(flip) s, picture and sound"
    } catch let error as RecordError where error.code == .encoderUnavailable {
      await stage.session.stop()
      return "Movie:         none. \(error)"
    } catch {
      await stage.session.stop()
      throw error
    }
  }

  private func record(on stage: VirtualStudio, to path: String) async throws {
    try await stage.start()
    try await stage.openMicrophone()
    let start = stage.now
    var settings = RecordingSettings()
    settings.software = "viewfinder \(Program.version)"
    _ = try await stage.record(to: path, settings)
    try await stage.reach(start + Self.flip)
    let flip = await stage.beginFlip(.flipFromLeft)
    try await stage.reach(start + Self.length)
    _ = try await stage.stopRecording()
    flip.cancel()
  }
}
