// swift-format-ignore-file: AlwaysUseLowerCamelCase
#if IOS
  // What iOS has and macOS has not. Each comment is the path of the page below
  // developer.apple.com/documentation.
  public import CoreMedia
  public import Foundation

  extension AVCaptureDevice.DeviceType {
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtinultrawidecamera
    public static let builtInUltraWideCamera = Self(rawValue: "ultra-wide")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtintelephotocamera
    public static let builtInTelephotoCamera = Self(rawValue: "telephoto")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtindualcamera
    public static let builtInDualCamera = Self(rawValue: "dual")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtindualwidecamera
    public static let builtInDualWideCamera = Self(rawValue: "dual-wide")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtintriplecamera
    public static let builtInTripleCamera = Self(rawValue: "triple")
    /// avfoundation/avcapturedevice/devicetype-swift.struct/builtintruedepthcamera
    public static let builtInTrueDepthCamera = Self(rawValue: "true-depth")
  }

  extension AVCaptureDevice.Format {
    /// avfoundation/avcapturedevice/format/ismulticamsupported
    public var isMultiCamSupported: Bool { multiCam }
  }

  extension AVCaptureDevice.DiscoverySession {
    /// avfoundation/avcapturedevice/discoverysession/supportedmulticamdevicesets
    public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] {
      Stage.current.multiCam ? [Set(devices)] : []
    }
  }

  extension AVCaptureDevice {
    func zoomed() { Stage.current.changed(\AVCaptureDevice.videoZoomFactor, of: self) }

    /// avfoundation/avcapturedevice/systempressurestate-swift.property
    public var systemPressureState: SystemPressureState {
      guarded { SystemPressureState(values.pressure) }
    }

    /// avfoundation/avcapturedevice/systempressurestate-swift.class: Sendable
    public final class SystemPressureState: NSObject, Sendable {
      /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct
      public struct Level: Hashable, RawRepresentable, Sendable {
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/rawvalue
        public let rawValue: String
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/init(rawvalue:)
        public init(rawValue: String) { self.rawValue = rawValue }
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/nominal
        public static let nominal = Level(rawValue: "nominal")
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/fair
        public static let fair = Level(rawValue: "fair")
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/serious
        public static let serious = Level(rawValue: "serious")
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/critical
        public static let critical = Level(rawValue: "critical")
        /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.struct/shutdown
        public static let shutdown = Level(rawValue: "shutdown")
      }

      /// avfoundation/avcapturedevice/systempressurestate-swift.class/level-swift.property
      public let level: Level

      init(_ level: String) { self.level = Level(rawValue: level) }
    }

    /// avfoundation/avcapturedevice/videozoomfactor
    public var videoZoomFactor: CGFloat {
      get { guarded { values.zoom } }
      set { configured(\.videoZoomFactor) { $0.zoom = newValue } }
    }
    /// avfoundation/avcapturedevice/minavailablevideozoomfactor
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// avfoundation/avcapturedevice/maxavailablevideozoomfactor
    public var maxAvailableVideoZoomFactor: CGFloat { 16 }

    /// avfoundation/avcapturedevice/islockingfocuswithcustomlenspositionsupported
    public var isLockingFocusWithCustomLensPositionSupported: Bool { facts.hasFocus }
    /// avfoundation/avcapturedevice/lensposition
    public var lensPosition: Float { guarded { values.lens } }
    /// avfoundation/avcapturedevice/setfocusmodelocked(lensposition:completionhandler:)
    public func setFocusModeLocked(
      lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
      configured(\.lensPosition, \.focusMode) {
        ($0.lens, $0.focus) = (lensPosition, .locked)
      }
    }

    /// avfoundation/avcapturedevice/exposuretargetbias
    public var exposureTargetBias: Float { guarded { values.bias } }
    /// avfoundation/avcapturedevice/minexposuretargetbias
    public var minExposureTargetBias: Float { -8 }
    /// avfoundation/avcapturedevice/maxexposuretargetbias
    public var maxExposureTargetBias: Float { 8 }
    /// avfoundation/avcapturedevice/setexposuretargetbias(_:completionhandler:)
    public func setExposureTargetBias(
      _ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
      configured(\.exposureTargetBias) { $0.bias = bias }
    }
  }

  extension AVCaptureConnection {
    /// avfoundation/avcaptureconnection/preferredvideostabilizationmode
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
      get { guarded { stabilization } }
      set { guarded { stabilization = newValue } }
    }
    /// avfoundation/avcaptureconnection/isvideostabilizationsupported
    public var isVideoStabilizationSupported: Bool { true }
  }

  /// avfoundation/avcapturemulticamsession
  public final class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
    /// avfoundation/avcapturemulticamsession/ismulticamsupported
    public class var isMultiCamSupported: Bool { Stage.current.multiCam }
    /// avfoundation/avcapturemulticamsession/hardwarecost
    public var hardwareCost: Float { Stage.current.hardwareCost }
    override var videoInputLimit: Int { 4 }
  }

  extension AVCaptureSession {
    /// avfoundation/avcapturesession/wasinterruptednotification: macOS too, of little use there
    public static let wasInterruptedNotification = NSNotification.Name(
      "AVCaptureSessionWasInterrupted")
    /// avfoundation/avcapturesession/interruptionendednotification
    public static let interruptionEndedNotification = NSNotification.Name(
      "AVCaptureSessionInterruptionEnded")

    /// avfoundation/avcapturesession/interruptionreason
    public enum InterruptionReason: Int, Sendable {
      /// avfoundation/avcapturesession/interruptionreason/videodevicenotavailableinbackground
      case videoDeviceNotAvailableInBackground = 1
      /// avfoundation/avcapturesession/interruptionreason/audiodeviceinusebyanotherclient
      case audioDeviceInUseByAnotherClient = 2
      /// avfoundation/avcapturesession/interruptionreason/videodeviceinusebyanotherclient
      case videoDeviceInUseByAnotherClient = 3
      /// avfoundation/avcapturesession/interruptionreason/videodevicenotavailablewithmultipleforegroundapps
      case videoDeviceNotAvailableWithMultipleForegroundApps = 4
      /// avfoundation/avcapturesession/interruptionreason/videodevicenotavailableduetosystempressure
      case videoDeviceNotAvailableDueToSystemPressure = 5
    }
  }

  /// avfoundation/avcapturesessioninterruptionreasonkey
  public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
#else
  extension AVCaptureDevice {
    func zoomed() {}
  }
#endif
