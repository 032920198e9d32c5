/// What a window shows of a recording: a plain value.
public struct RecordingState: Hashable, Sendable {
  /// What goes on.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing is recorded.
    case off
    /// The microphone and the file are being opened.
    case starting
    /// The movie grows.
    case recording
    /// It was stopped, and the file is being made whole.
    case finishing
  }

  /// What goes on.
  public var phase: Phase
  /// Whole seconds of the movie so far.
  public var seconds: Int

  /// Makes a state.
  public init(_ phase: Phase = .off, seconds: Int = 0) {
    self.phase = phase
    self.seconds = seconds
  }

  /// Nothing is recorded.
  public static let off = RecordingState()

  /// `0:07`, `1:02:03`; nil while nothing is recorded.
  public var clock: String? {
    guard phase != .off else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = "\(hours > 0 ? two(minutes) : "\(minutes)"):\(two(seconds % 60))"
    return hours > 0 ? "\(hours):\(rest)" : rest
  }
}
