#if canImport(UIKit)
  import AVFoundation
  import Foundation
  import MediaTypes

  /// Tells when the system wants the camera to do less (`AVCaptureDevice.systemPressureState`).
  ///
  /// *Context*: any thread; what is told comes on the system's.
  final class PressureWatch: Sendable {
    private struct State {
      var answer: (@Sendable (PressureLevel) -> Void)?
      var observation: Observation?
    }

    private let state = Locked(State())

    /// Sendable unchecked: made once and only ended.
    private struct Observation: @unchecked Sendable { let value: NSKeyValueObservation }

    init(device: AVCaptureDevice) {
      let value = device.observe(\.systemPressureState, options: [.new]) { [weak self] _, change in
        guard let state = change.newValue else { return }
        self?.state.withLock { $0.answer }?(PressureLevel(state.level))
      }
      let observation = Observation(value: value)
      state.withLock { $0.observation = observation }
    }

    deinit { state.withLock { $0.observation }?.value.invalidate() }

    /// What is done about a level.
    var slowDown: (@Sendable (PressureLevel) -> Void)? {
      get { state.withLock { $0.answer } }
      set { state.withLock { $0.answer = newValue } }
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
