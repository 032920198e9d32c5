import CaptureCore
import MediaTypes
import RecordCore

extension CameraSession {
  /// Takes a series of photos that nobody named: by the date when the first is taken.
  ///
  /// A name that is taken meanwhile leads to the next free one, with the same photo.
  ///
  /// - Parameter folder: is there.
  @discardableResult
  package func photos(
    _ series: PhotoSeries, inFolder folder: String, _ settings: PhotoSettings = PhotoSettings(),
    event: @escaping @Sendable (PhotoEvent) -> Void = { _ in }
  ) async throws -> [SavedPhoto] {
    let date = DatedName.text(configuration.wall.time(ago: .zero - series.timer))
    let ending = "." + settings.format.fileExtension
    let names = try PhotoNames.names(date + ending, count: series.count).paths
    let shoot = PhotoShoot(session: self, series: series, settings: settings)
    return try await shoot.run(countdown: { event(.countdown(seconds: $0)) }) { photo, index in
      let name = String(names[index].dropLast(ending.count))
      let saved = try await DatedName.claim(in: folder, name: name, ending: ending) { path in
        try await photo.save(to: path, replacing: false)
      }
      event(.saved(saved))
      return saved
    }
  }
}
