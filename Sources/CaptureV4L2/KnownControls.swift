import CVideo4Linux
import CaptureCore

/// V4L2's controls that cameras have, by this project's names.
///
/// Source: `Documentation/userspace-api/media/v4l/control.rst` and `ext-ctrls-camera.rst` of Linux.
enum KnownControls {
  struct Entry: Sendable {
    let id: CameraControl.ID
    /// `V4L2_CID_*`
    let number: UInt32
    let unit: String

    init(_ id: CameraControl.ID, _ number: UInt32, _ unit: String = "") {
      self.id = id
      self.number = number
      self.unit = unit
    }
  }

  static let all: [Entry] = [
    Entry(.brightness, UInt32(V4L2_CID_BRIGHTNESS)),
    Entry(.contrast, UInt32(V4L2_CID_CONTRAST)),
    Entry(.saturation, UInt32(V4L2_CID_SATURATION)),
    Entry(.hue, UInt32(V4L2_CID_HUE)),
    Entry(.gamma, UInt32(V4L2_CID_GAMMA)),
    Entry(.sharpness, UInt32(V4L2_CID_SHARPNESS)),
    Entry(.backlightCompensation, UInt32(V4L2_CID_BACKLIGHT_COMPENSATION)),
    Entry(.gainAuto, UInt32(V4L2_CID_AUTOGAIN)),
    Entry(.gain, UInt32(V4L2_CID_GAIN)),
    Entry(.exposureAuto, UInt32(V4L2_CID_EXPOSURE_AUTO)),
    Entry(.exposureTime, UInt32(V4L2_CID_EXPOSURE_ABSOLUTE), "100 µs"),
    Entry(.exposureCompensation, UInt32(V4L2_CID_AUTO_EXPOSURE_BIAS), "0.001 EV"),
    Entry(.whiteBalanceAuto, UInt32(V4L2_CID_AUTO_WHITE_BALANCE)),
    Entry(.whiteBalance, UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE), "K"),
    Entry(.focusAuto, UInt32(V4L2_CID_FOCUS_AUTO)),
    Entry(.focus, UInt32(V4L2_CID_FOCUS_ABSOLUTE)),
    Entry(.zoom, UInt32(V4L2_CID_ZOOM_ABSOLUTE)),
    Entry(.pan, UInt32(V4L2_CID_PAN_ABSOLUTE), "arc seconds"),
    Entry(.tilt, UInt32(V4L2_CID_TILT_ABSOLUTE), "arc seconds"),
    Entry(.powerLineFrequency, UInt32(V4L2_CID_POWER_LINE_FREQUENCY)),
    Entry(.privacy, UInt32(V4L2_CID_PRIVACY)),
    Entry(.torch, UInt32(V4L2_CID_FLASH_LED_MODE)),
  ]
}
