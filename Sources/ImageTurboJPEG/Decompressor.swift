import CTurboJPEG
import CaptureCore
import MediaTypes

/// A libjpeg-turbo instance for one image.
///
/// An instance remembers the tables of the images before, so that one damaged image would spoil those
/// that follow. A new one for each costs microseconds.
struct Decompressor: ~Copyable {
  private let handle: TurboJPEGHandle

  /// - Throws: `noBuffer` when there is no memory for an instance.
  init() throws(JPEGError) {
    guard let handle = unsafe TurboJPEGHandle(tjInitDecompress()) else {
      throw JPEGError(.noBuffer, "no memory for a JPEG decoder")
    }
    self.handle = handle
  }

  /// Reads size, sampling and colour space, and refuses what was not agreed before any memory is
  /// taken for it (`tjDecompressHeader3`).
  func readHeader(
    _ bytes: UnsafeRawBufferPointer, agreed: PixelSize
  ) throws(JPEGError) -> PlanarLayout {
    let address = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let status = unsafe tjDecompressHeader3(
      handle.pointer, address, UInt(bytes.count), &width, &height, &sampling, &space)
    guard status == 0 || handle.isWarning else {
      throw JPEGError(.malformed, handle.message)
    }
    let size = PixelSize(width: Int(width), height: Int(height))
    guard size == agreed, size.isValid else {
      throw JPEGError(.wrongSize, "a JPEG of \(size) where \(agreed) was agreed")
    }
    let spaces = [TJCS_YCbCr.rawValue, TJCS_GRAY.rawValue]
    guard spaces.contains(UInt32(bitPattern: space)) else {
      throw JPEGError(.unsupported, "colour space number \(space) of a JPEG")
    }
    return try PlanarLayout(sampling: sampling, size: size)
  }

  /// Decodes into a slot that has the layout's size (`tjDecompressToYUVPlanes`).
  func decompress(
    _ bytes: UnsafeRawBufferPointer, into slot: UnsafeMutableRawBufferPointer,
    layout: PlanarLayout, size: PixelSize
  ) throws(JPEGError) {
    let source = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
    let target = unsafe slot.bindMemory(to: UInt8.self).baseAddress
    var planes = unsafe layout.planes.map { plane in unsafe target.map { unsafe $0 + plane.offset }
    }
    var strides = layout.planes.map { Int32($0.stride) }
    let status = unsafe tjDecompressToYUVPlanes(
      handle.pointer, source, UInt(bytes.count), &planes, Int32(size.width), &strides,
      Int32(size.height), TJFLAG_LIMITSCANS)
    guard status == 0 || handle.isWarning else {
      throw JPEGError(.malformed, handle.message)
    }
  }
}
