import CVideo4Linux
import CaptureCore
import MediaTypes

/// Judges each buffer that the driver gives back, and keeps count and time over them.
///
/// Pure: what the driver says and what the clocks show go in, a verdict comes out.
struct FrameCheck: Sendable {
  /// What becomes of a buffer.
  enum Verdict: Hashable, Sendable {
    /// A picture, with its number and time.
    case picture(number: UInt64, time: MediaTime)
    /// No picture, for this reason.
    case dropped(FrameDropReason)
  }

  private let layout: DriverLayout
  private var sequence = SequenceCount()
  private var clock = FrameClock()

  init(layout: DriverLayout) {
    self.layout = layout
  }

  /// Judges one buffer.
  ///
  /// - Parameters:
  ///   - buffer: as the driver described it.
  ///   - sizes: the bytes that there really are in each of the frame's buffers.
  ///   - readings: the clocks, taken just after it was dequeued.
  /// - Returns: how many frames were lost before it, and what becomes of it.
  mutating func judge(
    _ buffer: DequeuedBuffer, sizes: some Collection<Int>, _ readings: FrameClock.Readings
  ) -> (lost: Int, verdict: Verdict) {
    let (number, lost) = sequence.next(buffer.sequence)
    if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return (lost, .dropped(.corrupt)) }
    guard holdsPicture(buffer, sizes) else { return (lost, .dropped(.malformed)) }
    switch clock.judge(buffer.timestamp, readings) {
    case .backwards: return (lost, .dropped(.badTime))
    case .time(let time): return (lost, .picture(number: number, time: time))
    }
  }

  /// The driver's count starts anew.
  mutating func restart() { sequence.restart() }

  private func holdsPicture(_ buffer: DequeuedBuffer, _ sizes: some Collection<Int>) -> Bool {
    guard buffer.planeCount == sizes.count else { return false }
    for (index, size) in sizes.enumerated() {
      let plane = buffer.planes[index]
      let needed = layout.planes.isEmpty ? 1 : layout.byteCount(ofMemory: index)
      guard plane.bytesUsed <= size, plane.bytesUsed - plane.offset >= needed else { return false }
    }
    return true
  }
}
