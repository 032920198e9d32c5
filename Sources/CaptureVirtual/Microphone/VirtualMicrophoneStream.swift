import CaptureCore
import MediaTypes

/// One opening of a virtual microphone.
///
/// States: opened → started → stopped → closed, as the port says; a fault ends a started stream.
final class VirtualMicrophoneStream: MicrophoneStream {
  private enum Phase {
    case opened
    case started
    case over
  }

  private struct State: Sendable {
    var phase = Phase.opened
    var schedule: ToneSchedule?
    var timer: (any MediaTimer)?
  }

  let microphone: VirtualMicrophone
  let format: SoundFormat
  private let backend: VirtualBackend
  private let outlet = SerialOutlet<MicrophoneStreamEvent>()
  private let state = Locked(State())

  init(_ microphone: VirtualMicrophone, format: SoundFormat, backend: VirtualBackend) {
    self.microphone = microphone
    self.format = format
    self.backend = backend
  }

  deinit { backend.release(microphone.id, of: ObjectIdentifier(self)) }

  func start(_ handler: @escaping MicrophoneHandler) async throws(CaptureError) {
    let mayStart = state.withLock { state in
      defer { state.phase = state.phase == .opened ? .started : state.phase }
      return state.phase == .opened
    }
    guard mayStart else {
      throw CaptureError(
        .invalidRequest, "The stream of \(microphone.name) was started before.",
        remedy: "Open the microphone again.")
    }
    let schedule = try backend.schedule(for: self)
    outlet.open(handler)
    if let schedule { begin(schedule) }
  }

  func stop() async {
    end()
    await outlet.close()
  }

  func close() async {
    await stop()
    backend.release(microphone.id, of: ObjectIdentifier(self))
  }

  /// Ends the stream as a fault of the microphone does.
  func fail(_ error: CaptureError) {
    end()
    outlet.send(.failed(error), isLast: true)
  }

  private func begin(_ schedule: ToneSchedule) {
    let timer = backend.clock.makeTimer(label: microphone.name) { [weak self] now in
      self?.tick(now)
    }
    state.withLock { state in
      guard state.phase == .started else { return }
      (state.schedule, state.timer) = (schedule, timer)
      timer.schedule(at: schedule.next)
    }
  }

  private func end() {
    let timer = state.withLock { state in
      defer { state = State(phase: .over) }
      return state.timer
    }
    timer?.cancel()
  }

  private func tick(_ now: MediaTime) {
    let due = state.withLock { state in
      let due = state.schedule?.advance(to: now)
      if let next = state.schedule?.next { state.timer?.schedule(at: next) }
      return due
    }
    guard let due else { return }
    if due.lost > .zero { outlet.send(.gap(due.lost)) }
    for block in due.blocks {
      let sound = AudioBuffer(
        samples: block.samples, channelCount: format.channelCount,
        sampleRate: format.sampleRate, presentationTime: block.time)
      if let sound { outlet.send(.sound(sound)) }
    }
  }
}
