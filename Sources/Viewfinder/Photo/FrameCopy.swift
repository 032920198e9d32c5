import MediaTypes
import RecordCore

extension VideoFrame {
  /// The same picture in memory of its own, so that the camera has its buffer back.
  func copied() throws(RecordError) -> VideoFrame {
    let pool = FramePool(byteCount: max(buffer.byteCount, 1), capacity: 1)
    let copy = unsafe pool.make { slot in
      // Unsafe: both are as long as the buffer, and lent for the time of the call.
      unsafe buffer.withUnsafeBytes { bytes in unsafe slot.copyMemory(from: bytes) }
    }
    guard let copy,
      let frame = try? VideoFrame(
        buffer: copy, format: format, size: size, planes: planes, color: color, rotation: rotation,
        isMirrored: isMirrored, pixelAspect: pixelAspect, crop: crop, source: source,
        sequence: sequence,
        presentationTime: presentationTime)
    else { throw RecordError(.encoderFailed, "A picture of \(size) could not be copied.") }
    return frame
  }
}
