import MediaTypes
import RecordCore

/// Makes the packets of a movie's pictures.
///
/// *Context*: the writer's thread.
protocol PictureTrack: AnyObject {
  /// The encoder's name, for a person.
  var name: String { get }
  /// How often the quality went down.
  var qualitySteps: Int { get }
  /// Frames that were not touched.
  var passedThroughCount: Int64 { get }

  /// Adds a frame; hands out packets in steps of the canvas's rate.
  func append(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError)

  /// Brings out what is still held.
  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError)

  /// What the file has to say of the packets.
  ///
  /// - Parameter first: the first packet, where encoders that say nothing themselves have put it.
  func parameters(first: MediaPacket) throws(RecordError) -> CodecParameters

  /// Makes the encoder's work easier; false when there is nothing left to give.
  func lowerQuality() -> Bool
}
