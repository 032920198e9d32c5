public import MediaTypes

/// The port through which compressed frames become pictures.
///
/// *Context*: called on a capture thread, one call at a time for each stream; may take the time
/// that decoding takes.
public protocol JPEGDecoder: Sendable {
  /// Decodes one MJPEG frame to planar YUV (I420, I422, I444 or GREY, as the JPEG holds it).
  ///
  /// Camera, sequence, time, rotation and mirroring are carried over. A decoder's warnings are not
  /// errors: webcams make small mistakes in every frame.
  ///
  /// - Parameter frame: a frame in MJPEG.
  /// - Returns: the picture, in a buffer from the decoder's own pool.
  /// - Throws: `JPEGError` for bytes that are no usable JPEG; the caller counts and drops the frame.
  func decode(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame
}

/// Makes decoders, one for each stream.
public typealias JPEGDecoderFactory = @Sendable () -> any JPEGDecoder

/// Why compressed bytes did not become a picture.
public struct JPEGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Code: Hashable, Sendable {
    /// Not a JPEG, or damaged beyond use.
    case malformed
    /// Larger than a frame may be, or than was agreed.
    case wrongSize
    /// A kind of JPEG that cameras do not send (CMYK, 4:1:1, ...).
    case unsupported
    /// Every buffer of the pool is still held.
    case noBuffer
  }

  /// The kind of fault.
  public let code: Code
  /// The decoder's words.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
