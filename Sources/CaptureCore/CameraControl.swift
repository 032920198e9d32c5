/// A setting of a camera, such as its brightness, as it was when it was asked for.
public struct CameraControl: Identifiable, Hashable, Sendable {
  /// Which setting. An open set: the names below are those that this project knows.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case words joined by `-`, as the command line takes them.
    public let rawValue: String

    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }

  /// What values it takes.
  public enum Kind: Hashable, Sendable {
    /// A number.
    case number
    /// 0 or 1.
    case onOff
    /// One of these values and no other, by name.
    case menu([Choice])
  }

  /// One value of a menu.
  public struct Choice: Hashable, Sendable {
    /// The value.
    public let value: Int
    /// For a person; the driver's words.
    public let name: String

    /// Makes a choice.
    public init(value: Int, name: String) {
      self.value = value
      self.name = name
    }
  }

  /// Which setting.
  public let id: ID
  /// What values it takes.
  public let kind: Kind
  /// The least and the greatest value.
  public let range: ClosedRange<Int>
  /// Values are the least one plus whole multiples of this; 1 or more.
  public let step: Int
  /// The value that `reset` goes back to.
  public let defaultValue: Int
  /// The value now; nil when the camera cannot say.
  public var value: Int?
  /// What one stands for, such as `K` or `100 µs`; empty for a number without a unit.
  public let unit: String
  /// It can only be looked at, such as the state of a cover.
  public let isReadOnly: Bool
  /// An automatic has it at present, so that setting it has no effect or fails.
  public let isInactive: Bool

  /// Makes a control; a step below 1 becomes 1.
  public init(
    id: ID, kind: Kind, range: ClosedRange<Int>, step: Int, defaultValue: Int, value: Int?,
    unit: String = "", isReadOnly: Bool = false, isInactive: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.range = range
    self.step = max(step, 1)
    self.defaultValue = defaultValue
    self.value = value
    self.unit = unit
    self.isReadOnly = isReadOnly
    self.isInactive = isInactive
  }

  /// Checks a value from outside against range, step and menu.
  ///
  /// - Throws: `CaptureError` (`invalidRequest`) that names what is possible.
  public func check(_ value: Int) throws(CaptureError) {
    if isReadOnly {
      throw CaptureError(
        .invalidRequest, "\(id) can only be read.", remedy: "It is set on the camera itself.")
    }
    if case .menu(let choices) = kind {
      guard !choices.contains(where: { $0.value == value }) else { return }
      let names = choices.map { "\($0.value) (\($0.name))" }.joined(separator: ", ")
      throw CaptureError(
        .invalidRequest, "\(id) has no \(value).", remedy: "Choose from: \(names).")
    }
    let distance = value.subtractingReportingOverflow(range.lowerBound)
    guard range.contains(value), !distance.overflow, distance.partialValue % step == 0 else {
      let steps = step == 1 ? "" : " in steps of \(step)"
      throw CaptureError(
        .invalidRequest, "\(id) cannot be \(value).",
        remedy: "Choose from \(range.lowerBound) to \(range.upperBound)\(steps).")
    }
  }
}

extension CaptureError {
  /// A camera has no such setting; says which it has.
  ///
  /// - Parameters:
  ///   - control: the setting that was asked for.
  ///   - camera: the camera's name.
  ///   - known: the settings that it has.
  package static func noSuchSetting(
    _ control: CameraControl.ID, of camera: String, known: [CameraControl]
  ) -> CaptureError {
    let names = known.map(\.id.rawValue).joined(separator: ", ")
    return CaptureError(
      .invalidRequest, "\(camera) has no setting \(control).",
      remedy: names.isEmpty ? "It has none at all." : "Choose from: \(names).")
  }
}

extension CameraControl.ID {
  /// How bright the picture is made.
  public static let brightness = Self("brightness")
  /// Contrast.
  public static let contrast = Self("contrast")
  /// How strong colours are.
  public static let saturation = Self("saturation")
  /// Turns all colours.
  public static let hue = Self("hue")
  /// The curve of brightness.
  public static let gamma = Self("gamma")
  /// How much edges are sharpened.
  public static let sharpness = Self("sharpness")
  /// Brightens what stands before a bright background.
  public static let backlightCompensation = Self("backlight-compensation")
  /// Amplification of the sensor.
  public static let gain = Self("gain")
  /// Whether the gain sets itself.
  public static let gainAuto = Self("gain-auto")
  /// Who sets the exposure; a menu.
  public static let exposureAuto = Self("exposure-auto")
  /// For how long the sensor sees light.
  public static let exposureTime = Self("exposure-time")
  /// How much brighter or darker than its own judgement the automatic exposes.
  public static let exposureCompensation = Self("exposure-compensation")
  /// Whether the white balance sets itself.
  public static let whiteBalanceAuto = Self("white-balance-auto")
  /// The light's colour temperature.
  public static let whiteBalance = Self("white-balance")
  /// Whether the focus sets itself.
  public static let focusAuto = Self("focus-auto")
  /// The distance that is sharp, in the camera's own measure; the greater the nearer.
  public static let focus = Self("focus")
  /// Focal length, in the camera's own measure.
  public static let zoom = Self("zoom")
  /// To the right.
  public static let pan = Self("pan")
  /// Upwards.
  public static let tilt = Self("tilt")
  /// The mains' frequency, against flicker; a menu.
  public static let powerLineFrequency = Self("power-line-frequency")
  /// 1 when the camera's cover is closed, so that the picture is black on purpose.
  public static let privacy = Self("privacy")
  /// The lamp; a menu.
  public static let torch = Self("torch")
}
