import CFFmpeg
import MediaTypes
import RecordCore

/// Pictures as JPEG: a camera's own, untouched, where camera and canvas agree, and the others encoded.
final class JPEGTrack: PictureTrack {
  private let settings: MovieSettings
  private var encoded: EncodedTrack?
  private var last: (frame: VideoFrame, packet: MediaPacket)?
  private(set) var passedThroughCount: Int64 = 0

  var name: String { encoded?.name ?? (settings.passesThrough ? "the camera's JPEG" : "mjpeg") }
  var qualitySteps: Int { encoded?.qualitySteps ?? 0 }

  init(_ settings: MovieSettings) { self.settings = settings }

  /// Whether a frame can go into the file as it is.
  static func takes(_ frame: VideoFrame, settings: MovieSettings) -> Bool {
    settings.passesThrough && frame.format == .mjpeg && frame.agrees(with: settings.canvas)
  }

  func append(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    if let last, last.frame.isSamePicture(as: frame) {
      return try emit(last.packet, at: index, handle)
    }
    if Self.takes(frame, settings: settings) {
      let packet = try MediaPacket()
      try packet.copy(frame)
      // A picture that a fault on the way has cut stands still rather than half grey.
      if let last, !packet.isWholeJPEG { return try emit(last.packet, at: index, handle) }
      last = (frame, packet)
      passedThroughCount += 1
      return try emit(packet, at: index, handle)
    }
    try encode(frame, at: index, handle)
  }

  private func encode(
    _ frame: VideoFrame, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let track = try encodedTrack(first: frame)
    try track.append(frame, at: index) { packet throws(RecordError) in
      last = (frame, try packet.shared())
      try handle(packet)
    }
  }

  private func encodedTrack(first: VideoFrame) throws(RecordError) -> EncodedTrack {
    if let encoded { return encoded }
    let made = try EncodedTrack(.mjpeg, settings: settings, first: first)
    encoded = made
    return made
  }

  private func emit(
    _ packet: MediaPacket, at index: Int64, _ handle: (MediaPacket) throws(RecordError) -> Void
  ) throws(RecordError) {
    let next = try packet.shared()
    next.place(at: index, duration: 1)
    next.isKey = true
    try handle(next)
  }

  func finish(_ handle: (MediaPacket) throws(RecordError) -> Void) throws(RecordError) {
    try encoded?.finish(handle)
  }

  /// BT.601 in full range, as JFIF has it.
  func parameters(first: MediaPacket) throws(RecordError) -> CodecParameters {
    let parameters = try CodecParameters()
    let (pointer, color) = unsafe (parameters.pointer, ColorDescription.jpeg)
    unsafe pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe pointer.pointee.codec_id = AV_CODEC_ID_MJPEG
    unsafe pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
    unsafe pointer.pointee.width = Int32(clamping: settings.canvas.size.width)
    unsafe pointer.pointee.height = Int32(clamping: settings.canvas.size.height)
    unsafe pointer.pointee.color_range = color.libraryRange
    unsafe pointer.pointee.color_space = color.libraryMatrix
    unsafe pointer.pointee.color_primaries = color.libraryPrimaries
    unsafe pointer.pointee.color_trc = color.libraryTransfer
    return parameters
  }

  /// Only what is encoded here can be made easier.
  func lowerQuality() -> Bool { encoded?.lowerQuality() ?? false }
}

extension VideoFrame {
  /// Whether its picture is the canvas's as it is.
  func agrees(with canvas: MovieCanvas) -> Bool {
    size == canvas.size && crop == PixelRectangle(whole: size) && pixelAspect == .square
      && rotation == .none && isMirrored == canvas.isMirrored
  }
}

extension MediaPacket {
  /// The bytes.
  var bytes: [UInt8] { unsafe withBytes { unsafe Array($0) } }

  /// Whether it begins as a JPEG image does, and has an end marker in its last kilobyte; cameras pad.
  var isWholeJPEG: Bool {
    unsafe withBytes { bytes in
      let count = bytes.count
      guard count > 4, unsafe bytes[0] == 0xff, unsafe bytes[1] == 0xd8 else { return false }
      return (max(2, count - 1024)..<count - 1).contains {
        unsafe bytes[$0] == 0xff && bytes[$0 + 1] == 0xd9
      }
    }
  }
}
