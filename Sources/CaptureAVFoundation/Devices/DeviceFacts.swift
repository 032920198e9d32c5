import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import Foundation
import MediaTypes

/// A camera of the platform, and what the project makes of it.
struct FoundCamera: Sendable {
  let device: AVCaptureDevice
  let camera: CameraDevice
  let modes: [ModeFacts]

  init(_ device: AVCaptureDevice, concurrency: CameraDevice.Concurrency) {
    self.device = device
    modes = device.formats.map(\.facts)
    camera = CameraDevice(
      id: CameraID("apple-" + device.uniqueID), name: device.localizedName,
      backend: AVFoundationBackend.backendName, position: device.claim,
      formats: ModeList.formats(modes, isShared: concurrency != .unknown), concurrency: concurrency,
      isDirect: true)
  }

  /// Whether it may run beside another camera of this machine.
  var isShared: Bool { camera.concurrency != .unknown }

  /// The mode for a format.
  ///
  /// - Throws: `CaptureError` (`unsupportedFormat`).
  func mode(for format: CameraFormat) throws(CaptureError) -> AVCaptureDevice.Format {
    guard let index = ModeList.index(of: format, in: modes, isShared: isShared),
      device.formats.indices.contains(index)
    else {
      throw CaptureError(
        .unsupportedFormat, "\(camera.name) has no mode \(format).",
        remedy: "Choose from those that it lists.")
    }
    return device.formats[index]
  }
}

extension AVCaptureDevice.Format {
  /// Its numbers.
  var facts: ModeFacts {
    let size = formatDescription.dimensions
    return ModeFacts(
      size: PixelSize(width: Int(size.width), height: Int(size.height)),
      subtype: formatDescription.mediaSubType.rawValue,
      rates: videoSupportedFrameRateRanges.map { range in
        // A range that is none would end the program.
        range.minFrameRate...max(range.minFrameRate, range.maxFrameRate)
      },
      isMultiCam: canRunBesideOthers)
  }
}

extension AVCaptureDevice {
  /// Which way it looks. A Mac says nothing of its built-in camera, which looks at its user.
  fileprivate var claim: PositionClaim {
    switch position {
    case .front: PositionClaim(.front, source: .platform)
    case .back: PositionClaim(.back, source: .platform)
    default:
      deviceType == .builtInWideAngleCamera
        ? PositionClaim(.front, source: .platform) : PositionClaim(.external, source: .platform)
    }
  }
}
