import MediaTypes

/// The units of one packet of H.264, in the packet's own memory: they are copied when somebody wants them
/// in the form of annex B and they are not in it yet.
struct PacketUnits: Sendable {
  private let packet: FrameBuffer
  /// Where the units lie; nil for a packet in the form of annex B.
  private let units: [Range<Int>]?

  /// - Parameters:
  ///   - packet: its bytes, which are hostile.
  ///   - record: how the stream has its units; nil for the form of annex B.
  /// - Returns: nil for bytes that make no sense.
  init?(_ packet: FrameBuffer, _ record: AVCRecord?) {
    self.packet = packet
    guard let record else {
      units = nil
      return
    }
    guard let units = packet.withSpan({ record.units(in: $0) }), !units.isEmpty else { return nil }
    self.units = units
  }

  /// What a decoder has to know, and what kind of picture comes.
  var head: H264Units {
    packet.withSpan { bytes in
      guard let units else { return H264Units(bytes) }
      var head: [UInt8] = []
      for unit in units where !unit.isEmpty {
        head += AVCRecord.startCode
        let first = bytes[unit.lowerBound]
        let isSlice = (1...5).contains(first & 0x1f)
        // Of a slice its kind is enough.
        for place in isSlice ? unit.prefix(1) : unit { head.append(bytes[place]) }
        if isSlice { break }
      }
      return H264Units(head)
    }
  }

  /// The units, each behind a start code; nil when there is no memory.
  func annexB() -> FrameBuffer? {
    guard let units else { return packet }
    let startCode = AVCRecord.startCode
    let byteCount = units.reduce(0) { $0 + startCode.count + $1.count }
    // Unsafe: both memories are lent for the call only, and the ranges lie in the packet.
    return unsafe FramePool(byteCount: byteCount, capacity: 1).make { slot in
      unsafe packet.withUnsafeBytes { bytes in
        var place = 0
        for unit in units {
          unsafe UnsafeMutableRawBufferPointer(rebasing: slot[place...]).copyBytes(from: startCode)
          place += startCode.count
          unsafe UnsafeMutableRawBufferPointer(rebasing: slot[place...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[unit]))
          place += unit.count
        }
      }
    }
  }
}

extension FrameBuffer {
  fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Unsafe: the span is lent for the call only, as the memory is.
    unsafe withUnsafeBytes { bytes in unsafe body(bytes.bindMemory(to: UInt8.self).span) }
  }
}
