public import CaptureCore
public import MediaTypes

/// Decodes MJPEG to planar YUV with libjpeg-turbo, straight from the JPEG's own planes: no colour is
/// converted and no chroma is scaled.
///
/// Frames without Huffman tables, as many webcams send them, get the standard ones from the library
/// (libjpeg-turbo 2.0 and newer). A picture without its end is refused rather than shown half grey.
///
/// One for each stream: it keeps a pool of `poolCapacity` pictures for the size in use.
///
/// *Context*: any thread; a call takes the time of decoding.
public final class TurboJPEGDecoder: JPEGDecoder {
  /// How many decoded pictures may be held at once.
  public static let poolCapacity = 12

  private let pool = Locked<FramePool?>(nil)

  /// Makes a decoder.
  public init() {}

  /// Decodes one frame to I420, I422, I444 or GREY, as its JPEG holds it.
  ///
  /// - Parameter frame: in MJPEG; its JPEG must have the frame's size.
  /// - Returns: the picture; camera, sequence, time, colour, rotation and mirroring are the frame's.
  /// - Throws: `malformed` for what is no JPEG or lacks its end, `wrongSize` for one of another size,
  ///   `unsupported` for RGB, CMYK, 4:4:0 and 4:1:1, `noBuffer` when all pictures are held. The
  ///   library's warnings are no error.
  public func decode(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame {
    guard frame.format == .mjpeg, let image = frame.planes.first else {
      throw JPEGError(.unsupported, "a frame in \(frame.format) where MJPEG is expected")
    }
    return try unsafe frame.buffer.withUnsafeBytes { bytes throws(JPEGError) in
      let range = image.offset..<image.offset + image.stride
      return try unsafe decode(UnsafeRawBufferPointer(rebasing: bytes[range]), of: frame)
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, of frame: VideoFrame
  ) throws(JPEGError) -> VideoFrame {
    guard unsafe JPEGOutline.isWhole(bytes.bindMemory(to: UInt8.self).span) else {
      throw JPEGError(.malformed, "no whole JPEG image in \(bytes.count) bytes")
    }
    let decompressor = try Decompressor()
    let layout = try unsafe decompressor.readHeader(bytes, agreed: frame.size)
    let buffer = try unsafe pool(for: layout).make { slot throws(JPEGError) in
      try unsafe decompressor.decompress(bytes, into: slot, layout: layout, size: frame.size)
    }
    guard let buffer else {
      throw JPEGError(.noBuffer, "all \(Self.poolCapacity) decoded pictures are still held")
    }
    do {
      return try VideoFrame(
        buffer: buffer, format: layout.format, size: frame.size, planes: layout.planes,
        color: frame.color, rotation: frame.rotation, isMirrored: frame.isMirrored,
        pixelAspect: frame.pixelAspect, crop: frame.crop, source: frame.source,
        sequence: frame.sequence, presentationTime: frame.presentationTime)
    } catch {
      throw JPEGError(.malformed, error.message)
    }
  }

  private func pool(for layout: PlanarLayout) -> FramePool {
    pool.withLock { pool in
      if let pool, pool.byteCount == layout.byteCount { return pool }
      let made = FramePool(byteCount: layout.byteCount, capacity: Self.poolCapacity)
      pool = made
      return made
    }
  }
}
