import CaptureCore
import CaptureVirtual
import Foundation
import MediaTypes
import RecordCore
import TestSupport
import Testing
import Viewfinder
import ViewfinderTesting

@testable import Commands

/// A recording in virtual time: virtual cameras of different size, rate and format, a flash and a beep
/// at each second, and a clock that waits for the encoder.
struct MovieStudio {
  let stage: VirtualStudio
  let folder: TemporaryFolder
  private let start: MediaTime

  /// A back camera of the canvas's size and rate, and a front camera of another size, rate and format.
  static let cameras = [
    VirtualCamera(
      id: VirtualCamera.back.id, name: "Back", position: .back, pixelFormats: [.i420],
      sizes: [PixelSize(width: 640, height: 360)], rates: [.fps30], flashes: true),
    VirtualCamera(
      id: VirtualCamera.front.id, name: "Front", position: .front, pixelFormats: [.yuyv],
      sizes: [PixelSize(width: 480, height: 270)], rates: [FrameRate(60, per: 1) ?? .fps30],
      flashes: true),
  ]

  /// A canvas that is small enough for a slow machine, and large enough for codes to be read.
  static let settings: RecordingSettings = {
    var settings = RecordingSettings()
    settings.canvas = MovieCanvas(size: PixelSize(width: 640, height: 360), rate: .fps30)
    return settings
  }()

  var file: String { folder.file("movie.mp4") }

  /// Starts cameras, microphone and recording.
  init(
    faults: String = "", settings: RecordingSettings = MovieStudio.settings,
    name: String = "movie.mp4"
  ) async throws {
    folder = try TemporaryFolder()
    stage = try VirtualStudio(camera: .position(.back), faults: faults, cameras: Self.cameras)
    try await stage.start()
    try await stage.openMicrophone()
    start = stage.now
    _ = try await stage.record(to: folder.file(name), settings)
  }

  /// Lets time go on, with flips at moments from the start.
  func run(for length: MediaTime, flips: [MediaTime] = []) async throws {
    var turning: [FlipTask] = []
    for flip in flips {
      try await stage.reach(start + flip)
      turning.append(await stage.beginFlip(.flipFromLeft))
    }
    try await stage.reach(start + length)
    for flip in turning { _ = try await flip.value }
  }

  /// Goes to a moment from the start.
  func reach(_ moment: MediaTime) async throws { try await stage.reach(start + moment) }

  /// Ends the recording and everything else.
  func finish() async throws -> TakeReport {
    let report = try await stage.stopRecording()
    await stage.session.stop()
    return report
  }
}
