import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import MediaTypes
import SystemThreads

/// Turns the sound session's samples into buffers and hands them to one handler.
///
/// Sendable unchecked: NSObject is not marked; the handler is guarded, and samples come on `queue` only.
final class SoundReceiver: NSObject, @unchecked Sendable {
  private struct State {
    var handler: MicrophoneHandler?
  }

  let queue = DispatchQueue(label: "viewfinder.sound", qos: .userInteractive)
  private let clock: CMClock?
  private let state = Locked(State())
  private let formats: AsyncStream<SoundFormat>.Continuation

  /// - Parameter formats: is sent the format of the first sound; nobody knows it before.
  init(clock: CMClock?, formats: AsyncStream<SoundFormat>.Continuation) {
    (self.clock, self.formats) = (clock, formats)
  }

  func begin(_ handler: @escaping MicrophoneHandler) { state.withLock { $0.handler = handler } }

  /// No sound goes to the handler any more once this has returned.
  func end() async {
    state.withLock { $0.handler = nil }
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

  private func buffer(_ sample: CMSampleBuffer) -> AudioBuffer? {
    guard let description = sample.formatDescription?.audioStreamBasicDescription,
      let pcm = PCMSamples(description),
      let time = MediaTime(sample.presentationTimeStamp, on: clock),
      let bytes = try? sample.dataBuffer?.dataBytes()
    else { return nil }
    return AudioBuffer(
      samples: pcm.floats(in: bytes), channelCount: pcm.channelCount, sampleRate: pcm.sampleRate,
      presentationTime: time)
  }
}

extension SoundReceiver: AVCaptureAudioDataOutputSampleBufferDelegate {
  /// Sound came.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    guard let buffer = buffer(sampleBuffer), buffer.frameCount > 0 else { return }
    // Nobody reads this after the first.
    formats.yield(SoundFormat(sampleRate: buffer.sampleRate, channelCount: buffer.channelCount))
    state.withLock { $0.handler }?(.sound(buffer))
  }
}
