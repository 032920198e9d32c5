/// Copies with the bytes in another order.
///
/// Unsafe: source and target have the same length; both are lent for the call.
enum ByteOrder {
  /// Exchanges each two bytes; an odd last one is copied.
  static func swapPairs(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) {
    let whole = source.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      let eight = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let swapped = (eight & evenBytes) << 8 | (eight >> 8) & evenBytes
      unsafe target.storeBytes(of: swapped, toByteOffset: offset, as: UInt64.self)
    }
    unsafe permute(
      UnsafeRawBufferPointer(rebasing: source[whole...]),
      into: UnsafeMutableRawBufferPointer(rebasing: target[whole...]), order: [1, 0])
  }

  /// Reorders groups of bytes; what is left over at the end is copied as it is.
  ///
  /// - Parameter order: byte `n` of a group in the target is byte `order[n]` of that in the source.
  static func permute(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, order: [Int]
  ) {
    let whole = source.count / order.count * order.count
    for start in stride(from: 0, to: whole, by: order.count) {
      for (place, origin) in order.enumerated() {
        unsafe target[start + place] = unsafe source[start + origin]
      }
    }
    for rest in whole..<source.count { unsafe target[rest] = unsafe source[rest] }
  }

  private static let evenBytes: UInt64 = 0x00ff_00ff_00ff_00ff
}
