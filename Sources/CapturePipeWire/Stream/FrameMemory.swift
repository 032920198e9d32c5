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
  /// The source's time, if it gives one.
  let time: MediaTime?
  /// The source's count, if it gives one.
  let sequence: UInt64?
  /// The turn that makes the picture upright.
  let rotation: Rotation
  /// Whether it is mirrored then.
  let isMirrored: Bool

  init(_ buffer: UnsafePointer<spa_buffer>) {
    var bases: [UnsafeRawPointer?] = unsafe []
    var blocks: [FrameBlock] = []
    var flags: Int32 = 0
    for index in 0..<min(Int(unsafe buffer.pointee.n_datas), PlaneLayouts.maximumCount) {
      let data = unsafe buffer.pointee.datas[index]
      let chunk = unsafe data.chunk?.pointee ?? spa_chunk()
      let capacity = unsafe data.data == nil ? 0 : Self.readable(data)
      unsafe bases.append(UnsafeRawPointer(data.data))
      blocks.append(
        FrameBlock(
          offset: chunk.offset, size: chunk.size, stride: chunk.stride, capacity: capacity))
      flags |= chunk.flags
    }
    unsafe self.bases = unsafe bases
    self.blocks = blocks
    let header = unsafe Self.meta(buffer, SPA_META_Header, as: spa_meta_header.self)
    let headerFlags = header?.flags ?? 0
    isCorrupt =
      flags & Int32(SPA_CHUNK_FLAG_CORRUPTED) != 0
      || headerFlags & UInt32(SPA_META_HEADER_FLAG_CORRUPTED) != 0
    time = header.flatMap { $0.pts >= 0 ? MediaTime(nanoseconds: $0.pts) : nil }
    sequence = header.flatMap { $0.seq == .max ? nil : $0.seq }
    let transform = unsafe Self.meta(
      buffer, SPA_META_VideoTransform, as: spa_meta_videotransform.self)
    (rotation, isMirrored) = Self.orientation(transform?.transform ?? 0)
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
  private static func readable(_ data: spa_data) -> UInt32 {
    guard unsafe data.type == SPA_DATA_MemFd.rawValue else { return unsafe data.maxsize }
    var status = stat()
    guard unsafe fstat(Int32(truncatingIfNeeded: data.fd), &status) == 0 else { return 0 }
    let available = unsafe Int64(status.st_size) - Int64(data.mapoffset)
    return unsafe min(data.maxsize, UInt32(clamping: max(available, 0)))
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
