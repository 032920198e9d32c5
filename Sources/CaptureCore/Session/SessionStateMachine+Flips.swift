import MediaTypes

extension SessionStateMachine {
  /// Takes the wish for a camera, in any state in which there has been a picture.
  mutating func flip(_ command: CommandID, to target: CameraDevice, _ overlap: MediaTime) {
    if joins(command, target.id) { return }
    if mode?.camera != target.id { mode = nil }
    switch state {
    case .running(let running):
      let shown = Shown.live(running.stream, running.device)
      begin(command, to: target, overlap, shown: shown, candidate: nil)
    case .waiting(let waiting):
      begin(command, to: target, overlap, shown: waiting.shown, candidate: nil)
    case .opening(let opening):
      supersede(opening.purpose)
      let isOnItsWay = opening.candidate.device.id == target.id
      if !isOnItsWay { abandon(opening.candidate) }
      begin(
        command, to: target, overlap, shown: opening.shown,
        candidate: isOnItsWay ? opening.candidate : nil)
    case .idle, .searching, .stopping: break
    }
  }

  /// Adds a command to the flip under way if it wishes for the same camera.
  private mutating func joins(_ command: CommandID, _ target: CameraID) -> Bool {
    guard case .opening(var opening) = state, case .flip(var flip) = opening.purpose,
      flip.to == target
    else { return false }
    flip.askers.append(command)
    opening.purpose = .flip(flip)
    state = .opening(opening)
    return true
  }

  /// A later wish takes the place of what is under way.
  private mutating func supersede(_ purpose: Purpose) {
    switch purpose {
    case .flip(let flip): end(flip, .superseded)
    case .rollBack(let flip, let reason): end(flip, .rolledBack(reason))
    case .start, .restart, .replace: break
    }
  }

  /// Begins a flip.
  ///
  /// - Parameter candidate: the target, where it is on its way already for another purpose.
  private mutating func begin(
    _ command: CommandID, to target: CameraDevice, _ overlap: MediaTime, shown: Shown,
    candidate: Candidate?
  ) {
    let flip = Flip(
      id: makeFlipID(), askers: [command], from: shown.device?.id, to: target.id, askedAt: now,
      overlap: overlap)
    tell(.flipBegan(flip.id, from: shown.stream, to: target, at: now))
    if let candidate {
      state = .opening(Opening(candidate: candidate, shown: shown, purpose: .flip(flip)))
    } else if case .live(let stream, let device) = shown, device.id == target.id {
      state = .running(Running(stream: stream, device: device))
      end(flip, .done)
    } else {
      bringUp(target, shown: shown, for: .flip(flip))
    }
  }

  /// Opens the shown camera again in another mode: a flip from a camera to itself. Meanwhile the last
  /// picture stays, and a mode that the camera does not do ends in its usual one.
  mutating func reopen(_ command: CommandID, _ format: CameraFormat?) {
    guard case .running(let running) = state else {
      // A later wish has taken over; at least nothing is opened in that mode any more.
      mode = nil
      if format == nil { return answer([command], .done) }
      return refuse(
        [command], .invalidRequest, "The camera shows no picture at the moment.",
        remedy: "Try again when it does.")
    }
    let device = running.device
    let isChanged = format != nil || mode?.camera == device.id
    mode = format.map { Mode(camera: device.id, format: $0) }
    guard isChanged else { return answer([command], .done) }
    let flip = Flip(
      id: makeFlipID(), askers: [command], from: device.id, to: device.id, askedAt: now,
      overlap: .zero)
    tell(.flipBegan(flip.id, from: running.stream, to: device, at: now))
    bringUp(device, shown: .live(running.stream, device), for: .flip(flip))
  }

  mutating func flipFailed(_ flip: Flip, _ opening: Opening, _ error: CaptureError) {
    switch opening.shown {
    case .live(let stream, let device):
      state = .running(Running(stream: stream, device: device))
      end(flip, .rolledBack(error))
    case .held(_, let old) where old.id != flip.to && directory[old.id] != nil:
      let back = directory[old.id]?.by { $0 == old.road.id } ?? directory[old.id] ?? old
      bringUp(back, shown: opening.shown, for: .rollBack(flip, error))
    case .held(_, let same) where mode?.camera == same.id:
      // The camera does not do the mode of a photo; back to its usual one.
      mode = nil
      bringUp(same, shown: opening.shown, for: .rollBack(flip, error))
    case .held, .nothing:
      end(flip, .failed(error))
      interrupt(opening, error, after: Failures())
    }
  }

  mutating func rollBackFailed(
    _ flip: Flip, _ opening: Opening, _ reason: CaptureError, _ error: CaptureError
  ) {
    let both = CaptureError(
      reason.code, "\(reason.message) The camera before could not be had back: \(error.message)",
      remedy: reason.remedy, systemError: reason.systemError)
    end(flip, .failed(both))
    var failures = Failures()
    if let tried = directory[flip.to] { failures.add(tried, reason) }
    interrupt(opening, error, after: failures)
  }

  /// Ends a flip, once and for all.
  mutating func end(
    _ flip: Flip, _ outcome: FlipReport.Outcome, lastOldFrame: MediaTime? = nil,
    firstNewFrame: MediaTime? = nil
  ) {
    let report = FlipReport(
      id: flip.id, from: flip.from, to: flip.to, outcome: outcome, askedAt: flip.askedAt,
      lastOldFrame: lastOldFrame, firstNewFrame: firstNewFrame)
    tell(.flipEnded(report))
    answer(flip.askers, .flip(report))
  }
}
