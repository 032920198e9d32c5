/// How loud one channel is, in decibels below full scale (dBFS): 0 is the loudest that a file holds,
/// `SoundLevel.floor` is silence.
///
/// Full scale is a sample of 1, for the mean too: a full-scale sine has an RMS of -3.01 dBFS
/// (ITU-T P.381 gives both conventions; the other one, AES17, would call it 0).
public struct SoundLevel: Hashable, Sendable {
  /// The largest sample of the latest 50 ms.
  public var peak: Float
  /// The root of the mean square of the latest 50 ms.
  public var rms: Float
  /// The largest peak of the last 1.5 s, then falling by 20 dB a second: for the mark of a meter.
  public var held: Float

  /// The lowest level told, for silence: what 16-bit sound cannot hold.
  public static let floor: Float = -96

  /// Silence.
  public static let silence = SoundLevel(peak: floor, rms: floor, held: floor)

  /// Makes a level from decibels.
  public init(peak: Float, rms: Float, held: Float) {
    self.peak = peak
    self.rms = rms
    self.held = held
  }

  /// A sample's size in decibels, not below `floor`.
  ///
  /// - Parameter amplitude: 1 is full scale; the sign does not matter; NaN counts as silence.
  public static func decibels(_ amplitude: Float) -> Float {
    let size = Double(amplitude.magnitude)
    guard size.isFinite, size > 0 else { return floor }
    return max(floor, Float(20 * log10(size)))
  }

  /// The decimal logarithm of a positive number, to about 1e-9: the standard library has none. By the
  /// exponent and the series of the inverse hyperbolic tangent for the significand
  /// (Abramowitz and Stegun 4.1.27).
  private static func log10(_ number: Double) -> Double {
    let z = (number.significand - 1) / (number.significand + 1)
    var (term, sum) = (z, 0.0)
    for divisor in stride(from: 1.0, through: 17, by: 2) {
      sum += term / divisor
      term *= z * z
    }
    return Double(number.exponent) * 0.301_029_995_663_981_2 + 2 * sum * 0.434_294_481_903_251_8
  }
}
