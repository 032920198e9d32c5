import CFFmpeg
public import CaptureCore
public import MediaTypes

/// Decodes the H.264 of a local camera (`libavcodec`).
///
/// One for each stream: pictures build upon one another. Those before the first that stands alone count as
/// undecodable.
///
/// *Context*: one call at a time, as `AccessUnitDecoder` says; a call takes the time of decoding.
public final class H264Decoder: AccessUnitDecoder, @unchecked Sendable {
  // Sendable unchecked: the caller makes one call at a time, and nothing else reaches these.
  private let decoder = PictureDecoder(localCodec: AV_CODEC_ID_H264)
  private let copier = PictureCopier()
  private let units = AccessUnits()
  private var waiting: [VideoFrame] = []

  /// The most that wait for their pictures: what a decoder may hold back.
  private static let bound = 32

  /// Makes a decoder.
  public init() { StreamLibrary.quiet() }

  /// Decodes the next access unit; see `AccessUnitDecoder`.
  ///
  /// - Parameter frame: in H.264, units behind start codes.
  /// - Returns: what becomes of it; nothing while the library holds the picture back.
  public func decode(_ frame: VideoFrame) -> [CaptureStreamEvent] {
    let time = Self.time(of: frame)
    guard let unit = frame.image, let decoder, let packet = Packet(),
      packet.fill(unit, time: time)
    else { return [Self.undecodable] }
    guard unsafe decoder.send(packet.pointer) else { return [Self.undecodable] }
    if waiting.count == Self.bound { waiting.removeFirst() }
    waiting.append(frame)
    units.add(unit, time: time, number: frame.sequence)
    var events: [CaptureStreamEvent] = []
    while true {
      switch decoder.receive() {
      case .picture: events.append(picture(decoder))
      case .damaged: events.append(Self.undecodable)
      case .needsMore, .end: return events
      }
    }
  }

  private static let undecodable = CaptureStreamEvent.dropped(.undecodable, count: 1)

  /// What a picture is found again by.
  private static func time(of frame: VideoFrame) -> Int64 {
    Int64(truncatingIfNeeded: frame.sequence)
  }

  /// The decoder's picture as the frame that it was sent in.
  private func picture(_ decoder: PictureDecoder) -> CaptureStreamEvent {
    let time = unsafe decoder.picture.pointee.pts
    guard let index = waiting.firstIndex(where: { Self.time(of: $0) == time }) else {
      return Self.undecodable
    }
    let frame = waiting[index]
    waiting.removeSubrange(...index)
    let unit = units.take(time)
    do {
      let copy = unsafe try copier.copy(decoder.picture, encoded: decoder.isWhole ? unit : nil)
      return .frame(try frame.decoded(copy))
    } catch PictureCopier.Fault.noBuffer {
      return .dropped(.noBuffer, count: 1)
    } catch {
      return .dropped(.malformed, count: 1)
    }
  }
}

extension VideoFrame {
  /// The bytes of a compressed picture, without those behind it; they live as long as the frame's.
  fileprivate var image: FrameBuffer? {
    guard let plane = planes.first else { return nil }
    // Unsafe: the frame was checked to have these bytes, and its memory stays while the closure holds it.
    return unsafe buffer.withUnsafeBytes { [buffer] bytes in
      let image = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[plane.offset..<plane.offset + plane.stride])
      return unsafe FrameBuffer(unsafeBytes: image) { withExtendedLifetime(buffer) {} }
    }
  }

  /// The picture that this access unit holds; a crop of another size than the picture's is let go.
  fileprivate func decoded(_ copy: PictureCopier.Copy) throws(FrameError) -> VideoFrame {
    try VideoFrame(
      buffer: copy.buffer, format: copy.format, size: copy.size, planes: copy.planes,
      color: copy.color, rotation: rotation, isMirrored: isMirrored, pixelAspect: pixelAspect,
      crop: copy.size == size ? crop : nil, source: source, sequence: sequence,
      presentationTime: presentationTime)
  }
}
