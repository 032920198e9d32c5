import MediaTypes

/// Decides when an encoder that cannot follow gets an easier life: first a step down in quality, then
/// another after it has had time to help; frames that find the queue full are dropped and counted by
/// the queue, which never grows.
struct OverloadPolicy: Hashable, Sendable {
  /// A queue filled to this part, for so long, or one dropped frame ...
  static let filled = 0.75
  static let patience = MediaTime.milliseconds(300)
  /// ... asks for a step; the next one not before this.
  static let settling = MediaTime.seconds(1)
  /// An encoder that had an easy queue for so long follows again.
  static let recovery = MediaTime.seconds(3)

  let bound: Int
  private var filledSince: MediaTime?
  private var steppedAt: MediaTime?
  private var troubledAt: MediaTime?
  /// Whether the encoder could not follow, and has not shown since that it can.
  private(set) var isBehind = false
  /// Whether there is nothing left to lower.
  var isExhausted = false

  init(bound: Int) {
    self.bound = bound
  }

  /// Takes what the queue looked like when a frame was taken from it.
  ///
  /// - Parameters:
  ///   - backlog: frames that wait.
  ///   - lost: frames that were dropped since the last call.
  /// - Returns: whether the quality should go down a step.
  mutating func note(backlog: Int, lost: Int, at now: MediaTime) -> Bool {
    let isFilled = Double(backlog) >= Self.filled * Double(bound)
    filledSince = isFilled ? filledSince ?? now : nil
    let isLate = filledSince.map { now - $0 >= Self.patience } ?? false
    judge(isTroubled: isFilled || lost > 0, isBehind: isLate || lost > 0, at: now)
    let isSettled = steppedAt.map { now - $0 >= Self.settling } ?? true
    guard !isExhausted, lost > 0 || isLate, isSettled else { return false }
    steppedAt = now
    return true
  }

  private mutating func judge(isTroubled: Bool, isBehind: Bool, at now: MediaTime) {
    if isTroubled { troubledAt = now }
    if isBehind {
      self.isBehind = true
    } else if let troubledAt, now - troubledAt >= Self.recovery {
      self.isBehind = false
    }
  }
}
