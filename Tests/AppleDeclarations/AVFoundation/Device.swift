// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreMedia
public import Foundation

/// avfoundation/avmediatype
public struct AVMediaType: Hashable, RawRepresentable, Sendable {
  /// avfoundation/avmediatype/rawvalue
  public let rawValue: String
  /// avfoundation/avmediatype/init(rawvalue:)
  public init(rawValue: String) { self.rawValue = rawValue }
  /// avfoundation/avmediatype/video
  public static let video = AVMediaType(rawValue: "vide")
  /// avfoundation/avmediatype/audio
  public static let audio = AVMediaType(rawValue: "soun")
}

/// avfoundation/avauthorizationstatus
public enum AVAuthorizationStatus: Int, Sendable {
  /// avfoundation/avauthorizationstatus/notdetermined
  case notDetermined = 0
  /// avfoundation/avauthorizationstatus/restricted
  case restricted = 1
  /// avfoundation/avauthorizationstatus/denied
  case denied = 2
  /// avfoundation/avauthorizationstatus/authorized
  case authorized = 3
}

/// avfoundation/avframeraterange
public final class AVFrameRateRange: NSObject, Sendable {
  /// avfoundation/avframeraterange/minframerate
  public let minFrameRate: Float64
  /// avfoundation/avframeraterange/maxframerate
  public let maxFrameRate: Float64
  /// avfoundation/avframeraterange/minframeduration
  public var minFrameDuration: CMTime {
    CMTime(value: 1000, timescale: Int32((maxFrameRate * 1000).rounded()))
  }

  init(_ rates: ClosedRange<Double>) {
    (minFrameRate, maxFrameRate) = (rates.lowerBound, rates.upperBound)
  }
}

/// avfoundation/avcapturevideostabilizationmode
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
  /// avfoundation/avcapturevideostabilizationmode/off
  case off = 0
  /// avfoundation/avcapturevideostabilizationmode/standard
  case standard = 1
  /// avfoundation/avcapturevideostabilizationmode/cinematic
  case cinematic = 2
  /// avfoundation/avcapturevideostabilizationmode/auto
  case auto = -1
}

/// avfoundation/avcapturedevice
///
/// Sendable in the SDK (`NS_SWIFT_SENDABLE`). Sendable unchecked here: its values are guarded by the
/// stand-in's one lock.
open class AVCaptureDevice: NSObject, _KeyValueCodingAndObserving, @unchecked Sendable {
  let facts: DeviceFacts
  var values: DeviceValues

  init(_ facts: DeviceFacts) {
    self.facts = facts
    values = DeviceValues(facts)
  }

  /// avfoundation/avcapturedevice/wasconnectednotification
  public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnected")
  /// avfoundation/avcapturedevice/wasdisconnectednotification
  public static let wasDisconnectedNotification = NSNotification.Name(
    "AVCaptureDeviceWasDisconnected")

  /// avfoundation/avcapturedevice/uniqueid
  public var uniqueID: String { facts.uniqueID }
  /// avfoundation/avcapturedevice/localizedname
  public var localizedName: String { facts.name }
  /// avfoundation/avcapturedevice/position-swift.property
  public var position: Position { facts.position }
  /// avfoundation/avcapturedevice/devicetype-swift.property
  public var deviceType: DeviceType { facts.type }
  /// avfoundation/avcapturedevice/formats
  public var formats: [Format] { facts.formats }
  /// avfoundation/avcapturedevice/isconnected
  public var isConnected: Bool { Stage.current.isConnected(self) }

  /// avfoundation/avcapturedevice/activeformat
  public var activeFormat: Format {
    get { guarded { values.format } }
    // The zoom goes back with every mode.
    set {
      configured { ($0.format, $0.zoom) = (newValue, 1) }
      zoomed()
    }
  }
  /// avfoundation/avcapturedevice/activevideominframeduration
  public var activeVideoMinFrameDuration: CMTime {
    get { guarded { values.shortest } }
    set { configured { $0.shortest = newValue } }
  }
  /// avfoundation/avcapturedevice/activevideomaxframeduration
  public var activeVideoMaxFrameDuration: CMTime {
    get { guarded { values.longest } }
    set { configured { $0.longest = newValue } }
  }

  /// avfoundation/avcapturedevice/lockforconfiguration()
  public func lockForConfiguration() throws {
    try guarded {
      if facts.refusesConfiguration { throw AVError(.deviceInUseByAnotherApplication) }
      values.locks += 1
    }
  }

  /// avfoundation/avcapturedevice/unlockforconfiguration()
  public func unlockForConfiguration() { guarded { values.locks -= 1 } }

  /// avfoundation/avcapturedevice/authorizationstatus(for:)
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    Stage.current.authorization
  }

  /// avfoundation/avcapturedevice/requestaccess(for:completionhandler:), as `async`
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    await Stage.current.ask()
  }

  /// avfoundation/avcapturedevice/default(for:)
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    Stage.current.devices.first { $0.facts.media == mediaType }
  }

  /// - Parameter paths: whose observers are told afterwards.
  func configured(
    _ paths: PartialKeyPath<AVCaptureDevice>..., change: (inout DeviceValues) -> Void
  ) {
    guarded {
      if values.locks <= 0 { Stage.current.misuse("\(uniqueID) was changed without its lock") }
      change(&values)
    }
    for path in paths { Stage.current.changed(path, of: self) }
  }
}

extension AVCaptureDevice {
  /// avfoundation/avcapturedevice/position-swift.enum
  public enum Position: Int, Sendable {
    /// avfoundation/avcapturedevice/position-swift.enum/unspecified
    case unspecified = 0
    /// avfoundation/avcapturedevice/position-swift.enum/back
    case back = 1
    /// avfoundation/avcapturedevice/position-swift.enum/front
    case front = 2
  }

  /// avfoundation/avcapturedevice/devicetype-swift.struct
  public struct DeviceType: Hashable, RawRepresentable, Sendable {
    /// avfoundation/avcapturedevice/devicetype-swift.struct/rawvalue
    public let rawValue: String
    /// avfoundation/avcapturedevice/devicetype-swift.struct/init(rawvalue:)
    public init(rawValue: String) { self.rawValue = rawValue }
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtinwideanglecamera
    public static let builtInWideAngleCamera = DeviceType(rawValue: "wide")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/external: iOS 17, macOS 14
    public static let external = DeviceType(rawValue: "external")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/continuitycamera: iOS 17, macOS 14
    public static let continuityCamera = DeviceType(rawValue: "continuity")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/microphone: iOS 17, macOS 14
    public static let microphone = DeviceType(rawValue: "microphone")
  }

  /// avfoundation/avcapturedevice/format: Sendable (`NS_SWIFT_SENDABLE`)
  public final class Format: NSObject, Sendable {
    /// avfoundation/avcapturedevice/format/formatdescription
    public let formatDescription: CMFormatDescription
    let rates: [ClosedRange<Double>]
    let multiCam: Bool

    /// avfoundation/avcapturedevice/format/videosupportedframerateranges
    public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
      rates.map { AVFrameRateRange($0) }
    }

    init(_ description: CMFormatDescription, rates: [ClosedRange<Double>], multiCam: Bool) {
      (formatDescription, self.rates, self.multiCam) = (description, rates, multiCam)
    }
  }

  /// avfoundation/avcapturedevice/discoverysession
  public final class DiscoverySession: NSObject, Sendable {
    private let types: [DeviceType]
    private let media: AVMediaType?

    /// avfoundation/avcapturedevice/discoverysession/init(devicetypes:mediatype:position:)
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      (types, media) = (deviceTypes, mediaType)
    }

    /// avfoundation/avcapturedevice/discoverysession/devices
    public var devices: [AVCaptureDevice] {
      Stage.current.devices.filter { device in
        types.contains(device.deviceType) && (media == nil || device.facts.media == media)
      }
    }
  }

  /// avfoundation/avcapturedevice/rotationcoordinator: iOS 17, macOS 14
  public final class RotationCoordinator: NSObject, _KeyValueCodingAndObserving,
    @unchecked Sendable
  {
    /// avfoundation/avcapturedevice/rotationcoordinator/init(device:previewlayer:)
    public init(device: AVCaptureDevice, previewLayer: CALayer?) {
      super.init()
      Stage.current.add(self)
    }

    /// avfoundation/avcapturedevice/rotationcoordinator/videorotationangleforhorizonlevelcapture
    public var videoRotationAngleForHorizonLevelCapture: CGFloat { Stage.current.angle }
  }
}

extension AVCaptureDevice {
  /// avfoundation/avcapturedevice/torchmode-swift.enum
  public enum TorchMode: Int, Sendable {
    /// avfoundation/avcapturedevice/torchmode-swift.enum/off
    case off = 0
    /// avfoundation/avcapturedevice/torchmode-swift.enum/on
    case on = 1
    /// avfoundation/avcapturedevice/torchmode-swift.enum/auto
    case auto = 2
  }

  /// avfoundation/avcapturedevice/focusmode-swift.enum
  public enum FocusMode: Int, Sendable {
    /// avfoundation/avcapturedevice/focusmode-swift.enum/locked
    case locked = 0
    /// avfoundation/avcapturedevice/focusmode-swift.enum/autofocus
    case autoFocus = 1
    /// avfoundation/avcapturedevice/focusmode-swift.enum/continuousautofocus
    case continuousAutoFocus = 2
  }

  /// avfoundation/avcapturedevice/exposuremode-swift.enum
  public enum ExposureMode: Int, Sendable {
    /// avfoundation/avcapturedevice/exposuremode-swift.enum/locked
    case locked = 0
    /// avfoundation/avcapturedevice/exposuremode-swift.enum/autoexpose
    case autoExpose = 1
    /// avfoundation/avcapturedevice/exposuremode-swift.enum/continuousautoexposure
    case continuousAutoExposure = 2
  }

  /// avfoundation/avcapturedevice/whitebalancemode-swift.enum
  public enum WhiteBalanceMode: Int, Sendable {
    /// avfoundation/avcapturedevice/whitebalancemode-swift.enum/locked
    case locked = 0
    /// avfoundation/avcapturedevice/whitebalancemode-swift.enum/autowhitebalance
    case autoWhiteBalance = 1
    /// avfoundation/avcapturedevice/whitebalancemode-swift.enum/continuousautowhitebalance
    case continuousAutoWhiteBalance = 2
  }

  /// avfoundation/avcapturedevice/hastorch
  public var hasTorch: Bool { facts.hasTorch }
  /// avfoundation/avcapturedevice/istorchavailable
  public var isTorchAvailable: Bool { facts.hasTorch }
  /// avfoundation/avcapturedevice/istorchmodesupported(_:)
  public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { facts.hasTorch }
  /// avfoundation/avcapturedevice/torchmode-swift.property
  public var torchMode: TorchMode {
    get { guarded { values.torch } }
    set { configured(\.torchMode) { $0.torch = newValue } }
  }

  /// avfoundation/avcapturedevice/isfocusmodesupported(_:)
  public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { facts.hasFocus }
  /// avfoundation/avcapturedevice/focusmode-swift.property
  public var focusMode: FocusMode {
    get { guarded { values.focus } }
    set { configured(\.focusMode) { $0.focus = newValue } }
  }
  /// avfoundation/avcapturedevice/isfocuspointofinterestsupported
  public var isFocusPointOfInterestSupported: Bool { facts.hasFocus }
  /// avfoundation/avcapturedevice/focuspointofinterest
  public var focusPointOfInterest: CGPoint {
    get { guarded { values.focusPoint } }
    set { configured { $0.focusPoint = newValue } }
  }

  /// avfoundation/avcapturedevice/isexposuremodesupported(_:)
  public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { true }
  /// avfoundation/avcapturedevice/exposuremode-swift.property
  public var exposureMode: ExposureMode {
    get { guarded { values.exposure } }
    set { configured(\.exposureMode) { $0.exposure = newValue } }
  }
  /// avfoundation/avcapturedevice/isexposurepointofinterestsupported
  public var isExposurePointOfInterestSupported: Bool { true }
  /// avfoundation/avcapturedevice/exposurepointofinterest
  public var exposurePointOfInterest: CGPoint {
    get { guarded { values.exposurePoint } }
    set { configured { $0.exposurePoint = newValue } }
  }

  /// avfoundation/avcapturedevice/iswhitebalancemodesupported(_:)
  public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { true }
  /// avfoundation/avcapturedevice/whitebalancemode-swift.property
  public var whiteBalanceMode: WhiteBalanceMode {
    get { guarded { values.whiteBalance } }
    set { configured(\.whiteBalanceMode) { $0.whiteBalance = newValue } }
  }
}
