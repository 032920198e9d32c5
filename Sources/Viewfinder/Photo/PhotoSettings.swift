public import MediaTypes
public import RecordCore

/// How a photo is to be.
public struct PhotoSettings: Hashable, Sendable {
  /// Where the picture comes from.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    /// The next frame of the moving pictures: at once, and nothing is interrupted.
    case stream
    /// The camera's largest format. Where that is larger than the moving pictures', the camera is
    /// opened in it for a moment and back again; the last picture stays meanwhile, and a recording
    /// holds it.
    case best
  }

  /// How the file is written.
  public var format: PhotoFormat
  /// Where the picture comes from.
  public var quality: Quality
  /// Whether it is to be as in a mirror.
  public var isMirrored: Bool
  /// Of a JPEG that has to be encoded, 1 (small) ... 100 (good).
  public var jpegQuality: Int
  /// What EXIF names as the program.
  public var software: String

  /// Makes settings; without arguments a JPEG of the next frame, not mirrored.
  public init(
    format: PhotoFormat = .jpeg, quality: Quality = .stream, isMirrored: Bool = false,
    jpegQuality: Int = 92, software: String = "Viewfinder \(ViewfinderVersion.text)"
  ) {
    self.format = format
    self.quality = quality
    self.isMirrored = isMirrored
    self.jpegQuality = jpegQuality
    self.software = software
  }
}

/// How many photos are taken, and when.
public struct PhotoSeries: Hashable, Sendable {
  /// How many, 1 ... `maximumCount`.
  public var count: Int
  /// From the beginning of one to that of the next; nil takes each frame that the camera sends.
  public var interval: MediaTime?
  /// How long to wait before the first.
  public var timer: MediaTime

  /// The most photos of one series.
  public static let maximumCount = 999

  /// Makes a series; without arguments one photo at once.
  public init(count: Int = 1, interval: MediaTime? = nil, timer: MediaTime = .zero) {
    self.count = count
    self.interval = interval
    self.timer = timer
  }
}
