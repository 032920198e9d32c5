import MediaTypes
import Testing

@testable import RecordCore

/// Frames for tests, and random numbers that are the same each time for a seed.
enum Frames {
  static func make(
    at time: MediaTime, sequence: UInt64 = 0, camera: String = "camera"
  ) throws -> VideoFrame {
    let size = PixelSize(width: 2, height: 2)
    return try VideoFrame(
      buffer: FrameBuffer.grey, format: .grey, size: size,
      planes: PlaneLayouts(packing: .grey, size: size), color: .webcam, source: CameraID(camera),
      sequence: sequence, presentationTime: time)
  }
}

extension FrameBuffer {
  /// Four grey pixels.
  static let grey: FrameBuffer = {
    // Unsafe: constants that live as long as the program.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    unsafe bytes.copyBytes(from: [128, 128, 128, 128] as [UInt8])
    return unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(bytes)) {}
  }()
}
