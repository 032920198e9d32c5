import CaptureCore
import MediaTypes
import RecordCore

/// A frame that will do for a photo, in memory of its own.
struct PhotoFrame: Sendable {
  /// As the camera sent it.
  let captured: VideoFrame
  /// The same, decoded.
  let pixels: VideoFrame
  let cameraName: String

  /// - Returns: nil for a compressed frame that cannot be decoded: a damaged picture is no photo.
  ///
  /// *Context*: any thread; takes the time of decoding.
  init?(_ frame: VideoFrame, cameraName: String) throws(RecordError) {
    captured = try frame.copied()
    self.cameraName = cameraName
    guard frame.format.isCompressed else {
      pixels = captured
      return
    }
    guard let decoded = try? Platform.jpegDecoders?().decode(captured) else { return nil }
    pixels = decoded
  }
}

/// Makes photos of frames.
struct PhotoMaker: Sendable {
  let settings: PhotoSettings
  let clock: any MediaClock
  let wall: WallTime

  /// Makes a photo: the camera's own JPEG where nothing has to change, else one that is encoded.
  ///
  /// - Throws: `RecordError` when the encoder fails.
  ///
  /// *Context*: any thread; takes the time of compression.
  func photo(of frame: PhotoFrame) throws(RecordError) -> Photo {
    let captured = frame.captured
    let metadata = PhotoMetadata(
      takenAt: wall.time(ago: clock.now - captured.presentationTime),
      cameraName: frame.cameraName, software: settings.software)
    let untouched =
      settings.format == .jpeg
      ? UntouchedPhoto.bytes(captured, isMirrored: settings.isMirrored, metadata: metadata) : nil
    let bytes: [UInt8]
    if let untouched {
      bytes = untouched
    } else {
      bytes = try encoder.encode(
        frame.pixels, isMirrored: settings.isMirrored, metadata: metadata)
    }
    return Photo(
      bytes: bytes, format: settings.format, size: captured.squareSize, camera: captured.source,
      presentationTime: captured.presentationTime, takenAt: metadata.takenAt,
      isUntouched: untouched != nil)
  }

  private var encoder: any PhotoEncoder { Platform.photoEncoder(settings) }
}
