import MediaTypes

/// Copies a driver's frame into memory of our own, in the arrangement that consumers know.
///
/// The rule, unless a renderer imports the driver's memory (`SharedBuffers`): a mapped buffer that a
/// consumer keeps is missing in the driver's queue, and may keep the device busy after an unplug. One pass over the bytes, which are in
/// the cache for the upload that follows; measured by `viewfinder bench`.
struct FrameCopy: Sendable {
  /// Where planes lie in the copy; for a compressed format empty.
  let planes: PlaneLayouts
  /// Bytes in each copy.
  let byteCount: Int
  private let layout: DriverLayout
  private let pool: FramePool

  /// Frames that consumers may hold at once: the preview's two faces, and bounded queues.
  static let capacity = 24

  /// Prepares copying.
  ///
  /// - Parameters:
  ///   - layout: of the driver's frames.
  ///   - compressedSize: the most bytes that a compressed frame can have.
  init(_ layout: DriverLayout, compressedSize: Int) {
    self.layout = layout
    var planes = PlaneLayouts()
    var end = 0
    for plane in layout.planes {
      planes.append(PlaneLayout(offset: end, stride: plane.stride))
      end += (plane.byteCount + 63) / 64 * 64
    }
    self.planes = planes
    byteCount = layout.planes.isEmpty ? Self.bounded(compressedSize, layout.size) : end
    pool = FramePool(byteCount: byteCount, capacity: Self.capacity)
  }

  /// A driver may reserve what it likes; more than four bytes a pixel is no compressed picture.
  private static func bounded(_ compressedSize: Int, _ size: PixelSize) -> Int {
    min(max(compressedSize, 1), max(4 * size.area, 1 << 16))
  }

  /// Copies a frame's planes.
  ///
  /// - Parameters:
  ///   - memory: the frame's buffers.
  ///   - buffer: what the driver says is in them.
  /// - Returns: nil when every copy is still held by consumers.
  /// - Throws: `FrameError` when a plane does not lie in its buffer.
  func copy(_ memory: [Mapping], _ buffer: DequeuedBuffer) throws(FrameError) -> FrameBuffer? {
    try unsafe pool.make { (slot) throws(FrameError) in
      for (index, plane) in layout.planes.enumerated() {
        let offset = planes[index].offset
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: slot[offset..<offset + plane.byteCount])
        let start = buffer.planes[plane.memory].offset + plane.offset
        let copied: Void? = unsafe memory[plane.memory].withBytes(
          from: start, count: plane.byteCount
        ) { source in unsafe arrange(source, into: target, plane: index) }
        guard copied != nil else {
          throw FrameError(.bufferTooShort, "plane \(index) does not lie in the driver's buffer")
        }
      }
    }
  }

  /// Copies a compressed frame.
  ///
  /// - Parameter count: its bytes, at most `byteCount`.
  func copyCompressed(
    _ memory: Mapping, from offset: Int, count: Int
  ) throws(FrameError) -> FrameBuffer? {
    try unsafe pool.make { (slot) throws(FrameError) in
      guard count <= slot.count,
        let _: Void = unsafe memory.withBytes(
          from: offset, count: count, { unsafe slot.copyMemory(from: $0) })
      else {
        throw FrameError(.bufferTooShort, "\(count) compressed bytes in a shorter buffer")
      }
    }
  }

  private func arrange(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, plane: Int
  ) {
    switch layout.format.arrangement {
    case .swappedChromaPairs where plane == 1:
      unsafe ByteOrder.swapPairs(source, into: target)
    case .permuted(let order):
      unsafe permuteRows(source, into: target, plane: layout.planes[plane], order: order)
    case .same, .swappedChromaPlanes, .swappedChromaPairs:
      unsafe target.copyMemory(from: source)
    }
  }

  /// Row by row, since a stride need not be a whole number of groups.
  private func permuteRows(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
    plane: DriverLayout.Plane, order: [Int]
  ) {
    for row in 0..<plane.rows {
      let range = row * plane.stride..<row * plane.stride + plane.rowBytes
      unsafe ByteOrder.permute(
        UnsafeRawBufferPointer(rebasing: source[range]),
        into: UnsafeMutableRawBufferPointer(rebasing: target[range]), order: order)
    }
  }
}
