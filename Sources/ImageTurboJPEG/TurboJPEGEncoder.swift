import CTurboJPEG
public import MediaTypes
public import RecordCore

/// Encodes pictures as JPEG files with libjpeg-turbo.
///
/// *Context*: any thread; takes the time of compression.
public struct TurboJPEGEncoder: StillImageEncoder, PhotoEncoder {
  /// `jpg`.
  public let fileExtension = "jpg"
  /// 1 (small) ... 100 (good).
  public let quality: Int

  /// Makes an encoder.
  ///
  /// - Parameter quality: 1 (small) ... 100 (good); numbers outside are brought inside.
  public init(quality: Int = 92) {
    self.quality = min(max(quality, 1), 100)
  }

  /// Encodes one picture, 4:2:0 (`tjCompress2`).
  ///
  /// - Parameter image: upright RGB.
  /// - Returns: the whole file.
  /// - Throws: `RecordError.encoderFailed` when the library refuses or there is no memory.
  public func encode(_ image: RGBImage) throws(RecordError) -> [UInt8] {
    try unsafe compressed { handle, output, count in
      unsafe image.bytes.withUnsafeBufferPointer { bytes in
        unsafe tjCompress2(
          handle, bytes.baseAddress, Int32(image.size.width), 0, Int32(image.size.height),
          Int32(TJPF_RGB.rawValue), output, count, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
      }
    }
  }

  /// Encodes planes as they are: no colour is converted and no chroma is scaled
  /// (`tjCompressFromYUVPlanes`).
  ///
  /// - Parameter picture: with chroma of full or half size, or grey.
  /// - Returns: the whole file.
  /// - Throws: `RecordError.encoderFailed` when the library refuses or there is no memory.
  public func encode(_ picture: JFIFPicture) throws(RecordError) -> [UInt8] {
    let sampling = Self.sampling(picture)
    var strides = picture.planes.map { Int32($0.size.width) }
    return try unsafe compressed { handle, output, count in
      // Unsafe: the pointers are used while the arrays are lent.
      unsafe withPlanes(picture) { planes in
        var planes = unsafe planes
        return unsafe tjCompressFromYUVPlanes(
          handle, &planes, Int32(picture.size.width), &strides, Int32(picture.size.height),
          sampling, output, count, Int32(quality), 0)
      }
    }
  }

  /// Encodes a frame with its description, straight from its planes where it has luma.
  ///
  /// - Parameters:
  ///   - frame: uncompressed.
  ///   - isMirrored: whether the photo is to be as in a mirror.
  ///   - metadata: goes into the file as EXIF.
  /// - Returns: the whole file, upright.
  /// - Throws: `RecordError.encoderFailed` for a format that is not known, or when the library fails.
  public func encode(
    _ frame: VideoFrame, isMirrored: Bool, metadata: PhotoMetadata
  ) throws(RecordError) -> [UInt8] {
    let file: [UInt8]
    if let picture = try JFIFPicture(frame, isMirrored: isMirrored) {
      file = try encode(picture)
    } else {
      file = try encode(RGBImage(frame, isMirrored: isMirrored))
    }
    let exif = ExifBlock.bytes(metadata, size: frame.squareSize, orientation: .upright)
    guard let photo = JPEGFile.adding(exif: exif, to: file) else {
      throw RecordError(.encoderFailed, "The JPEG encoder wrote a file without a picture.")
    }
    return photo
  }
}

extension TurboJPEGEncoder {
  private typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

  /// Lets the library fill a buffer of its own and copies that.
  private func compressed(
    _ compress: (tjhandle, Output, UnsafeMutablePointer<UInt>) -> Int32
  ) throws(RecordError) -> [UInt8] {
    guard let handle = unsafe TurboJPEGHandle(tjInitCompress()) else {
      throw RecordError(.encoderFailed, "No memory for a JPEG encoder.")
    }
    var output: UnsafeMutablePointer<UInt8>?
    defer { unsafe tjFree(output) }
    var count: UInt = 0
    let status = unsafe compress(handle.pointer, &output, &count)
    guard status == 0, let output = unsafe output else {
      throw RecordError(.encoderFailed, "The JPEG encoder failed: \(handle.message).")
    }
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }

  private static func sampling(_ picture: JFIFPicture) -> Int32 {
    guard picture.planes.count == 3 else { return Int32(TJSAMP_GRAY.rawValue) }
    switch (picture.horizontalSubsampling, picture.verticalSubsampling) {
    case (2, 2): return Int32(TJSAMP_420.rawValue)
    case (2, 1): return Int32(TJSAMP_422.rawValue)
    case (1, 2): return Int32(TJSAMP_440.rawValue)
    default: return Int32(TJSAMP_444.rawValue)
    }
  }

  /// Lends the planes' addresses for the time of a call.
  private func withPlanes(
    _ picture: JFIFPicture, _ body: ([UnsafePointer<UInt8>?]) -> Int32
  ) -> Int32 {
    // Unsafe: each pointer is good inside the closure that lends it, and the innermost has all.
    let planes = picture.planes
    return unsafe planes[0].bytes.withUnsafeBufferPointer { luma in
      guard planes.count == 3 else { return unsafe body([luma.baseAddress]) }
      return unsafe planes[1].bytes.withUnsafeBufferPointer { blue in
        unsafe planes[2].bytes.withUnsafeBufferPointer { red in
          unsafe body([luma.baseAddress, blue.baseAddress, red.baseAddress])
        }
      }
    }
  }
}
