import CaptureCore
import Viewfinder

/// Photos in words and in JSON.
enum PhotoText {
  /// `me.jpg: 1280x720, 212 kB, Integrated Camera`.
  static func line(_ saved: SavedPhoto, _ cameras: [CameraDevice]) -> String {
    let photo = saved.photo
    let name = cameras.first { $0.id == photo.camera }?.name ?? photo.camera.rawValue
    return "\(saved.path): \(photo.size), \((photo.bytes.count + 999) / 1000) kB, \(name)"
  }

  static func json(_ saved: [SavedPhoto]) -> JSONText {
    .object([.init("photos", .array(saved.map(json)))])
  }

  private static func json(_ saved: SavedPhoto) -> JSONText {
    let photo = saved.photo
    return .object([
      .init("path", .string(saved.path)), .init("width", .integer(photo.size.width)),
      .init("height", .integer(photo.size.height)), .init("bytes", .integer(photo.bytes.count)),
      .init("camera", .string(photo.camera.rawValue)),
      .init("takenAt", .string(photo.takenAt.description)),
      .init("untouched", .boolean(photo.isUntouched)),
    ])
  }
}
