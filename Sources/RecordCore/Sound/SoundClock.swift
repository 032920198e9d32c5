/// Finds out, from the jittered times of its buffers, when a microphone takes each sample and how fast
/// its clock really runs.
///
/// A delay-locked loop of second order: F. Adriaensen, "Using a DLL to filter time" (2005). Its
/// bandwidth begins wide, to find the phase, and narrows like 1/t to `bandwidth`, so that jitter is
/// averaged over seconds while a steady drift leaves no error.
struct SoundClock: Hashable, Sendable {
  /// What a buffer's time says.
  enum Verdict: Hashable, Sendable {
    /// It follows the one before.
    case follows
    /// Sound was lost, or came twice: the time is off by more than jitter explains.
    case jump
  }

  /// Of the loop in the end, in hertz.
  static let bandwidth = 0.03
  /// An error of more than this, in seconds, is a jump at once ...
  static let jump = 0.04
  /// ... and one of more than this when it has lasted for `patience` seconds and buffers: jitter is not
  /// on one side for as long.
  static let step = 0.004
  static let patience = (seconds: 0.1, buffers: 12)
  /// No microphone's clock is farther off than this.
  static let largestDrift = 0.002

  let sampleRate: Double
  /// When the next sample is taken, in seconds.
  private(set) var next: Double
  /// How much longer a sample takes than it should, as a part of its length.
  private(set) var drift = 0.0
  private var age = 0.0
  /// How long errors beyond `step` have had one sign.
  private var offFor = 0.0
  private var offCount = 0
  private var offSign = 0.0

  init(sampleRate: Double, start: Double) {
    self.sampleRate = sampleRate
    next = start
  }

  /// Seconds from one sample to the next.
  var period: Double { (1 + drift) / sampleRate }

  /// Takes a buffer that follows the one before.
  ///
  /// - Parameters:
  ///   - time: of its first sample by its own account, in seconds.
  ///   - count: its samples.
  mutating func take(time: Double, count: Int) -> Verdict {
    let length = Double(count) / sampleRate
    let error = time - next
    if abs(error) > Self.jump || lasts(error, length) { return .jump }
    // 8 / (2 pi age): as wide as a least squares fit over the time so far would be.
    let hertz = max(Self.bandwidth, 0.6 / (age + length))
    let omega = min(2 * Double.pi * hertz * length, 0.7)
    next += 2.0.squareRoot() * omega * error + length * (1 + drift)
    drift += omega * omega * error / length
    drift = max(-Self.largestDrift, min(Self.largestDrift, drift))
    age += length
    return .follows
  }

  private mutating func lasts(_ error: Double, _ length: Double) -> Bool {
    let sign = error > Self.step ? 1.0 : error < -Self.step ? -1.0 : 0
    let goesOn = sign != 0 && sign == offSign
    offFor = goesOn ? offFor + length : 0
    offCount = goesOn ? offCount + 1 : 0
    offSign = sign
    return offFor > Self.patience.seconds && offCount >= Self.patience.buffers
  }
}
