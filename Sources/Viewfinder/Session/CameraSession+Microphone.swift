import MediaTypes
public import CaptureCore

/// The microphone of a session: a source of its own, which a flip never touches.
extension CameraSession {
  /// The sound: who wants it listens here; level, mute.
  public var microphone: MicrophoneFeed { microphones.feed }

  /// Takes a microphone, or none, from now on, also after a later `start`.
  ///
  /// It is opened at once, whether the session has started or not, and given back by `stop`. When it
  /// cannot be had, or is lost, the session goes on trying by itself: `state.microphone` tells.
  ///
  /// - Parameter choice: which one.
  /// - Throws: `CaptureError` when there is no sound yet: the microphone is not there, busy or not
  ///   permitted. The session still takes it as soon as it can.
  ///
  /// *Context*: any task; suspends until the first sound or failure, some seconds at most.
  public func selectMicrophone(_ choice: MicrophoneChoice) async throws(CaptureError) {
    microphoneChoice.withLock { $0 = choice }
    await microphones.choose(choice)
    if let error = await microphones.settled() { throw error }
  }

  /// Opens the chosen microphone before `start` does.
  package func openMicrophone() async { await startMicrophone() }

  /// Waits until the microphone that was chosen last gives sound, or has failed once.
  ///
  /// - Returns: why there is no sound; nil when there is, or none is wished.
  public func microphoneSettled() async -> CaptureError? { await microphones.settled() }

  func startMicrophone() async {
    let choice = microphoneChoice.withLock { $0 }
    guard choice != .none, await microphones.state.choice != choice else { return }
    await microphones.choose(choice)
  }
}
