public import AppleMedia
public import MediaTypes
public import RecordCore

/// The port through which frames are fitted to a movie's canvas: upright, cropped or with bars, mirrored
/// where the canvas says so. A renderer does it; this module knows none.
///
/// *Context*: one thread at a time, the recorder's; may take the time that drawing takes.
public protocol PictureFitter: AnyObject {
  /// Draws a frame over the whole of a picture.
  ///
  /// - Parameters:
  ///   - frame: decoded.
  ///   - canvas: the picture's size and how frames are fitted to it.
  ///   - picture: BGRA, of the canvas's size; nobody else has it yet.
  /// - Throws: `RecordError` when it cannot be drawn.
  func fit(_ frame: VideoFrame, to canvas: MovieCanvas, into picture: PixelBuffer)
    throws(RecordError)
}
