import CPipeWire
import Glibc
import MediaTypes

/// One buffer's memory as the kernel shares it (a dmabuf), mapped and kept open for the frames that lie in
/// it: also after the stream, the camera or the daemon is gone.
///
/// Sendable unchecked: nothing changes after the initialiser; the other side writes only into buffers that
/// it has been given back.
@safe final class SharedMemory: @unchecked Sendable {
  /// `DMABuf.identity` of each frame in it.
  let identity: UInt64
  /// Bytes from the memory's start to each block.
  let starts: [Int]
  // Unsafe: mapped until `deinit`, since only this object unmaps it.
  private let bytes: UnsafeRawBufferPointer
  private let byteCount: Int
  private let descriptor: Int32

  /// Maps a buffer's memory.
  ///
  /// - Parameter lent: by PipeWire, for the call.
  /// - Returns: nil for memory that is none such, lies in several, could shrink while it is read, or
  ///   cannot be mapped.
  init?(_ lent: UnsafePointer<spa_buffer>) {
    let count = unsafe Int(lent.pointee.n_datas)
    guard (1...PlaneLayouts.maximumCount).contains(count) else { return nil }
    let files = (0..<count).map { unsafe lent.pointee.datas[$0].fd }
    let types = (0..<count).map { unsafe lent.pointee.datas[$0].type }
    guard types.allSatisfy({ $0 == SPA_DATA_DmaBuf.rawValue }),
      let first = Int32(exactly: files[0]), first >= 0, Set(files.map(Self.file)).count == 1
    else { return nil }
    let own = fcntl(first, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    guard Self.cannotShrink(own), let length = Self.length(of: own),
      let memory = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, own, 0),
      unsafe memory != MAP_FAILED
    else {
      close(own)
      return nil
    }
    descriptor = own
    unsafe bytes = unsafe UnsafeRawBufferPointer(start: memory, count: length)
    byteCount = length
    starts = (0..<count).map { unsafe Int(lent.pointee.datas[$0].mapoffset) }
    identity = DMABuf.newIdentity()
  }

  deinit {
    if let start = unsafe bytes.baseAddress {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount)
    }
    close(descriptor)
  }

  /// A block, from its start to the memory's end; good as long as this object.
  func block(_ index: Int) -> UnsafeRawBufferPointer {
    guard starts.indices.contains(index), starts[index] < byteCount else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[starts[index]...])
  }

  /// Lets the processor read.
  func whileReadable<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    synchronise(Self.begin)
    defer { synchronise(Self.end) }
    return try body()
  }

  /// All of it as a frame's memory, for the processor and for a renderer that imports it.
  ///
  /// - Parameter release: called with the last holder, on any thread.
  func frameBuffer(
    _ planes: PlaneLayouts, release: @escaping @Sendable () -> Void
  ) -> FrameBuffer {
    let native = DMABuf(
      planes: planes.map {
        .init(descriptor: descriptor, offset: $0.offset, stride: $0.stride)
      }, identity: identity)
    synchronise(Self.begin)
    // Unsafe: the closure holds this object, and so the mapping.
    return unsafe FrameBuffer(unsafeBytes: bytes, native: native) { [self] in
      synchronise(Self.end)
      release()
    }
  }

}

extension SharedMemory {
  /// `DMA_BUF_SYNC_READ`, and with `DMA_BUF_SYNC_END`.
  private static let begin: UInt64 = 1
  private static let end: UInt64 = 1 | 4
  /// `DMA_BUF_IOCTL_SYNC`, `_IOW('b', 0, struct dma_buf_sync)`, which the importer does not see.
  private static let syncRequest: UInt = 0x4008_6200

  // The caches of processor and device; memory that needs none of it says so, and that is fine.
  private func synchronise(_ flags: UInt64) {
    var flags = flags
    _ = unsafe ioctl(descriptor, Self.syncRequest, &flags)
  }

  private static func file(of descriptor: Int64) -> [UInt64] {
    var status = stat()
    guard let number = Int32(exactly: descriptor), unsafe fstat(number, &status) == 0 else {
      return []
    }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// A file that gets shorter than its mapping would end the program when it is read.
  private static func cannotShrink(_ descriptor: Int32) -> Bool {
    // What knows this request is a dmabuf, whose length is fixed.
    var (begin, end) = (Self.begin, Self.end)
    if unsafe ioctl(descriptor, syncRequest, &begin) == 0 {
      _ = unsafe ioctl(descriptor, syncRequest, &end)
      return true
    }
    let seals = fcntl(descriptor, fcntlGetSeals, 0)
    return seals >= 0 && seals & sealShrink != 0
  }

  /// `F_GET_SEALS` and `F_SEAL_SHRINK`, which the importer does not see.
  private static let fcntlGetSeals: Int32 = 1024 + 10
  private static let sealShrink: Int32 = 2

  private static func length(of descriptor: Int32) -> Int? {
    let length = lseek(descriptor, 0, SEEK_END)
    return length > 0 ? Int(length) : nil
  }
}
