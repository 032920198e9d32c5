import CFFmpeg
import CaptureCore
import MediaTypes

/// The pictures of a movie or network stream, one after another, decoded unless they are JPEG. Those of an
/// H.264 stream go along with what they were decoded from.
///
/// Not for two threads: it is made, used and let go on the stream's own.
@safe final class PictureSource {
  /// What comes next.
  enum Item {
    /// A picture with the stream's own time, where it has one.
    case picture(Picture)
    case dropped(FrameDropReason)
    case end
    case fault(StreamFault)
  }

  /// A picture without its place in time.
  struct Picture {
    let buffer: FrameBuffer
    let format: PixelFormat
    let size: PixelSize
    let planes: PlaneLayouts
    let color: ColorDescription
    var time: MediaTime?
  }

  let input: StreamInput
  /// nil where the packets are handed on.
  private let decoder: PictureDecoder?
  private let copier = PictureCopier()
  private let packet: Packet
  /// nil where pictures do not go along with what they were decoded from.
  private let units: AccessUnits?
  private var isDraining = false

  /// Opens an address.
  ///
  /// - Throws: `CaptureError` when there is nothing that can be shown.
  init(_ address: StreamAddress, interruption: Interruption) throws(CaptureError) {
    input = try StreamInput(address, interruption: interruption)
    packet = try Packet(of: address)
    let parameters = unsafe input.parameters
    let size = unsafe PixelSize(
      width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
    let isJPEG = unsafe parameters.pointee.codec_id == AV_CODEC_ID_MJPEG
    let pixels = unsafe AVPixelFormat(parameters.pointee.format)
    let isHandedOn = isJPEG && size.isValid && PictureFormat.isUsualJPEG(pixels)
    decoder = isHandedOn ? nil : try PictureDecoder(input)
    units = AccessUnits(input)
    let format =
      isHandedOn ? .mjpeg : PictureFormat.exact(pixels) ?? PictureFormat.nearest(pixels)?.format
    guard size.isValid, let format else { throw StreamFault.noPictures(address) }
    self.format = CameraFormat(pixelFormat: format, size: size, rate: input.rate)
  }

  /// What its pictures are like at the beginning.
  let format: CameraFormat

  /// Begins again.
  ///
  /// - Returns: false where that is not possible.
  func rewind() -> Bool {
    isDraining = false
    decoder?.flush()
    units?.clear()
    return input.rewind()
  }

  /// The next picture, or why there is none.
  ///
  /// *Context*: blocks as `StreamInput.read` does, and for the time of decoding.
  func next() -> Item {
    while true {
      if let item = decoded() { return item }
      packet.clear()
      switch input.read(into: packet) {
      case .other: continue
      case .fault(let fault): return .fault(fault)
      case .end:
        guard let decoder, !isDraining else { return .end }
        isDraining = true
        unsafe _ = decoder.send(nil)
      case .packet:
        guard let decoder else { return handedOn() }
        units?.add(packet)
        guard unsafe decoder.send(packet.pointer) else { return .dropped(.undecodable) }
      }
    }
  }

  /// A picture that the decoder still has; nil when it needs more.
  private func decoded() -> Item? {
    guard let decoder else { return nil }
    switch decoder.receive() {
    case .needsMore: return nil
    case .damaged: return .dropped(.undecodable)
    case .end: return .end
    case .picture:
      do {
        let encoded = decoder.isWhole ? unsafe units?.take(decoder.picture.pointee.pts) : nil
        let copy = unsafe try copier.copy(decoder.picture, encoded: encoded)
        let time = unsafe time(decoder.picture.pointee.best_effort_timestamp)
        return .picture(
          Picture(
            buffer: copy.buffer, format: copy.format, size: copy.size, planes: copy.planes,
            color: copy.color, time: time))
      } catch {
        return .dropped(error == .noBuffer ? .noBuffer : .malformed)
      }
    }
  }

  /// The packet as it is, one JPEG image; its memory is shared with the library.
  private func handedOn() -> Item {
    guard let shared = SharedPacket(packet), shared.byteCount > 0 else {
      return .dropped(.malformed)
    }
    let range = unsafe input.parameters.pointee.color_range
    var color = ColorDescription.jpeg
    if range == AVCOL_RANGE_MPEG { color.range = .limited }
    return .picture(
      Picture(
        buffer: shared.buffer, format: .mjpeg, size: format.size,
        planes: PlaneLayouts([PlaneLayout(offset: 0, stride: shared.byteCount)]), color: color,
        time: time(shared.time)))
  }

  private func time(_ stamp: Int64) -> MediaTime? {
    // AV_NOPTS_VALUE, which the importer drops.
    guard stamp != .min else { return nil }
    let base = input.timeBase
    guard base.den > 0 else { return nil }
    return MediaTime(seconds: Double(stamp) * Double(base.num) / Double(base.den))
  }
}
