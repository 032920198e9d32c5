import CaptureCore
import MediaTypes

/// Makes the pictures of one camera in one format: a background that was drawn once is copied, and
/// only what moves is drawn for each frame.
///
/// *Context*: any thread, several at once.
struct FramePainter: Sendable {
  private struct Actor: Sendable {
    let poses: [Sprite]
    let place: @Sendable (Double) -> Scenery.Place
  }

  private let background: Plate
  private let actors: [Actor]
  private let badge: Badge
  private let flash: Flash?
  let color: ColorDescription

  var planes: PlaneLayouts { background.planes }
  var byteCount: Int { background.byteCount }

  /// Formats that can be drawn.
  static let formats = PixelFormat.uncompressed

  /// Draws the background.
  ///
  /// - Throws: `CaptureError` for a format that cannot be drawn, or an invalid size.
  init(camera: VirtualCamera, format: CameraFormat) throws(CaptureError) {
    guard Self.formats.contains(format.pixelFormat), format.size.isValid else {
      throw CaptureError(
        .unsupportedFormat, "A virtual camera cannot draw \(format).",
        remedy: "It can draw \(Self.formats.map(\.description).joined(separator: ", ")).")
    }
    let color = camera.color ?? .usual(for: format.pixelFormat)
    self.color = color
    let pixelFormat = format.pixelFormat
    let scenery = Scenery(camera.look, size: format.size)
    badge = Badge(
      title: camera.title, backdrop: scenery.backdrop, format: pixelFormat, color: color)
    flash =
      camera.flashes ? Flash(size: format.size, format: pixelFormat, color: color) : nil
    background = Plate(scenery.backdrop, format: pixelFormat, color: color)
    actors = scenery.actors.map { actor in
      Actor(
        poses: actor.poses.map { Sprite($0, format: pixelFormat, color: color) },
        place: actor.place)
    }
  }

  /// Writes one picture.
  ///
  /// - Parameters:
  ///   - code: says which picture and when.
  ///   - exposure: how long the picture is exposed, for the flash.
  ///   - frame: `byteCount` bytes.
  func paint(
    _ code: FrameCode, exposure: MediaTime = .milliseconds(33),
    into frame: UnsafeMutableRawBufferPointer
  ) {
    guard frame.count >= byteCount else { return }
    unsafe background.bytes.withUnsafeBytes { unsafe frame.copyMemory(from: $0) }
    for actor in actors {
      let place = actor.place(code.time.seconds)
      guard actor.poses.indices.contains(place.pose) else { continue }
      unsafe actor.poses[place.pose].draw(x: place.x, y: place.y, into: frame, like: background)
    }
    unsafe flash?.draw(at: code.time, exposure: exposure, into: frame, like: background)
    unsafe badge.draw(code, into: frame, like: background)
  }
}

/// Keeps the painters of a back end, so that a flip back does not draw a background again.
final class PainterCache: Sendable {
  private struct Key: Hashable, Sendable {
    let camera: VirtualCamera
    let pixelFormat: PixelFormat
    let size: PixelSize
  }

  private let painters = Locked<[Key: FramePainter]>([:])

  func painter(
    for camera: VirtualCamera, format: CameraFormat
  ) throws(CaptureError) -> FramePainter {
    let key = Key(camera: camera, pixelFormat: format.pixelFormat, size: format.size)
    if let known = painters.withLock({ $0[key] }) { return known }
    let painter = try FramePainter(camera: camera, format: format)
    painters.withLock { $0[key] = painter }
    return painter
  }
}
