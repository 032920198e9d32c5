import MediaTypes

/// A driver's buffer in this process's memory; unmapped with its last reference.
///
/// Sendable unchecked: the address never changes, and who reads it holds the buffer dequeued.
@safe final class Mapping: @unchecked Sendable {
  // Unsafe: mapped until `deinit`, since only this object unmaps it.
  private let memory: UnsafeMutableRawBufferPointer
  private let calls: any SystemCalls

  /// Maps what the driver offers at an offset. `mmap`
  init(of node: VideoNode, length: Int, offset: Int) throws(SystemError) {
    calls = node.calls
    unsafe memory = try node.calls.map(node.handle, length: length, offset: offset)
  }

  deinit { unsafe calls.unmap(memory) }

  var byteCount: Int { unsafe memory.count }

  /// All of it as a frame's memory; stays mapped until `release`, which is called with the last holder.
  func frameBuffer(native: DMABuf, release: @escaping @Sendable () -> Void) -> FrameBuffer {
    // Unsafe: the closure holds the mapping, and the driver writes only into buffers that it has.
    unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(memory), native: native) { [self] in
      withExtendedLifetime(self, release)
    }
  }

  /// Lends a range of the bytes; nil when it does not lie inside.
  func withBytes<Result>(
    from offset: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard offset >= 0, count >= 0, let end = offset.adding(count), end <= byteCount else {
      return nil
    }
    return unsafe body(UnsafeRawBufferPointer(rebasing: memory[offset..<end]))
  }
}

extension Int {
  /// The sum, nil on overflow.
  func adding(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }
}
