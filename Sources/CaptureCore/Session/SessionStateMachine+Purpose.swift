import MediaTypes

// MARK: - The end of an opening

extension SessionStateMachine {
  /// The candidate's first frame is there.
  mutating func arrived(_ opening: Opening, _ first: FirstFrame, _ format: CameraFormat) {
    let (stream, device) = (opening.candidate.stream, opening.candidate.device)
    choice = .id(device.id)
    emit(.arm(.stream(stream), after: settings.stallTimeout))
    emit(.makeCurrent(stream))
    tell(.started(stream, device, format))
    var running = Running(stream: stream, device: device)
    var overlap = MediaTime.zero
    switch opening.purpose {
    case .start(let starters, _): answer(starters, .done)
    case .flip(let flip):
      overlap = flip.overlap
      tell(.flipFirstFrame(flip.id, stream, at: first.time))
      end(flip, .done, lastOldFrame: first.lastShown, firstNewFrame: first.time)
    case .rollBack(let flip, let reason):
      end(flip, .rolledBack(reason), lastOldFrame: first.lastShown)
    case .restart(let count): running.restarts = count
    case .replace: break
    }
    state = .running(running)
    // Last, so that who is told may still take the old picture.
    if case .live(let old, let oldDevice) = opening.shown { retire(old, oldDevice, after: overlap) }
  }

  /// The candidate did not come; it is given back or was never opened.
  mutating func failed(_ opening: Opening, _ error: CaptureError) {
    let device = opening.candidate.device
    switch opening.purpose {
    case .start(let starters, var failures):
      failures.add(device, error)
      startFailed(starters, failures, error)
    case .flip(let flip): flipFailed(flip, opening, error)
    case .rollBack(let flip, let reason): rollBackFailed(flip, opening, reason, error)
    case .restart(let count):
      restart(device, shown: opening.shown, count: count + 1, after: error)
    case .replace(var failures, let round):
      failures.add(device, error)
      replace(shown: opening.shown, failures: failures, round: round)
    }
  }

  private mutating func startFailed(
    _ starters: [CommandID], _ failures: Failures, _ error: CaptureError
  ) {
    if let next = device(for: choice, excluding: failures) {
      return bringUp(next, shown: .nothing, for: .start(starters, failures: failures))
    }
    answer(starters, .refused(failures.reason ?? error))
    wrapUp([])
  }
}

// MARK: - Going on after a loss

extension SessionStateMachine {
  /// Starts a camera again that stalled or failed while shown, unless it is gone or has had its turns. One
  /// that has come to its end stays as it is: only a wish leads on.
  mutating func restart(
    _ device: CameraDevice, shown: Shown, count: Int, after error: CaptureError
  ) {
    if error.code == .ended {
      tell(.interrupted(device, error))
      state = .waiting(Waiting(shown: shown, known: [], round: 0, hasEnded: true))
      return
    }
    let isOver = count > settings.restartLimit
    if !isOver, isGone(device, error), let other = otherRoad(to: device) {
      return bringUp(other, shown: shown, for: .restart(count: count))
    }
    if isOver || isGone(device, error) {
      tell(.interrupted(device, error))
      var failures = Failures()
      failures.add(device, error)
      return replace(shown: shown, failures: failures, round: 0)
    }
    let rest = settings.restartDelay.doubled(times: count - 1)
    bringUp(device, shown: shown, for: .restart(count: count), after: rest)
  }

  /// Whether the road to a camera has ended.
  private func isGone(_ device: CameraDevice, _ error: CaptureError) -> Bool {
    error.code == .unplugged || error.code == .serviceUnavailable || !isListed(device)
  }

  /// Another way to the same camera, where the way that is used ended and not the camera.
  private func otherRoad(to device: CameraDevice) -> CameraDevice? {
    device.road.isDirect ? nil : directory[device.id]?.by { $0 != device.road.id }
  }

  /// A flip has left nothing to show.
  mutating func interrupt(
    _ opening: Opening, _ error: CaptureError, after failures: Failures
  ) {
    if let lost = opening.shown.device { tell(.interrupted(lost, error)) }
    var failures = failures
    failures.add(opening.candidate.device, error)
    replace(shown: opening.shown, failures: failures, round: 0)
  }

  /// Opens the next camera that may take the place of the one that is lost, the chosen one first;
  /// waits when there is none.
  mutating func replace(shown: Shown, failures: Failures, round: Int) {
    if let next = device(for: .automatic, preferring: chosen, excluding: failures) {
      return bringUp(next, shown: shown, for: .replace(failures: failures, round: round))
    }
    let listed = directory.roads
    state = .waiting(Waiting(shown: shown, known: listed, round: round))
    emit(.arm(.retry, after: settings.retryDelay.doubled(times: round)))
  }

  mutating func retry() {
    guard case .waiting(let waiting) = state, !waiting.hasEnded else { return }
    replace(
      shown: waiting.shown, failures: Failures(), round: min(waiting.round + 1, Self.longestRound))
  }

  /// The round from which on the pause before the next one grows no more.
  private static let longestRound = 5

  private var chosen: CameraID? {
    if case .id(let id) = choice { return id }
    return nil
  }
}

extension MediaTime {
  /// Twice, four times ... as long.
  fileprivate func doubled(times: Int) -> MediaTime {
    (0..<max(times, 0)).reduce(self) { time, _ in time + time }
  }
}
