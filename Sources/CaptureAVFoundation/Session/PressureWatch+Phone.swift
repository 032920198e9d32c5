#if canImport(UIKit)
  import AVFoundation
  import Foundation
  import MediaTypes

  /// Tells when the system wants the camera to do less (`AVCaptureDevice.systemPressureState`).
  ///
  /// *Context*: any thread; what is told comes on the system's.
  final class PressureWatch: Sendable {
    private let answer = Locked<(@Sendable (PressureLevel) -> Void)?>(nil)
    private let observation = Locked<Observation?>(nil)

    /// Sendable unchecked: made once and only ended.
    private struct Observation: @unchecked Sendable { let value: NSKeyValueObservation }

    init(device: AVCaptureDevice) {
      let value = device.observe(\.systemPressureState, options: [.new]) { [weak self] _, change in
        guard let state = change.newValue else { return }
        self?.answer.withLock { $0 }?(PressureLevel(state.level))
      }
      let observation = Observation(value: value)
      self.observation.withLock { $0 = observation }
    }

    deinit { observation.withLock { $0 }?.value.invalidate() }

    /// What is done about a level.
    var slowDown: (@Sendable (PressureLevel) -> Void)? {
      get { answer.withLock { $0 } }
      set { answer.withLock { $0 = newValue } }
    }
  }

  extension PressureLevel {
    init(_ level: AVCaptureDevice.SystemPressureState.Level) {
      switch level {
      case .fair: self = .fair
      case .serious: self = .serious
      case .critical: self = .critical
      case .shutdown: self = .shutdown
      default: self = .nominal
      }
    }
  }
#endif
