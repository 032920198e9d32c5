import CaptureCore
import MediaTypes
import SystemThreads

/// One opened microphone of ALSA's, with a thread of its own while it runs.
///
/// A stream that is let go of without `close` is closed all the same.
final class ALSAStream: MicrophoneStream {
  private enum State {
    case opened(RecordingDevice)
    case running(WorkerThread)
    case over
  }

  private let state: Locked<State>
  private let name: String
  private let clock: any MediaClock
  private let wakeUp: WakeUp
  let format: SoundFormat

  init(
    _ device: RecordingDevice, name: String, clock: any MediaClock
  ) throws(CaptureError) {
    guard let wakeUp = WakeUp() else { throw Fault.noThread }
    self.wakeUp = wakeUp
    self.name = name
    self.clock = clock
    format = device.format
    state = Locked(.opened(device))
  }

  deinit { wakeUp.signal() }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    try state.withLock { state throws(CaptureError) in
      switch state {
      case .opened(let device): state = .running(try run(device, handler))
      case .running: throw Fault.startedTwice
      case .over: throw Fault.closed
      }
    }
  }

  private func run(
    _ device: RecordingDevice, _ handler: @escaping MicrophoneHandler
  ) throws(CaptureError) -> WorkerThread {
    let thread = try? WorkerThread { [name, clock, wakeUp] in
      var loop = RecordingLoop(
        device, name: name, clock: clock, wakeUp: wakeUp, handler: handler)
      loop.run()
    }
    guard let thread else { throw Fault.noThread }
    return thread
  }

  // What has been stopped cannot be started again, so that the microphone need not be kept for it.
  func stop() async { await close() }

  func close() async {
    wakeUp.signal()
    let old = state.withLock { state in
      defer { if case .opened = state { state = .over } }
      return state
    }
    // Also the second call waits: the microphone is back only when the thread has ended.
    if case .running(let thread) = old { await thread.end() }
  }
}
