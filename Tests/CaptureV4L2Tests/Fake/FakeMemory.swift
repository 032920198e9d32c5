import MediaTypes

/// A buffer of a fake driver, as long as it is mapped.
@safe struct FakeMemory: Sendable {
  // Unsafe: allocated by `FakeKernel.map`, deallocated by its `unmap`, used in between only.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// The address, to find it again.
  var address: UInt { unsafe UInt(bitPattern: bytes.baseAddress) }
}

/// A request's argument, for a lie about it.
@safe struct FakeArgument {
  // Unsafe: good during the call that it is given to.
  let pointer: UnsafeMutableRawPointer

  /// Changes the argument, which must be of this type: each request has its own.
  func edit<Argument>(as type: Argument.Type, _ change: (inout Argument) -> Void) {
    unsafe change(&pointer.assumingMemoryBound(to: type).pointee)
  }
}

extension VideoFrame {
  /// All bytes of the buffer.
  var bytes: [UInt8] { unsafe buffer.withUnsafeBytes { unsafe Array($0) } }
}
