import CPipeWire
import CaptureCore

/// SPA's properties of cameras by this project's names.
///
/// PipeWire's V4L2 plug-in gives controls that SPA has no name for the kernel's number, counted from
/// `SPA_PROP_START_CUSTOM`. Source: its `v4l2-utils.c`; the numbers are those of `linux/v4l2-controls.h`,
/// whose user class begins at 0x980900, the camera class at 0x9a0900 and the flash class at 0x9c0900.
enum KnownProperties {
  struct Entry: Sendable {
    let id: CameraControl.ID
    let property: UInt32
    let unit: String

    init(_ id: CameraControl.ID, _ property: UInt32, _ unit: String = "") {
      self.id = id
      self.property = property
      self.unit = unit
    }

    init(_ id: CameraControl.ID, kernel number: UInt32, _ unit: String = "") {
      self.init(id, SPA_PROP_START_CUSTOM.rawValue + number, unit)
    }
  }

  static let all: [Entry] = [
    Entry(.brightness, SPA_PROP_brightness.rawValue),
    Entry(.contrast, SPA_PROP_contrast.rawValue),
    Entry(.saturation, SPA_PROP_saturation.rawValue),
    Entry(.hue, SPA_PROP_hue.rawValue),
    Entry(.gamma, SPA_PROP_gamma.rawValue),
    Entry(.sharpness, SPA_PROP_sharpness.rawValue),
    Entry(.backlightCompensation, kernel: 0x98_091c),
    Entry(.gainAuto, kernel: 0x98_0912),
    Entry(.gain, SPA_PROP_gain.rawValue),
    Entry(.exposureAuto, kernel: 0x9a_0901),
    Entry(.exposureTime, kernel: 0x9a_0902, "100 µs"),
    Entry(.exposureCompensation, kernel: 0x9a_0913, "0.001 EV"),
    Entry(.whiteBalanceAuto, kernel: 0x98_090c),
    Entry(.whiteBalance, kernel: 0x98_091a, "K"),
    Entry(.focusAuto, kernel: 0x9a_090c),
    Entry(.focus, kernel: 0x9a_090a),
    Entry(.zoom, kernel: 0x9a_090d),
    Entry(.pan, kernel: 0x9a_0908, "arc seconds"),
    Entry(.tilt, kernel: 0x9a_0909, "arc seconds"),
    Entry(.powerLineFrequency, kernel: 0x98_0918),
    Entry(.privacy, kernel: 0x9a_0910),
    Entry(.torch, kernel: 0x9c_0901),
  ]

  static func entry(of property: UInt32) -> Entry? { all.first { $0.property == property } }

  /// Whether a property is about the picture, and not about the device or the node.
  static func isSetting(_ property: UInt32) -> Bool {
    (SPA_PROP_START_Video.rawValue..<SPA_PROP_START_Other.rawValue).contains(property)
      || property >= SPA_PROP_START_CUSTOM.rawValue
  }
}
