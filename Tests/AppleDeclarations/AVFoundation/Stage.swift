// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap
// The stand-ins' own words, for tests.
@_spi(Stage) import CoreMedia
import Dispatch
import Foundation
@_exported public import QuartzCore

/// One lock for the whole stand-in: it is for tests, not for speed.
private let lock = NSRecursiveLock()

func guarded<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
  lock.lock()
  defer { lock.unlock() }
  return try body()
}

/// What a stand-in device is, for good.
@_spi(Stage)
public struct DeviceFacts {
  public var uniqueID: String
  public var name: String
  public var position = AVCaptureDevice.Position.unspecified
  public var type = AVCaptureDevice.DeviceType.builtInWideAngleCamera
  public var media = AVMediaType.video
  public var formats: [AVCaptureDevice.Format]
  public var hasTorch = false
  public var hasFocus = true
  /// `lockForConfiguration` throws.
  public var refusesConfiguration = false
  /// `AVCaptureDeviceInput.init` throws.
  public var refusesInput = false
  /// `canAddInput` says no.
  public var refusesSession = false

  public init(_ uniqueID: String, formats: [AVCaptureDevice.Format]) {
    (self.uniqueID, name, self.formats) = (uniqueID, uniqueID, formats)
  }
}

/// What a program can set of it.
struct DeviceValues {
  var locks = 0
  var format: AVCaptureDevice.Format
  var shortest = CMTime.invalid
  var longest = CMTime.invalid
  var torch = AVCaptureDevice.TorchMode.off
  var focus = AVCaptureDevice.FocusMode.continuousAutoFocus
  var focusPoint = CGPoint(x: 0.5, y: 0.5)
  var exposure = AVCaptureDevice.ExposureMode.continuousAutoExposure
  var exposurePoint = CGPoint(x: 0.5, y: 0.5)
  var whiteBalance = AVCaptureDevice.WhiteBalanceMode.continuousAutoWhiteBalance
  var zoom: CGFloat = 1
  var lens: Float = 0.5
  var bias: Float = 0
  var pressure = "nominal"

  init(_ facts: DeviceFacts) {
    format =
      facts.formats.first
      ?? AVCaptureDevice.Format(
        CMFormatDescription(video: 0, width: 0, height: 0), rates: [], multiCam: false)
  }
}

struct SessionValues {
  var inputs: [AVCaptureInput] = []
  var outputs: [AVCaptureOutput] = []
  var connections: [AVCaptureConnection] = []
  var configurations = 0
  var isRunning = false
  var interruption: Int?
  var timer: (any DispatchSourceTimer)?
}
