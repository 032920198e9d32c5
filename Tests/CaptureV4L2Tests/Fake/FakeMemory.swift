import Foundation
import MediaTypes

/// A buffer of a fake driver, as long as it is mapped.
@safe struct FakeMemory: Sendable {
  // Unsafe: mapped by `init`, unmapped by `FakeKernel.unmap`, used in between only.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// Maps new memory at the end of a descriptor's.
  init?(length: Int, descriptor: Int32) {
    let end = lseek(descriptor, 0, SEEK_END)
    let whole = (length + 4095) / 4096 * 4096
    guard end >= 0, ftruncate(descriptor, end + off_t(whole)) == 0,
      let address = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, end),
      unsafe address != MAP_FAILED
    else { return nil }
    unsafe self.init(bytes: UnsafeMutableRawBufferPointer(start: address, count: length))
  }

  init(bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = unsafe bytes }

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
