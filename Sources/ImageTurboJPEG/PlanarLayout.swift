import CTurboJPEG
import CaptureCore
import MediaTypes

/// How a JPEG's picture lies in memory once decoded to planes.
struct PlanarLayout: Hashable {
  let format: PixelFormat
  let planes: PlaneLayouts
  /// Bytes of all planes with their padding.
  let byteCount: Int

  /// The planes that `tjDecompressToYUVPlanes` writes: whole blocks of chroma, so that luma of an odd
  /// width has one more column, and of an odd height one more row (`tjPlaneWidth`, `tjPlaneHeight`).
  ///
  /// - Throws: `unsupported` for samplings that cameras do not send.
  init(sampling: Int32, size: PixelSize) throws(JPEGError) {
    format = try Self.format(sampling: sampling)
    var planes = PlaneLayouts()
    var offset = 0
    for component in 0..<Int32(format.planeShapes.count) {
      let width = Int(tjPlaneWidth(component, Int32(size.width), sampling))
      let height = Int(tjPlaneHeight(component, Int32(size.height), sampling))
      // 16 bytes: one vector of the decoder's own code.
      let stride = (width + 15) / 16 * 16
      planes.append(PlaneLayout(offset: offset, stride: stride))
      offset += stride * height
    }
    self.planes = planes
    byteCount = offset
  }

  private static func format(sampling: Int32) throws(JPEGError) -> PixelFormat {
    switch UInt32(bitPattern: sampling) {
    case TJSAMP_420.rawValue: return .i420
    case TJSAMP_422.rawValue: return .i422
    case TJSAMP_444.rawValue: return .i444
    case TJSAMP_GRAY.rawValue: return .grey
    default: throw JPEGError(.unsupported, "chroma sampling number \(sampling) of a JPEG")
    }
  }
}
