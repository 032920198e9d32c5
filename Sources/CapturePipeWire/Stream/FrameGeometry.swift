import MediaTypes

/// One block of memory of a frame, as the other side describes it.
struct FrameBlock: Hashable {
  /// Bytes from the memory's start to the first valid one.
  var offset: Int
  /// Valid bytes.
  var byteCount: Int
  /// Bytes from one row to the next; 0 when the other side does not say.
  var stride: Int

  /// Takes the other side's numbers as SPA wants them read: the offset modulo the capacity, the size
  /// clamped to what is left of it.
  init(offset: UInt32, size: UInt32, stride: Int32, capacity: UInt32) {
    self.offset = capacity == 0 ? 0 : Int(offset % capacity)
    byteCount = min(Int(size), Int(capacity) - self.offset)
    self.stride = Int(stride)
  }
}

/// Which bytes of which block make up a frame, and where they go in a buffer of our own.
struct FrameGeometry: Hashable {
  /// A run of bytes to copy.
  struct Run: Hashable {
    var block: Int
    /// From the start of the block's memory.
    var source: Int
    /// From the start of the frame's buffer.
    var target: Int
    var byteCount: Int
  }

  private(set) var planes = PlaneLayouts()
  private(set) var runs: [Run] = []
  /// Bytes of the buffer.
  private(set) var byteCount = 0

  /// The most bytes of one compressed frame.
  static let maximumCompressedByteCount = 64 << 20

  /// Finds a format's planes in the blocks: all in one block, one after another with the stride of
  /// the first, or each in a block of its own.
  ///
  /// - Throws: `FrameError` for blocks that do not hold what the format needs.
  init(format: PixelFormat, size: PixelSize, blocks: [FrameBlock]) throws(FrameError) {
    guard size.isValid else { throw FrameError(.invalidSize, "a frame of \(size) pixels") }
    if format.isCompressed {
      try addCompressed(blocks)
    } else if blocks.count == 1 {
      try addJoined(format, size, blocks[0])
    } else {
      try addSeparate(format, size, blocks)
    }
  }

  /// Where the planes lie in the memory itself.
  ///
  /// - Parameter starts: bytes from the memory's start to that of each block.
  func planes(inBlocksFrom starts: [Int]) -> PlaneLayouts {
    PlaneLayouts(
      planes.enumerated().map { index, plane in
        let run = runs[min(index, runs.count - 1)]
        let place = starts[run.block] + run.source + plane.offset - run.target
        return PlaneLayout(offset: place, stride: plane.stride)
      })
  }

  private mutating func addCompressed(_ blocks: [FrameBlock]) throws(FrameError) {
    guard blocks.count == 1 else {
      throw FrameError(.wrongPlaneCount, "\(blocks.count) blocks for a compressed frame")
    }
    let count = blocks[0].byteCount
    guard count > 0 else { throw FrameError(.empty, "a compressed frame of no bytes") }
    guard count <= Self.maximumCompressedByteCount else {
      throw FrameError(.bufferTooShort, "a compressed frame of \(count) bytes")
    }
    add(PlaneLayout(offset: 0, stride: count), blocks[0], index: 0, byteCount: count)
  }

  private mutating func addJoined(
    _ format: PixelFormat, _ size: PixelSize, _ block: FrameBlock
  ) throws(FrameError) {
    let shapes = format.planeShapes
    guard let first = shapes.first else {
      throw FrameError(.wrongPlaneCount, "a frame in \(format), which has no planes")
    }
    let row = first.bytesPerRow(width: size.width)
    let stride = block.stride == 0 ? row : block.stride
    guard stride >= row else {
      throw FrameError(.strideTooSmall, "rows of \(row) bytes but a stride of \(stride)")
    }
    var layouts = PlaneLayouts()
    var (offset, end) = (0, 0)
    for shape in shapes {
      // The chroma planes of a planar format share the first one's stride by their width.
      let wide = shape.bytesPerSample * first.horizontalSubsampling * stride
      let own = max(
        wide / (first.bytesPerSample * shape.horizontalSubsampling),
        shape.bytesPerRow(width: size.width))
      let rows = shape.rows(height: size.height)
      layouts.append(PlaneLayout(offset: offset, stride: own))
      end = offset + own * (rows - 1) + shape.bytesPerRow(width: size.width)
      offset += own * rows
    }
    try VideoFrame.check(format: format, size: size, planes: layouts, byteCount: block.byteCount)
    planes = layouts
    runs = [Run(block: 0, source: block.offset, target: 0, byteCount: end)]
    byteCount = end
  }

  private mutating func addSeparate(
    _ format: PixelFormat, _ size: PixelSize, _ blocks: [FrameBlock]
  ) throws(FrameError) {
    let shapes = format.planeShapes
    guard blocks.count == shapes.count else {
      throw FrameError(
        .wrongPlaneCount, "\(blocks.count) blocks for \(format), which has \(shapes.count) planes")
    }
    for (index, shape) in shapes.enumerated() {
      let row = shape.bytesPerRow(width: size.width)
      let stride = blocks[index].stride == 0 ? row : blocks[index].stride
      guard stride >= row else {
        throw FrameError(
          .strideTooSmall, "plane \(index) has rows of \(row) bytes but a stride of \(stride)")
      }
      let length = stride * (shape.rows(height: size.height) - 1) + row
      guard length <= blocks[index].byteCount else {
        throw FrameError(
          .bufferTooShort, "plane \(index) needs \(length) bytes of \(blocks[index].byteCount)")
      }
      add(
        PlaneLayout(offset: byteCount, stride: stride), blocks[index], index: index,
        byteCount: length)
    }
  }

  private mutating func add(
    _ layout: PlaneLayout, _ block: FrameBlock, index: Int, byteCount count: Int
  ) {
    planes.append(layout)
    runs.append(
      Run(block: index, source: block.offset, target: layout.offset, byteCount: count))
    byteCount = layout.offset + count
  }
}
