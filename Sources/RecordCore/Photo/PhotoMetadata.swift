public import MediaTypes

/// What a photo's file says about it, beside the picture.
public struct PhotoMetadata: Hashable, Sendable {
  /// When it was taken.
  public var takenAt: CivilTime
  /// The camera's name, as a person knows it; comes from a device.
  public var cameraName: String
  /// The program that wrote it.
  public var software: String

  /// Makes a description.
  public init(takenAt: CivilTime, cameraName: String, software: String) {
    self.takenAt = takenAt
    self.cameraName = cameraName
    self.software = software
  }

  /// Who made the camera, where its name begins with a maker's.
  ///
  /// Only names that are certain: a wrong maker is worse than none.
  var make: String? {
    let first = cameraName.split(separator: " ").first.map { $0.lowercased() }
    return Self.makers.first { $0.lowercased() == first }
  }

  private static let makers = [
    "Apple", "ASUS", "AVerMedia", "Canon", "Creative", "Dell", "Elgato", "FUJIFILM", "GoPro", "HP",
    "Insta360", "Intel", "Jabra", "Lenovo", "Logitech", "Microsoft", "NIKON", "OBSBOT", "Olympus",
    "Panasonic", "Philips", "Poly", "Razer", "Samsung", "Sony", "Trust",
  ]
}

/// How a reader has to turn a stored picture so that it stands upright (EXIF tag 274).
public enum ExifOrientation: UInt16, Hashable, Sendable, CaseIterable {
  /// As stored.
  case upright = 1
  /// Upside down.
  case half = 3
  /// A quarter turn clockwise.
  case clockwise90 = 6
  /// A quarter turn anticlockwise.
  case clockwise270 = 8

  /// The orientation for a frame's rotation.
  public init(_ rotation: Rotation) {
    switch rotation {
    case .none: self = .upright
    case .clockwise90: self = .clockwise90
    case .half: self = .half
    case .clockwise270: self = .clockwise270
    }
  }
}
