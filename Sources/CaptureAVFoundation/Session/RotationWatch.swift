import AVFoundation
import Foundation
import MediaTypes
import Synchronization

/// How far a camera's pictures have to be turned to stand upright, as the device is held
/// (`AVCaptureDevice.RotationCoordinator`).
///
/// *Context*: any thread.
final class RotationWatch: Sendable {
  private let angle: Angle
  private let coordinator: Coordinator

  /// What must live for the changes to come. Sendable unchecked: made once and only let go.
  private struct Coordinator: @unchecked Sendable {
    let object: AVCaptureDevice.RotationCoordinator
    let observation: NSKeyValueObservation
  }

  init(device: AVCaptureDevice) {
    let object = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
    let angle = Angle(object.videoRotationAngleForHorizonLevelCapture)
    let observation = object.observe(
      \.videoRotationAngleForHorizonLevelCapture, options: [.new]
    ) { _, change in
      if let new = change.newValue { angle.set(new) }
    }
    coordinator = Coordinator(object: object, observation: observation)
    self.angle = angle
  }

  deinit { coordinator.observation.invalidate() }

  /// The turn for a picture that comes now.
  var current: Rotation { angle.rotation }

  /// The nearest quarter turn.
  static func rotation(degrees: Double) -> Rotation {
    guard degrees.isFinite else { return .none }
    let quarters = Int((degrees / 90).rounded().truncatingRemainder(dividingBy: 4))
    return Rotation(rawValue: ((quarters + 4) % 4) * 90) ?? .none
  }

  private final class Angle: Sendable {
    private let degrees: Atomic<Int>
    init(_ angle: CGFloat) {
      degrees = Atomic(RotationWatch.rotation(degrees: Double(angle)).rawValue)
    }
    func set(_ angle: CGFloat) {
      degrees.store(RotationWatch.rotation(degrees: Double(angle)).rawValue, ordering: .relaxed)
    }
    var rotation: Rotation { Rotation(rawValue: degrees.load(ordering: .relaxed)) ?? .none }
  }
}
