import CPipeWire
import CPipeWireShims
import Glibc
import MediaTypes

/// A buffer of PipeWire's while it is lent: its blocks and what is said of them, read once.
@safe struct FrameMemory {
  // Unsafe: good while the buffer is lent.
  private let bases: [UnsafeRawPointer?]
  /// The blocks that can be read; a block without memory has no bytes.
  let blocks: [FrameBlock]
  /// The other side says that the picture is faulty.
  let isCorrupt: Bool
  /// The other side has no picture this time.
  let isGap: Bool
  /// The source's time, if it gives one.
  let time: MediaTime?
  /// The source's count, if it gives one.
  let sequence: UInt64?
  /// The turn that makes the picture upright.
  let rotation: Rotation
  /// Whether it is mirrored then.
  let isMirrored: Bool
  /// The part to be seen, as the source names it, unchecked; nil when it names none.
  private let region: spa_region?

  /// - Parameters:
  ///   - buffer: lent for as long as this value is used.
  ///   - shared: the buffer's memory, where the kernel shares it.
  init(_ buffer: UnsafePointer<spa_buffer>, in shared: SharedMemory? = nil) {
    var bases: [UnsafeRawPointer?] = unsafe []
    var blocks: [FrameBlock] = []
    var flags: Int32 = 0
    for index in 0..<min(Int(unsafe buffer.pointee.n_datas), PlaneLayouts.maximumCount) {
      let data = unsafe buffer.pointee.datas[index]
      let chunk = unsafe data.chunk?.pointee ?? spa_chunk()
      let memory = unsafe shared?.block(index) ?? Self.readable(data)
      unsafe bases.append(memory.baseAddress)
      blocks.append(
        FrameBlock(
          offset: chunk.offset, size: chunk.size, stride: chunk.stride,
          capacity: UInt32(clamping: memory.count)))
      flags |= chunk.flags
    }
    unsafe self.bases = unsafe bases
    self.blocks = blocks
    let header = unsafe Self.meta(buffer, SPA_META_Header, as: spa_meta_header.self)
    let headerFlags = header?.flags ?? 0
    isCorrupt =
      flags & Int32(SPA_CHUNK_FLAG_CORRUPTED) != 0
      || headerFlags & UInt32(SPA_META_HEADER_FLAG_CORRUPTED) != 0
    isGap =
      flags & Int32(SPA_CHUNK_FLAG_EMPTY) != 0
      || headerFlags & UInt32(SPA_META_HEADER_FLAG_GAP) != 0
    time = header.flatMap { $0.pts >= 0 ? MediaTime(nanoseconds: $0.pts) : nil }
    sequence = header.flatMap { $0.seq == .max ? nil : $0.seq }
    let transform = unsafe Self.meta(
      buffer, SPA_META_VideoTransform, as: spa_meta_videotransform.self)
    (rotation, isMirrored) = Self.orientation(transform?.transform ?? 0)
    let region = unsafe Self.meta(buffer, SPA_META_VideoCrop, as: spa_meta_region.self)?.region
    self.region = region.flatMap { $0.size.width > 0 && $0.size.height > 0 ? $0 : nil }
  }

  /// Copies a run of bytes that `FrameGeometry` found.
  func copy(_ run: FrameGeometry.Run, to slot: UnsafeMutableRawBufferPointer) throws(FrameError) {
    guard let base = unsafe bases[run.block] else {
      throw FrameError(.bufferTooShort, "a block without memory")
    }
    unsafe slot.copyMemory(
      from: UnsafeRawBufferPointer(start: base + run.source, count: run.byteCount))
  }

  // A file that is shorter than its mapping would end the program when it is read.
  private static func readable(_ data: spa_data) -> UnsafeRawBufferPointer {
    guard let start = unsafe data.data else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    var count = unsafe Int(data.maxsize)
    if unsafe data.type == SPA_DATA_MemFd.rawValue {
      var status = stat()
      let isKnown = unsafe fstat(Int32(truncatingIfNeeded: data.fd), &status) == 0
      let available = unsafe Int64(status.st_size) - Int64(data.mapoffset)
      count = isKnown ? min(count, Int(max(available, 0))) : 0
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The part of a picture that is to be seen: what of the source's word lies inside it, else all.
  func crop(in picture: PixelSize) -> PixelRectangle {
    guard let region else { return PixelRectangle(whole: picture) }
    func edges(_ start: Int32, _ length: UInt32, limit: Int) -> Range<Int> {
      let first = min(max(Int(start), 0), limit)
      return first..<max(first, min(Int(start) + Int(length), limit))
    }
    let columns = edges(region.position.x, region.size.width, limit: picture.width)
    let rows = edges(region.position.y, region.size.height, limit: picture.height)
    guard !columns.isEmpty, !rows.isEmpty else { return PixelRectangle(whole: picture) }
    return PixelRectangle(
      x: columns.lowerBound, y: rows.lowerBound,
      size: PixelSize(width: columns.count, height: rows.count))
  }

  private static func meta<Meta>(
    _ buffer: UnsafePointer<spa_buffer>, _ type: spa_meta_type, as: Meta.Type
  ) -> Meta? {
    unsafe spa_buffer_find_meta_data(buffer, type.rawValue, MemoryLayout<Meta>.size)?
      .loadUnaligned(as: Meta.self)
  }

  // SPA names the anticlockwise turn that the picture has had, after being mirrored or not.
  private static func orientation(_ transform: UInt32) -> (Rotation, Bool) {
    let turns: [Rotation] = [.none, .clockwise90, .half, .clockwise270]
    guard transform < 8 else { return (.none, false) }
    return (turns[Int(transform % 4)], transform >= 4)
  }
}
