import CaptureCore
import ImageTurboJPEG
import MediaTypes
import RecordCore

enum JPEGFuzz {
  private static let size = PixelSize(width: 48, height: 32)

  static func run(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let frame = frame(bytes) else { return }
    let decoder = TurboJPEGDecoder()
    // Twice: what a damaged picture leaves in the decoder must not hurt the next one.
    for _ in 0..<2 {
      do throws(JPEGError) {
        let picture = try decoder.decode(frame)
        precondition(picture.size == size && !picture.format.isCompressed)
        touch(picture)
      } catch {}
    }
    let exif = Array("Exif of a photo".utf8)
    if let file = JPEGFile.adding(exif: exif, to: bytes) { precondition(file.count > exif.count) }
  }

  /// Reads every byte of a picture, so that a sanitizer sees those that nobody has written.
  private static func touch(_ picture: VideoFrame) {
    var sum: UInt8 = 0
    picture.buffer.withBytes { bytes in
      for index in bytes.byteOffsets {
        // Bounds are checked by the span.
        sum ^= unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      }
    }
    precondition(sum <= .max)
  }

  private static func frame(_ bytes: [UInt8]) -> VideoFrame? {
    let pool = FramePool(byteCount: bytes.count, capacity: 1)
    guard let buffer = unsafe pool.make(fill: { unsafe $0.copyBytes(from: bytes) }) else {
      return nil
    }
    return try? VideoFrame(
      buffer: buffer, format: .mjpeg, size: size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)]), color: .jpeg,
      source: CameraID("fuzz"), sequence: 0, presentationTime: .zero)
  }
}
