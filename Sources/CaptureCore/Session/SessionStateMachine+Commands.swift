import MediaTypes

extension SessionStateMachine {
  mutating func start(_ command: CommandID) {
    switch state {
    case .idle: search([command])
    case .searching(var search):
      search.starters.append(command)
      state = .searching(search)
    case .opening(var opening):
      guard case .start(let starters, let failures) = opening.purpose else {
        return answer([command], .done)
      }
      opening.purpose = .start(starters + [command], failures: failures)
      state = .opening(opening)
    case .waiting(let waiting) where waiting.hasEnded:
      replace(shown: waiting.shown, failures: Failures(), round: 0)
      answer([command], .done)
    case .running, .waiting: answer([command], .done)
    case .stopping(var stopping):
      stopping.starters.append(command)
      state = .stopping(stopping)
    }
  }

  mutating func stop(_ command: CommandID) {
    switch state {
    case .idle: answer([command], .done)
    case .stopping(var stopping):
      refuseStopped(stopping.starters)
      stopping.starters = []
      stopping.stoppers.append(command)
      state = .stopping(stopping)
    case .searching, .opening, .running, .waiting:
      endEverything()
      wrapUp([command])
    }
  }

  mutating func flip(_ command: CommandID, _ overlap: MediaTime) {
    guard canFlip else { return refuseFlip(command) }
    guard let target = directory.flipTarget(from: destination?.id) else {
      let error = CaptureError(
        .noSuchCamera, "There is no other camera to flip to.", remedy: "Connect a second camera.")
      return answer([command], .refused(error))
    }
    flip(command, to: target, overlap)
  }

  mutating func select(_ command: CommandID, _ choice: CameraChoice, _ overlap: MediaTime) {
    guard canFlip else { return refuseFlip(command) }
    guard let target = device(for: choice, preferring: destination?.id) else {
      return answer([command], .refused(nothingFits(choice)))
    }
    flip(command, to: target, overlap)
  }

  /// Whether there has been a picture, which is what a flip begins with.
  private var canFlip: Bool {
    switch state {
    case .running, .waiting: return true
    case .opening(let opening):
      if case .start = opening.purpose { return false }
      return true
    case .idle, .searching, .stopping: return false
    }
  }

  /// Where the session is or is going: the next flip is relative to this.
  private var destination: CameraDevice? {
    switch state {
    case .running(let running): running.device
    case .waiting(let waiting): waiting.shown.device
    case .opening(let opening): opening.candidate.device
    case .idle, .searching, .stopping: nil
    }
  }

  private mutating func refuseFlip(_ command: CommandID) {
    let doing =
      switch state {
      case .idle: "is not started"
      case .stopping: "is stopping"
      case .searching, .opening, .waiting, .running: "is still starting"
      }
    let error = CaptureError(
      .invalidRequest, "There is no picture to flip from: the session \(doing).",
      remedy: "Wait until start has returned.")
    answer([command], .refused(error))
  }
}

// MARK: - Stopping

extension SessionStateMachine {
  /// Ends what is under way and gives every camera back.
  private mutating func endEverything() {
    switch state {
    case .idle, .stopping, .waiting: break
    case .searching(let search): refuseStopped(search.starters)
    case .running(let running): close(running.stream, running.device)
    case .opening(let opening):
      abandon(opening.candidate)
      if case .live(let stream, let device) = opening.shown { close(stream, device) }
      endPurpose(opening.purpose)
    }
  }

  /// Whether or not it has come to its end, a stopped purpose ends now.
  private mutating func endPurpose(_ purpose: Purpose) {
    switch purpose {
    case .start(let starters, _): refuseStopped(starters)
    case .flip(let flip): end(flip, .failed(Self.stopped))
    case .rollBack(let flip, let reason): end(flip, .failed(reason))
    case .restart, .replace: break
    }
  }

  /// Waits until every camera is given back, and is idle then.
  mutating func wrapUp(_ stoppers: [CommandID]) {
    emit(.unwatchDevices)
    emit(.makeCurrent(nil))
    mode = nil
    state = .stopping(Stopping(stoppers: stoppers))
    endLingering { _ in true }
    finishStopping()
  }

  /// Becomes idle once nothing is left to wait for.
  mutating func finishStopping() {
    guard case .stopping(let stopping) = state, departures.isEmpty else { return }
    state = .idle
    tell(.stopped)
    answer(stopping.stoppers, .done)
    if !stopping.starters.isEmpty { search(stopping.starters) }
  }

  private mutating func refuseStopped(_ commands: [CommandID]) {
    answer(commands, .refused(Self.stopped))
  }

  private static var stopped: CaptureError {
    CaptureError(.stopped, "The session was stopped meanwhile.")
  }
}
