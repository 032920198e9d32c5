import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import MediaTypes
import SystemThreads

/// Turns the session's samples into frames and hands them to one handler.
///
/// Sendable unchecked: NSObject is not marked; what changes is guarded by `state`, and samples come on
/// `queue` only.
final class PictureReceiver: NSObject, @unchecked Sendable {
  private struct State: Sendable {
    var handler: CaptureHandler?
    var since = MediaTime.zero
    var sequence: UInt64 = 0
  }

  /// Where samples come, and everything else that a handler hears.
  let queue: DispatchQueue
  private let camera: CameraID
  private let clock: CMClock?
  private let rotation: RotationWatch
  private let state = Locked(State())

  init(camera: CameraID, clock: CMClock?, rotation: RotationWatch) {
    self.camera = camera
    self.clock = clock
    self.rotation = rotation
    queue = DispatchQueue(label: "viewfinder.frames \(camera)", qos: .userInteractive)
  }

  /// From now on frames that were taken since a moment go to a handler.
  func begin(_ handler: @escaping CaptureHandler, since: MediaTime) {
    state.withLock { ($0.handler, $0.since) = (handler, since) }
  }

  /// No frame goes to the handler any more once this has returned.
  func end() async {
    state.withLock { $0.handler = nil }
    // A call that is running ends first.
    await queue.perform {}
  }

  /// Says that it is over, after what has come before.
  func fail(_ error: CaptureError) {
    queue.async {
      let handler = self.state.withLock { state in
        defer { state.handler = nil }
        return state.handler
      }
      handler?(.failed(error))
    }
  }

  /// The handler, number and time of a picture, if it has one; nil for one that nobody wants.
  private func next(_ sample: CMSampleBuffer) -> (CaptureHandler, UInt64, MediaTime?)? {
    let time = MediaTime(sample.presentationTimeStamp, on: clock)
    return state.withLock { state in
      guard let handler = state.handler, time.map({ $0 >= state.since }) ?? true else { return nil }
      state.sequence += 1
      return (handler, state.sequence, time)
    }
  }

  private func frame(
    _ sample: CMSampleBuffer, _ sequence: UInt64, at time: MediaTime
  ) throws -> VideoFrame? {
    guard let picture = sample.imageBuffer,
      let kind = PixelKind(CVPixelBufferGetPixelFormatType(picture)),
      let memory = FrameBuffer.lending(picture)
    else { return nil }
    return try VideoFrame(
      buffer: memory.buffer, format: kind.format,
      size: PixelSize(
        width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture)),
      planes: memory.planes, color: ColorDescription(picture, kind: kind),
      rotation: rotation.current, source: camera, sequence: sequence, presentationTime: time)
  }
}

extension PictureReceiver: AVCaptureVideoDataOutputSampleBufferDelegate {
  /// A picture came.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    guard let (handler, sequence, time) = next(sampleBuffer) else { return }
    guard let time, let frame = try? frame(sampleBuffer, sequence, at: time) else {
      return handler(.dropped(.malformed, count: 1))
    }
    handler(.frame(frame))
  }

  /// A picture was lost, since the one before was still being handled.
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    guard let (handler, _, _) = next(sampleBuffer) else { return }
    handler(.dropped(.lostBySource, count: 1))
  }
}
