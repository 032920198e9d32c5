import CTurboJPEG
import MediaTypes
public import RecordCore

/// Encodes pictures as JPEG files with libjpeg-turbo, 4:2:0.
///
/// *Context*: any thread; takes the time of compression.
public struct TurboJPEGEncoder: StillImageEncoder {
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

  /// Encodes one picture (`tjCompress2`).
  ///
  /// - Parameter image: upright RGB.
  /// - Returns: the whole file.
  /// - Throws: `RecordError.encoderFailed` when the library refuses or there is no memory.
  public func encode(_ image: RGBImage) throws(RecordError) -> [UInt8] {
    guard let handle = unsafe TurboJPEGHandle(tjInitCompress()) else {
      throw RecordError(.encoderFailed, "No memory for a JPEG encoder.")
    }
    var output: UnsafeMutablePointer<UInt8>?
    defer { unsafe tjFree(output) }
    var count: UInt = 0
    let status = unsafe image.bytes.withUnsafeBufferPointer { bytes in
      unsafe tjCompress2(
        handle.pointer, bytes.baseAddress, Int32(image.size.width), 0, Int32(image.size.height),
        Int32(TJPF_RGB.rawValue), &output, &count, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
    }
    guard status == 0, let output = unsafe output else {
      throw RecordError(.encoderFailed, "The JPEG encoder failed: \(handle.message).")
    }
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }
}
