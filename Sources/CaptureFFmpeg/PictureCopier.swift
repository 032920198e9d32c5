import CFFmpeg
import MediaTypes

/// Copies decoded pictures into buffers of the project's, and converts those in formats that it has not.
///
/// Not for two threads: it is made, used and let go on the stream's own.
@safe final class PictureCopier {
  /// How many pictures may be held at once.
  private static let poolCapacity = 16

  private var pool: FramePool?
  // Unsafe: owned until it is replaced or the copier goes.
  private var converter: OpaquePointer?

  deinit { unsafe sws_freeContext(converter) }

  /// One picture's pixels.
  struct Copy {
    let buffer: FrameBuffer
    let format: PixelFormat
    let size: PixelSize
    let planes: PlaneLayouts
    let color: ColorDescription
  }

  /// Why a picture was not copied.
  enum Fault: Error { case unusable, noBuffer }

  /// - Parameters:
  ///   - picture: as a decoder made it.
  ///   - encoded: what it was made of, which goes along with it.
  func copy(
    _ picture: UnsafeMutablePointer<AVFrame>, encoded: EncodedPicture?
  ) throws(Fault) -> Copy {
    let stored = unsafe AVPixelFormat(picture.pointee.format)
    let size = unsafe PixelSize(
      width: Int(picture.pointee.width), height: Int(picture.pointee.height))
    guard size.isValid else { throw .unusable }
    if let format = PictureFormat.exact(stored) {
      let planes = PlaneLayouts(packing: format, size: size, alignment: 16)
      let buffer = unsafe try buffer(format, size, planes, encoded) { slot in
        unsafe Self.copy(picture, format, size, planes, into: slot)
      }
      return Copy(
        buffer: buffer, format: format, size: size, planes: planes,
        color: unsafe color(of: picture, stored, as: format))
    }
    guard let target = PictureFormat.nearest(stored) else { throw .unusable }
    let planes = PlaneLayouts(packing: target.format, size: size, alignment: 16)
    unsafe try prepareConverter(picture, stored, to: target.library, size)
    let buffer = unsafe try buffer(target.format, size, planes, encoded) { slot in
      unsafe convert(picture, size, planes, into: slot)
    }
    return Copy(
      buffer: buffer, format: target.format, size: size, planes: planes,
      color: unsafe color(of: picture, stored, as: target.format))
  }

  private func buffer(
    _ format: PixelFormat, _ size: PixelSize, _ planes: PlaneLayouts, _ encoded: EncodedPicture?,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(Fault) -> FrameBuffer {
    let last = planes.count - 1
    let rows = format.planeShapes[last].rows(height: size.height)
    // The converter writes whole vectors, beyond the end of a row.
    let byteCount = planes[last].offset + planes[last].stride * rows + 64
    if pool?.byteCount != byteCount {
      pool = FramePool(byteCount: byteCount, capacity: Self.poolCapacity)
    }
    guard let buffer = unsafe pool?.make(native: encoded, fill: fill) else { throw .noBuffer }
    return buffer
  }

  private static func copy(
    _ picture: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, _ size: PixelSize,
    _ planes: PlaneLayouts, into slot: UnsafeMutableRawBufferPointer
  ) {
    let data = unsafe [picture.pointee.data.0, picture.pointee.data.1, picture.pointee.data.2]
    let strides = unsafe [
      picture.pointee.linesize.0, picture.pointee.linesize.1, picture.pointee.linesize.2,
    ]
    for (index, shape) in format.planeShapes.enumerated() {
      guard let source = unsafe data[index] else { continue }
      let count = shape.bytesPerRow(width: size.width)
      for row in 0..<shape.rows(height: size.height) {
        // Unsafe: the decoder's planes have as many rows of this length, and the layout was made for
        // the slot. A stride may be negative: then the rows lie upside down.
        let line = unsafe UnsafeRawBufferPointer(
          start: source + row * Int(strides[index]), count: count)
        let start = planes[index].offset + row * planes[index].stride
        unsafe UnsafeMutableRawBufferPointer(rebasing: slot[start..<start + count])
          .copyMemory(from: line)
      }
    }
  }

  private func color(
    of picture: UnsafeMutablePointer<AVFrame>, _ stored: AVPixelFormat, as format: PixelFormat
  ) -> ColorDescription {
    unsafe PictureFormat.color(
      of: format, space: picture.pointee.colorspace, range: picture.pointee.color_range,
      isFullByFormat: PictureFormat.isFull(stored), transfer: picture.pointee.color_trc,
      primaries: picture.pointee.color_primaries)
  }
}

// MARK: - Converting

extension PictureCopier {
  /// Makes a converter that changes the layout alone and leaves colours as they are
  /// (`sws_getCachedContext`, `sws_setColorspaceDetails`).
  private func prepareConverter(
    _ picture: UnsafeMutablePointer<AVFrame>, _ stored: AVPixelFormat, to target: AVPixelFormat,
    _ size: PixelSize
  ) throws(Fault) {
    let (width, height) = (Int32(size.width), Int32(size.height))
    unsafe converter = unsafe sws_getCachedContext(
      converter, width, height, stored, width, height, target, Int32(SWS_BILINEAR), nil, nil, nil)
    guard unsafe converter != nil, let table = unsafe sws_getCoefficients(Int32(SWS_CS_DEFAULT))
    else { throw .unusable }
    let isFull: Int32 = unsafe picture.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
    unsafe sws_setColorspaceDetails(converter, table, isFull, table, isFull, 0, 1 << 16, 1 << 16)
  }

  private func convert(
    _ picture: UnsafeMutablePointer<AVFrame>, _ size: PixelSize, _ planes: PlaneLayouts,
    into slot: UnsafeMutableRawBufferPointer
  ) {
    let base = unsafe slot.bindMemory(to: UInt8.self).baseAddress
    var targets = unsafe planes.map { plane in unsafe base.map { unsafe $0 + plane.offset } }
    var targetStrides = planes.map { Int32($0.stride) }
    while targetStrides.count < 4 {
      unsafe targets.append(nil)
      targetStrides.append(0)
    }
    let data = unsafe picture.pointee.data
    let sources = unsafe [data.0, data.1, data.2, data.3].map { plane in
      unsafe plane.map { unsafe UnsafePointer<UInt8>($0) }
    }
    let linesize = unsafe picture.pointee.linesize
    let strides = [linesize.0, linesize.1, linesize.2, linesize.3]
    // Unsafe: all arrays have four entries and live through the call.
    _ = unsafe sws_scale(
      converter, sources, strides, 0, Int32(size.height), targets, targetStrides)
  }
}
