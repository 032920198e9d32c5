import CPNG
import MediaTypes
public import RecordCore

/// Writes pictures as PNG files: without loss, in sRGB.
///
/// Not for photographs to keep: a JPEG of the same picture is far smaller.
public struct PNGEncoder: StillImageEncoder {
  /// Makes an encoder.
  public init() {}

  /// `png`.
  public var fileExtension: String { "png" }

  /// Encodes one picture, 8 bits a channel.
  ///
  /// - Parameter image: upright RGB, row by row.
  /// - Returns: the whole file.
  /// - Throws: `RecordError` with libpng's words when it fails, as for want of memory.
  ///
  /// *Context*: any thread; takes the time that compression takes, about 0.1 s for 1280x720.
  ///
  /// C: `png_image_write_to_memory`.
  public func encode(_ image: RGBImage) throws(RecordError) -> [UInt8] {
    var header = unsafe Self.header(image.size)
    // Frees what a call that failed may have left.
    defer { unsafe png_image_free(&header) }
    let bound = Self.bound(image)
    let file = unsafe [UInt8](unsafeUninitializedCapacity: bound) { file, count in
      var size = png_alloc_size_t(bound)
      let isWritten = unsafe image.bytes.withUnsafeBytes { pixels in
        unsafe png_image_write_to_memory(
          &header, file.baseAddress, &size, 0, pixels.baseAddress, 0, nil) != 0
      }
      count = isWritten ? Int(size) : 0
    }
    guard !file.isEmpty else { throw unsafe Self.error(header, image.size) }
    return file
  }

  private static func header(_ size: PixelSize) -> png_image {
    var header = unsafe png_image()
    unsafe header.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe header.width = png_uint_32(size.width)
    unsafe header.height = png_uint_32(size.height)
    unsafe header.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    return unsafe header
  }

  /// The most bytes that the file can take: rows with a filter byte each, what deflate adds at worst,
  /// 12 bytes for each chunk of 8 KiB, and the header's chunks.
  ///
  /// C: `PNG_ZLIB_MAX_SIZE` and `PNG_IMAGE_PNG_SIZE_MAX`, which the importer drops.
  private static func bound(_ image: RGBImage) -> Int {
    let data = image.bytes.count + image.size.height
    let deflated = data + (data + 7) >> 3 + (data + 63) >> 6 + 11
    return 256 + deflated + 12 * (deflated / 8192 + 1)
  }

  private static func error(_ header: png_image, _ size: PixelSize) -> RecordError {
    let words = unsafe withUnsafeBytes(of: header.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return RecordError(
      .encoderFailed, "A picture of \(size) could not be written as PNG: \(words).",
      remedy: "Try a smaller picture, or end other programs to free memory.")
  }
}
