/// A picture as its source had compressed it, which goes along with the decoded one, so that a recording
/// can keep it untouched. Found in `VideoFrame.encoded`.
///
/// Only for streams whose pictures are shown in the order in which they come.
public final class EncodedPicture: Sendable {
  /// What the pictures of one stream have in common, from one change of its parameter sets to the next.
  public final class Stream: Sendable {
    /// `.h264`.
    public let format: PixelFormat
    /// What a decoder needs before the first picture: sequence and picture parameter sets, each behind
    /// a start code (ITU-T H.264, annex B).
    public let parameterSets: [UInt8]

    /// Describes a stream.
    public init(format: PixelFormat, parameterSets: [UInt8]) {
      (self.format, self.parameterSets) = (format, parameterSets)
    }
  }

  /// The stream that it is of.
  public let stream: Stream
  /// Its place in the order in which the source sent them. It builds upon the one before, which may
  /// have been lost.
  public let number: UInt64
  /// Whether it builds upon none, and nothing after it builds upon what came before (an IDR picture).
  public let isStart: Bool
  private let make: @Sendable () -> FrameBuffer?

  /// Makes one.
  ///
  /// - Parameter make: gives its bytes, on any thread, each time that somebody wants them.
  public init(
    stream: Stream, number: UInt64, isStart: Bool, make: @escaping @Sendable () -> FrameBuffer?
  ) {
    (self.stream, self.make) = (stream, make)
    (self.number, self.isStart) = (number, isStart)
  }

  /// Its bytes: one access unit, as units behind start codes; nil when there is no memory.
  ///
  /// Put in order now, where the source has them otherwise: what nobody keeps costs nothing.
  public func bytes() -> FrameBuffer? { make() }
}

extension VideoFrame {
  /// What the picture was decoded from, if its source hands that on.
  public var encoded: EncodedPicture? { buffer.native as? EncodedPicture }
}
