public import MediaTypes

/// The port through which a camera's own H.264 becomes pictures.
///
/// Not for JPEG, whose pictures stand alone: see `JPEGDecoder`.
///
/// *Context*: called on a capture thread, one call at a time; may take the time that decoding takes.
public protocol AccessUnitDecoder: Sendable {
  /// Decodes the next access unit of one stream.
  ///
  /// - Parameter frame: in H.264: units behind start codes (ITU-T H.264, annex B). Its number tells
  ///   whether one before it was lost.
  /// - Returns: what becomes of it: a picture, which goes along with what it was decoded from
  ///   (`VideoFrame.encoded`), or that there is none. Camera, number, time, rotation and mirroring are
  ///   those of the access unit.
  func decode(_ frame: VideoFrame) -> [CaptureStreamEvent]
}

/// Makes decoders, one for each stream.
public typealias AccessUnitDecoderFactory = @Sendable () -> any AccessUnitDecoder
