import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import MediaTypes
import SystemThreads

/// One opening of a microphone: a session of its own, which no flip touches.
///
/// Sendable unchecked: session, input and output are used on `queue` only, after the initialiser.
final class AVFoundationMicrophoneStream: MicrophoneStream, @unchecked Sendable {
  private enum Phase: Sendable {
    case opened, running, stopped, closed
  }

  let format: SoundFormat
  private let microphone: MicrophoneDevice
  private let parts: SoundParts
  private let phase = Locked(Phase.opened)
  private let observers = Observers()

  /// Opens a microphone and waits for the first sound, whose format nobody knows before.
  static func open(
    _ device: AVCaptureDevice, as microphone: MicrophoneDevice, clock: any MediaClock
  ) async throws(CaptureError) -> AVFoundationMicrophoneStream {
    let (formats, continuation) = AsyncStream.makeStream(
      of: SoundFormat.self, bufferingPolicy: .bufferingOldest(1))
    let parts = try SoundParts(device, name: microphone.name, formats: continuation)
    let timer = clock.makeTimer(label: "microphone") { _ in continuation.finish() }
    timer.schedule(at: clock.now + patience)
    await parts.queue.perform { parts.session.startRunning() }
    let format = await formats.first { _ in true }
    timer.cancel()
    guard let format else {
      await parts.queue.perform { parts.session.stopRunning() }
      throw CaptureError(
        .noSound, "\(microphone.name) sends nothing.", remedy: "Choose another microphone.")
    }
    return AVFoundationMicrophoneStream(format, microphone, parts)
  }

  /// How long a microphone may be silent after its start: wireless ones take a moment.
  private static let patience = MediaTime.seconds(4)

  private init(_ format: SoundFormat, _ microphone: MicrophoneDevice, _ parts: SoundParts) {
    (self.format, self.microphone, self.parts) = (format, microphone, parts)
    observers.observe(AVCaptureSession.runtimeErrorNotification, of: parts.session) {
      [receiver = parts.receiver] notification in
      receiver.fail(.runtime(notification.userInfo?[AVCaptureSessionErrorKey] as? AVError))
    }
    observers.observe(AVCaptureDevice.wasDisconnectedNotification, of: parts.device) {
      [receiver = parts.receiver, name = microphone.name] _ in
      receiver.fail(CaptureError(.unplugged, "\(name) is not connected any more."))
    }
  }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    let mayStart = phase.withLock { phase in
      guard phase == .opened else { return false }
      phase = .running
      return true
    }
    guard mayStart else {
      throw CaptureError(
        .invalidRequest, "A microphone can be started once, before it is stopped.",
        remedy: "Open it again.")
    }
    parts.receiver.begin(handler)
  }

  func stop() async {
    phase.withLock { if $0 != .closed { $0 = .stopped } }
    await parts.receiver.end()
  }

  func close() async {
    phase.withLock { $0 = .closed }
    await parts.receiver.end()
    await parts.queue.perform { [parts] in parts.session.stopRunning() }
  }
}

/// The platform's objects for one microphone.
///
/// Sendable unchecked: made by one task, then used on `queue` only.
final class SoundParts: @unchecked Sendable {
  let queue = DispatchQueue(label: "viewfinder.sound-session", qos: .userInitiated)
  let session = AVCaptureSession()
  let device: AVCaptureDevice
  let receiver: SoundReceiver
  private let output = AVCaptureAudioDataOutput()

  init(
    _ device: AVCaptureDevice, name: String, formats: AsyncStream<SoundFormat>.Continuation
  ) throws(CaptureError) {
    self.device = device
    receiver = SoundReceiver(clock: session.synchronizationClock, formats: formats)
    let input: AVCaptureDeviceInput
    do {
      input = try AVCaptureDeviceInput(device: device)
    } catch {
      throw Permission.refusal(of: .microphone)
        ?? CaptureError(
          .deviceFailed, "\(name) could not be opened: \(error.localizedDescription).")
    }
    output.setSampleBufferDelegate(receiver, queue: receiver.queue)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    guard session.canAddInput(input), session.canAddOutput(output) else {
      throw CaptureError(.busy, "\(name) cannot be used now.", remedy: "Close what else uses it.")
    }
    session.addInput(input)
    session.addOutput(output)
  }

  deinit {
    // Blocks for a moment, so not on the thread that lets go.
    let last = Last(session: session)
    queue.async { last.session.stopRunning() }
  }

  /// Sendable unchecked: on its way to the queue.
  private struct Last: @unchecked Sendable { let session: AVCaptureSession }
}
