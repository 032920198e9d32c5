public import RecordCore

/// Encodes pictures as JPEG with libjpeg-turbo.
public struct TurboJPEGEncoder: StillImageEncoder {
  /// `jpg`.
  public let fileExtension = "jpg"

  /// Makes an encoder.
  public init() {}

  /// Encodes one picture.
  public func encode(_ image: RGBImage) throws(RecordError) -> [UInt8] {
    throw RecordError(.encoderFailed, "not yet")
  }
}
