import MediaTypes

/// Turns frames into the bytes of a stream, and holds them to what the first one promised.
struct FrameWriter: Sendable {
  let format: FramesRequest.Format
  /// What the camera promises, for the header.
  let rate: FrameRate
  /// How many frames were written.
  private(set) var count = 0
  private var promise: Promise?
  private var bytes: [UInt8] = []

  /// What may not change from frame to frame.
  private struct Promise: Hashable {
    let format: PixelFormat
    let size: PixelSize
    let color: ColorDescription

    init(_ frame: VideoFrame) {
      format = frame.format
      size = frame.size
      color = frame.color
    }
  }

  init(format: FramesRequest.Format, rate: FrameRate) {
    self.format = format
    self.rate = rate
  }

  /// The bytes of the next frame, with the header before the first one.
  ///
  /// - Throws: `CommandError` when the frame is not like those before it, or cannot be written.
  mutating func bytes(for frame: VideoFrame) throws(CommandError) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    try check(frame)
    if format == .y4m { bytes.append(contentsOf: "FRAME\n".utf8) }
    if format == .raw {
      RawWriter.append(frame, to: &bytes)
    } else {
      PlanarWriter.append(frame, to: &bytes)
    }
    count += 1
    return bytes
  }

  private mutating func check(_ frame: VideoFrame) throws(CommandError) {
    let found = Promise(frame)
    if let promise, promise != found {
      throw CommandError(
        .failed,
        "After \(count) pictures the camera changed from \(promise.format) \(promise.size)"
          + " to \(found.format) \(found.size), which one stream cannot hold.",
        remedy: "Run the command again for the new format.")
    }
    guard promise == nil else { return }
    promise = found
    guard format == .y4m else { return }
    guard let header = Y4MHeader(frame: frame, rate: rate) else {
      throw CommandError(
        .failed, "y4m cannot hold pictures in \(frame.format).", remedy: "Use --format raw.")
    }
    bytes.append(contentsOf: header.line.utf8)
  }
}

/// Writes the planes of a frame as they are, row after row without padding.
enum RawWriter {
  /// Appends the frame; a compressed one as its one image.
  static func append(_ frame: VideoFrame, to bytes: inout [UInt8]) {
    unsafe frame.buffer.withUnsafeBytes { memory in
      // Unsafe: `VideoFrame` has checked that each row of each plane lies in its buffer.
      if frame.format.isCompressed {
        let plane = frame.planes[0]
        unsafe bytes.append(contentsOf: memory[plane.offset..<plane.offset + plane.stride])
      }
      for (plane, shape) in zip(frame.planes, frame.format.planeShapes) {
        let length = shape.bytesPerRow(width: frame.size.width)
        for row in 0..<shape.rows(height: frame.size.height) {
          let start = plane.offset + row * plane.stride
          unsafe bytes.append(contentsOf: memory[start..<start + length])
        }
      }
    }
  }
}
