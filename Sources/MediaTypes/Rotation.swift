/// A quarter turn: how far a stored picture has to be turned clockwise to stand upright.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  /// Upright as stored.
  case none = 0
  /// A quarter turn clockwise.
  case clockwise90 = 90
  /// Upside down.
  case half = 180
  /// A quarter turn anticlockwise.
  case clockwise270 = 270

  /// Whether width and height change places.
  public var swapsAxes: Bool { self == .clockwise90 || self == .clockwise270 }

  /// One turn after another.
  public static func + (left: Rotation, right: Rotation) -> Rotation {
    Rotation(rawValue: (left.rawValue + right.rawValue) % 360) ?? .none
  }

  /// The turn that undoes this one.
  public var inverse: Rotation { Rotation(rawValue: (360 - rawValue) % 360) ?? .none }
}
