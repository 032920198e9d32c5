@_spi(Stage) import AVFoundation
import CaptureCore
import CoreVideo
import Foundation
import MediaTypes
import Testing

@testable import CaptureAVFoundation

/// A telephone with a camera on each side, and what happens to it.
enum Telephone {
  static let front = CameraID("apple-front")
  static let back = CameraID("apple-back")
  static var stage: Stage { .current }

  /// A new telephone.
  static func unpack(multiCam: Bool = false) {
    stage.reset()
    stage.multiCam = multiCam
    stage.plug(facts("back", .back))
    stage.plug(facts("front", .front))
  }

  static func facts(_ id: String, _ position: AVCaptureDevice.Position) -> DeviceFacts {
    var facts = DeviceFacts(
      id,
      formats: [
        AVCaptureDevice.Format(
          type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 64, height: 48,
          rates: [1...60]),
        AVCaptureDevice.Format(
          type: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: 96, height: 64),
      ])
    facts.position = position
    facts.hasTorch = position == .back
    return facts
  }

  static func backend() -> AVFoundationBackend { AVFoundationBackend(clock: HostClock()) }

  static let format = CameraFormat(
    pixelFormat: .nv12, size: PixelSize(width: 64, height: 48), rate: .fps30)
}

/// What a stream said, and who waits for more.
final class Log: Sendable {
  private let state = Locked<[CaptureStreamEvent]>([])
  private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  var handler: CaptureHandler {
    { [self] event in
      state.withLock { $0.append(event) }
      news.continuation.yield()
    }
  }

  var events: [CaptureStreamEvent] { state.withLock { $0 } }
  var frames: [VideoFrame] {
    events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }
  var failure: CaptureError? {
    for case .failed(let error) in events { return error }
    return nil
  }

  /// Returns when it holds; a test's own time limit is the patience. One reader.
  func wait(_ isRight: (Log) -> Bool) async {
    if isRight(self) { return }
    for await _ in news.stream where isRight(self) { return }
  }
}

/// Every test of this target uses the one stage there is: one after another.
@Suite("AVFoundation's back end, on stand-ins", .serialized)
struct OnStage {}
