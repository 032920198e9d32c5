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
  let queue = DispatchQueue(label: "viewfinder.sound", qos: .userInteractive)
  private let clock: CMClock?
  private let handler = Locked<MicrophoneHandler?>(nil)
  private let formats: AsyncStream<SoundFormat>.Continuation

  /// - Parameter formats: is sent the format of the first sound; nobody knows it before.
  init(clock: CMClock?, formats: AsyncStream<SoundFormat>.Continuation) {
    (self.clock, self.formats) = (clock, formats)
  }

  func begin(_ handler: @escaping MicrophoneHandler) { self.handler.withLock { $0 = handler } }

  /// No sound goes to the handler any more once this has returned.
  func end() async {
    handler.withLock { $0 = nil }
    await queue.perform {}
  }

  /// Says that it is over, after what has come before.
  func fail(_ error: CaptureError) {
    queue.async {
      let handler = self.handler.withLock { handler in
        defer { handler = nil }
        return handler
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
    handler.withLock { $0 }?(.sound(buffer))
  }
}
