import CoreGraphics
import Foundation
import ImageIO
public import MediaTypes
public import RecordCore

/// Writes photos with ImageIO, in sRGB.
///
/// *Context*: any thread; takes the time of compression.
public struct ImageIOEncoder: PhotoEncoder, StillImageEncoder {
  /// The kinds of files that are written.
  public enum Kind: Hashable, Sendable {
    /// With some loss; the quality is 1 to 100.
    case jpeg(quality: Int)
    /// Without loss.
    case png
  }

  /// The kind of file.
  public let kind: Kind

  /// Makes an encoder.
  public init(_ kind: Kind) { self.kind = kind }

  /// `jpg` or `png`.
  public var fileExtension: String { kind == .png ? "png" : "jpg" }

  /// Encodes a frame with its description, upright.
  ///
  /// - Parameters:
  ///   - frame: uncompressed.
  ///   - isMirrored: whether the photo is to be as in a mirror.
  ///   - metadata: goes into the file as EXIF.
  /// - Returns: the whole file.
  /// - Throws: `RecordError.encoderFailed`.
  public func encode(
    _ frame: VideoFrame, isMirrored: Bool, metadata: PhotoMetadata
  ) throws(RecordError) -> [UInt8] {
    let image = try RGBImage(frame, isMirrored: isMirrored)
    let file = try encode(image)
    let exif = ExifBlock.bytes(metadata, size: image.size, orientation: .upright)
    let described =
      kind == .png
      ? PNGFile.adding(exif: exif, to: file) : JPEGFile.adding(exif: exif, to: file)
    return described ?? file
  }

  /// Encodes a picture (`CGImageDestinationFinalize`).
  ///
  /// - Throws: `RecordError.encoderFailed`.
  public func encode(_ image: RGBImage) throws(RecordError) -> [UInt8] {
    let data = NSMutableData()
    guard let picture = Self.picture(image),
      let destination = CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil)
    else { throw refusal(image.size) }
    CGImageDestinationAddImage(destination, picture, properties)
    guard CGImageDestinationFinalize(destination) else { throw refusal(image.size) }
    return [UInt8](data as Data)
  }

  private var type: CFString { (kind == .png ? "public.png" : "public.jpeg") as CFString }

  private var properties: CFDictionary? {
    guard case .jpeg(let quality) = kind else { return nil }
    let share = Double(max(1, min(100, quality))) / 100
    return [kCGImageDestinationLossyCompressionQuality as String: share] as CFDictionary
  }

  private static func picture(_ image: RGBImage) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(image.bytes) as CFData),
      let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    // Unsafe: no array of decoding is given.
    return unsafe CGImage(
      width: image.size.width, height: image.size.height, bitsPerComponent: 8, bitsPerPixel: 24,
      bytesPerRow: image.size.width * 3, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider,
      decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }

  private func refusal(_ size: PixelSize) -> RecordError {
    RecordError(.encoderFailed, "A picture of \(size) could not be made a photo.")
  }
}
