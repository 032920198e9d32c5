public import MediaTypes

/// The port through which a picture becomes a file's bytes.
///
/// *Context*: any thread; takes the time that compression takes.
public protocol StillImageEncoder: Sendable {
  /// The usual ending of such a file's name, lower case without the dot.
  var fileExtension: String { get }

  /// Encodes one picture.
  ///
  /// - Parameter image: upright RGB, row by row.
  /// - Returns: the whole file.
  /// - Throws: `RecordError` when the encoder fails.
  func encode(_ image: RGBImage) throws(RecordError) -> [UInt8]
}

/// A picture in memory: red, green and blue bytes, row by row from the top without padding.
public struct RGBImage: Sendable {
  /// In pixels.
  public let size: PixelSize
  /// 3 × width × height bytes.
  public let bytes: [UInt8]

  /// Makes a picture.
  ///
  /// - Returns: nil when the number of bytes does not fit the size.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard size.isValid, bytes.count == size.area * 3 else { return nil }
    self.size = size
    self.bytes = bytes
  }
}
