public import MediaTypes
public import RecordCore

/// A picture that was taken, as a file's bytes.
public struct Photo: Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// How it is written.
  public let format: PhotoFormat
  /// As a person sees it, in pixels.
  public let size: PixelSize
  /// The camera that took it.
  public let camera: CameraID
  /// When, on the monotonic clock.
  public let presentationTime: MediaTime
  /// The same by the calendar of the place.
  public let takenAt: CivilTime
  /// Whether it is the camera's own JPEG.
  public let isUntouched: Bool
}

/// A photo that is on the disk.
public struct SavedPhoto: Sendable {
  /// Where it is, as it was asked for.
  public let path: String
  /// The picture.
  public let photo: Photo
}

/// What a series of photos tells while it goes on.
public enum PhotoEvent: Sendable {
  /// So many seconds are left; once a second, the last is 1.
  case countdown(seconds: Int)
  /// A photo is on the disk.
  case saved(SavedPhoto)
}
