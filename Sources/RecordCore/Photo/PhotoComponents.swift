import MediaTypes

/// A frame's components taken apart, as they are stored, of the part that is to be seen: luma and
/// chroma, luma alone, or red, green and blue. Of more than 8 bits the upper 8 are taken.
struct PhotoComponents: Sendable {
  let kind: PixelFormat.Components
  /// Pixels that one chroma sample covers.
  let across: Int
  let down: Int
  /// One, or three of which the second and third may be smaller.
  var planes: [PhotoPlane]
  let color: ColorDescription

  /// Takes a frame apart.
  ///
  /// - Throws: `encoderFailed` for a format that is compressed or not known.
  init(_ frame: VideoFrame) throws(RecordError) {
    let shapes = frame.format.componentShapes
    guard let stored = frame.format.components, let last = shapes.last else {
      throw RecordError(
        .encoderFailed, "A picture in \(frame.format) cannot be made a photo.",
        remedy: "Choose another format of the camera.")
    }
    let planes = shapes.map { Self.plane($0, of: frame) }
    (across, down, color) = (last.horizontalSubsampling, last.verticalSubsampling, frame.color)
    // H.273: with the identity matrix the planes are green, blue and red, all of one size.
    let isIdentity =
      stored == .yuv && frame.color.matrix == .identity && across == 1 && down == 1
    kind = isIdentity ? .rgb : stored
    self.planes = isIdentity ? [planes[2], planes[0], planes[1]] : planes
  }

  private static func plane(_ shape: ComponentShape, of frame: VideoFrame) -> PhotoPlane {
    let crop = frame.crop
    let (width, height) = (
      shape.columns(width: crop.size.width), shape.rows(height: crop.size.height)
    )
    let layout = frame.planes[shape.plane]
    // Of a little-endian word the second byte.
    let first =
      layout.offset + shape.offset + crop.x / shape.horizontalSubsampling * shape.step
      + frame.format.bytesPerComponent - 1
    var bytes = [UInt8]()
    bytes.reserveCapacity(width * height)
    unsafe frame.buffer.withUnsafeBytes { memory in
      for row in 0..<height {
        let start = first + (crop.y / shape.verticalSubsampling + row) * layout.stride
        // Unsafe: `VideoFrame` has checked that each row of each plane lies in its buffer,
        // and the crop in the picture.
        let line = unsafe UnsafeRawBufferPointer(
          rebasing: memory[start..<start + (width - 1) * shape.step + 1])
        if shape.step == 1 {
          unsafe bytes.append(contentsOf: line)
        } else {
          for index in 0..<width { unsafe bytes.append(line[index * shape.step]) }
        }
      }
    }
    return PhotoPlane(width: width, height: height, bytes: bytes)
  }
}
