/// Finds the frames that a driver lost, from gaps in its count.
///
/// The count comes out as 64 bits that go on over wraps and restarts of the driver's own.
struct SequenceCount: Sendable {
  private var last: UInt32?
  private var total: UInt64 = 0

  /// Takes the count of a frame.
  ///
  /// - Returns: the frame's number, and how many were lost before it. A count that goes back or jumps
  ///   by more than `largestGap` is a driver that starts anew, and no loss.
  mutating func next(_ sequence: UInt32) -> (number: UInt64, lost: Int) {
    defer { last = sequence }
    guard let last else { return (total, 0) }
    let step = sequence &- last
    let lost = (1...Self.largestGap).contains(step) ? step - 1 : 0
    total += UInt64(lost) + 1
    return (total, Int(lost))
  }

  /// The driver's count starts anew, as after `VIDIOC_STREAMON`.
  mutating func restart() {
    guard last != nil else { return }
    last = nil
    total += 1
  }

  private static let largestGap: UInt32 = 1 << 16
}
