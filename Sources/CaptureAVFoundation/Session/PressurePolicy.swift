import MediaTypes

/// How hard the system says that the camera is on it: heat and power.
enum PressureLevel: Hashable, Sendable {
  case nominal, fair, serious, critical
  /// The system stops the session by itself.
  case shutdown

  /// The rate that is still right for what was wished.
  func rate(below wished: FrameRate?) -> FrameRate? {
    let limit: FrameRate? =
      switch self {
      case .nominal, .fair: nil
      case .serious: FrameRate(20)
      case .critical, .shutdown: FrameRate(15)
      }
    guard let limit else { return wished }
    return wished.map { min($0, limit) } ?? limit
  }
}
