import MediaTypes
import RecordCore
import Testing

/// Frames and files for the tests of photos.
enum PhotoFixture {
  static let metadata = PhotoMetadata(
    takenAt: CivilTime(unixNanoseconds: 1_796_047_702_042_000_000, offsetSeconds: 3_600),
    cameraName: "Logitech BRIO", software: "Viewfinder")

  /// A frame of given bytes, its planes packed.
  static func frame(
    _ format: PixelFormat, _ size: PixelSize, _ bytes: [UInt8], color: ColorDescription? = nil,
    rotation: Rotation = .none, isMirrored: Bool = false, crop: PixelRectangle? = nil,
    pixelAspect: PixelAspect = .square
  ) throws -> VideoFrame {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    let buffer = try #require(unsafe pool.make { unsafe $0.copyBytes(from: bytes) })
    let planes =
      format.isCompressed
      ? PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)])
      : PlaneLayouts(packing: format, size: size)
    return try VideoFrame(
      buffer: buffer, format: format, size: size, planes: planes,
      color: color ?? .usual(for: format), rotation: rotation, isMirrored: isMirrored,
      pixelAspect: pixelAspect, crop: crop,
      source: CameraID("test"), sequence: 1, presentationTime: .seconds(1))
  }

  /// A frame of one colour, in any format that has planes.
  static func plain(
    _ format: PixelFormat, _ size: PixelSize, y: UInt8, u: UInt8, v: UInt8,
    color: ColorDescription, rotation: Rotation = .none
  ) throws -> VideoFrame {
    let layouts = PlaneLayouts(packing: format, size: size)
    let last = layouts.count - 1
    let rows = format.planeShapes[last].rows(height: size.height)
    var bytes = [UInt8](repeating: 0, count: layouts[last].offset + layouts[last].stride * rows)
    for (value, shape) in zip([y, u, v], format.componentShapes) {
      for row in 0..<shape.rows(height: size.height) {
        let start = layouts[shape.plane].offset + layouts[shape.plane].stride * row + shape.offset
        for column in 0..<shape.columns(width: size.width) {
          bytes[start + column * shape.step + format.bytesPerComponent - 1] = value
        }
      }
    }
    return try frame(format, size, bytes, color: color, rotation: rotation)
  }
}
