import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import MediaTypes

/// One camera in the session: its input, its output, what joins them, and what listens to it.
///
/// Sendable unchecked: made, changed and used on the session's queue only; the receiver and the rotation,
/// which other threads use, are Sendable themselves.
final class CameraSeat: @unchecked Sendable {
  let device: AVCaptureDevice
  let input: AVCaptureDeviceInput
  let output = AVCaptureVideoDataOutput()
  let connection: AVCaptureConnection
  let receiver: PictureReceiver
  private let pressure: PressureWatch

  /// - Throws: `CaptureError` when another program has the camera or the person does not allow it.
  init(
    _ camera: FoundCamera, clock: CMClock?,
    report: @escaping @Sendable (VideoSessionMachine.Event) -> Void
  ) throws(CaptureError) {
    device = camera.device
    do {
      input = try AVCaptureDeviceInput(device: camera.device)
    } catch {
      throw CaptureError.opening(camera.camera.name, error)
    }
    let ports = input.ports.filter { $0.mediaType == .video }
    connection = AVCaptureConnection(inputPorts: ports, output: output)
    receiver = PictureReceiver(
      camera: camera.camera.id, clock: clock, rotation: RotationWatch(device: camera.device))
    pressure = PressureWatch(device: camera.device)
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(receiver, queue: receiver.queue)
  }

  /// Whether pictures can come through.
  var isConnected: Bool { output.connection(with: .video) != nil }

  /// What can be said of a connection only once it stands in the session: pictures come as the sensor
  /// has them, since frames carry their rotation, and mirroring is the preview's matter.
  func settle() {
    guard connection.isVideoMirroringSupported else { return }
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = false
  }

  /// Sets the camera to a mode, and the output to the same pixels, so that nothing is converted.
  func set(_ format: CameraFormat, of camera: FoundCamera) throws(CaptureError) {
    let mode = try camera.mode(for: format)
    let subtype = mode.formatDescription.mediaSubType.rawValue
    let kinds = output.availableVideoPixelFormatTypes
    let kind =
      kinds.contains(subtype) ? subtype : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kind]
    do {
      try device.configure { device in
        device.activeFormat = mode
        device.hold(format.rate)
      }
    } catch {
      throw CaptureError.opening(camera.camera.name, error)
    }
    pressure.slowDown = { [device, rate = format.rate] level in
      try? device.configure { $0.hold(level.rate(below: rate)) }
    }
  }
}

extension AVCaptureDevice {
  /// Changes settings (`lockForConfiguration`).
  func configure(_ change: (AVCaptureDevice) throws -> Void) throws {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    try change(self)
  }

  /// Sends so many frames a second, while it is locked.
  fileprivate func hold(_ rate: FrameRate?) {
    guard let rate else { return }
    let range = activeFormat.videoSupportedFrameRateRanges.first { range in
      abs(range.maxFrameRate - rate.framesPerSecond) < 0.01
    }
    // The platform's own fraction where it is the highest rate: any other would be refused for its rounding.
    let duration =
      range?.minFrameDuration
      ?? CMTime(value: Int64(rate.denominator), timescale: Int32(clamping: rate.numerator))
    activeVideoMinFrameDuration = duration
    activeVideoMaxFrameDuration = duration
  }
}

extension CaptureError {
  /// Why a camera did not open.
  static func opening(_ name: String, _ error: any Error) -> CaptureError {
    let code = (error as? AVError)?.code
    if code == .applicationIsNotAuthorizedToUseDevice, let refusal = Permission.refusal(of: .camera)
    {
      return refusal
    }
    if code == .deviceInUseByAnotherApplication {
      return CaptureError(
        .busy, "\(name) is used by another app.",
        remedy: "Close that app, or choose another camera.")
    }
    return CaptureError(
      .deviceFailed, "\(name) could not be opened: \(error.localizedDescription).")
  }
}
