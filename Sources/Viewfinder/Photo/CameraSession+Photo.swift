import CaptureCore
import RecordCore

extension CameraSession {
  /// Takes a photo: the next picture that is captured after the call.
  ///
  /// - Parameter settings: how it is to be.
  /// - Returns: the photo, upright, in memory.
  /// - Throws: `CaptureError` when no picture comes, or a flip or stop came before it; `RecordError`
  ///   when it cannot be encoded.
  ///
  /// *Context*: while the session runs, also during a flip or a recording; suspends until it is there.
  public func photo(_ settings: PhotoSettings = PhotoSettings()) async throws -> Photo {
    let shoot = PhotoShoot(session: self, series: PhotoSeries(), settings: settings)
    return try await shoot.run(countdown: { _ in }, use: { photo, _ in photo })[0]
  }

  /// Takes a photo and writes it to a file.
  ///
  /// - Parameters:
  ///   - path: ends with `.jpg`, `.jpeg` or `.png`, which decides over `settings.format`.
  ///   - settings: how it is to be.
  ///   - replacing: whether a file that is there may be replaced; it is left as it is otherwise.
  /// - Returns: what was written.
  /// - Throws: as `photo`, and `RecordError` when the file cannot be written: `exists`, `noFolder`,
  ///   `notPermitted`, `diskFull`, `badSettings` for another ending. Nothing is left behind then.
  ///
  /// *Context*: as for `photo`.
  @discardableResult
  public func photo(
    to path: String, _ settings: PhotoSettings = PhotoSettings(), replacing: Bool = false
  ) async throws -> SavedPhoto {
    try await photos(PhotoSeries(), to: path, settings, replacing: replacing)[0]
  }

  /// Takes a series of photos, after a countdown if one is asked for, and writes each to a file.
  ///
  /// - Parameters:
  ///   - series: how many and when.
  ///   - path: as for `photo(to:)`; for several photos a number comes before its ending.
  ///   - settings: how they are to be.
  ///   - replacing: whether files that are there may be replaced. Names are checked before the
  ///     countdown begins, and again when each file gets its name.
  ///   - event: hears the countdown and each photo, on a thread that is not specified.
  /// - Returns: what was written, in order.
  /// - Throws: as `photo(to:)`; the photos before stay.
  ///
  /// *Context*: as for `photo`; cancelling the task ends the series.
  @discardableResult
  public func photos(
    _ series: PhotoSeries, to path: String, _ settings: PhotoSettings = PhotoSettings(),
    replacing: Bool = false, event: @escaping @Sendable (PhotoEvent) -> Void = { _ in }
  ) async throws -> [SavedPhoto] {
    let (format, paths) = try PhotoNames.names(path, count: series.count)
    for path in paths { try PhotoFile.check(path, replacing: replacing) }
    var settings = settings
    settings.format = format
    let shoot = PhotoShoot(session: self, series: series, settings: settings)
    return try await shoot.run(countdown: { event(.countdown(seconds: $0)) }) { photo, index in
      let saved = try await photo.save(to: paths[index], replacing: replacing)
      event(.saved(saved))
      return saved
    }
  }
}

extension Photo {
  /// Writes it to a file.
  func save(to path: String, replacing: Bool) async throws(RecordError) -> SavedPhoto {
    try await Background.run { () throws(RecordError) in
      try PhotoFile.write(bytes, to: path, replacing: replacing)
    }
    return SavedPhoto(path: path, photo: self)
  }
}
