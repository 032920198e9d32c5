import MediaTypes

// MARK: - Candidates

extension SessionStateMachine {
  /// Makes a camera the candidate and opens it as soon as it may be.
  ///
  /// - Parameter rest: a pause to keep first.
  mutating func bringUp(
    _ device: CameraDevice, shown: Shown, for purpose: Purpose, after rest: MediaTime? = nil
  ) {
    let candidate = Candidate(
      stream: makeStreamID(), device: device, step: rest == nil ? .blocked : .resting)
    state = .opening(
      Opening(candidate: candidate, shown: makeRoom(for: device, shown), purpose: purpose))
    if let rest {
      emit(.arm(.stream(candidate.stream), after: rest))
    } else {
      openIfFree()
    }
  }

  /// Gives the shown camera back, unless both can stream at once.
  private mutating func makeRoom(for device: CameraDevice, _ shown: Shown) -> Shown {
    guard case .live(let stream, let old) = shown, !Self.canOpen(device, beside: old) else {
      return shown
    }
    close(stream, old)
    return .held(stream, old)
  }

  /// Opens the candidate if it waits for nothing but room, and there is room.
  mutating func openIfFree() {
    guard case .opening(var opening) = state, opening.candidate.step == .blocked else { return }
    let device = opening.candidate.device
    endLingering { !Self.canOpen(device, beside: $0) }
    guard departures.allSatisfy({ Self.canOpen(device, beside: $0.device) }) else { return }
    opening.candidate.step = .opening
    state = .opening(opening)
    let stream = opening.candidate.stream
    tell(.opening(device))
    emit(.open(stream, device, format(for: device)))
    emit(.arm(.stream(stream), after: settings.openTimeout))
  }

  private static func canOpen(_ device: CameraDevice, beside other: CameraDevice) -> Bool {
    !device.isSame(as: other) && device.canStream(beside: other)
  }

  /// The mode to ask for; the back end refuses one that it does not have.
  private func format(for device: CameraDevice) -> CameraFormat {
    let isOffered = { (format: CameraFormat) in
      device.formats.isEmpty || device.formats.contains(format)
    }
    if let mode, mode.camera == device.id, isOffered(mode.format) { return mode.format }
    return FormatChoice.best(of: device.formats, for: settings.wish) ?? device.formats.first
      ?? CameraFormat(
        pixelFormat: .nv12, size: settings.wish.size, rate: settings.wish.rate)
  }

  mutating func candidateEvent(_ event: Event, _ opening: Opening) {
    let stream = opening.candidate.stream
    switch (opening.candidate.step, event) {
    case (.resting, .deadline): advance(opening, to: .blocked)
    case (.opening, .opened(_, let format)):
      advance(opening, to: .starting(format))
      emit(.start(stream))
    case (.starting(let format), .started):
      advance(opening, to: .awaitingFrame(format))
      emit(.arm(.stream(stream), after: settings.firstFrameTimeout))
    case (.starting(let format), .firstFrame(_, let first)),
      (.awaitingFrame(let format), .firstFrame(_, let first)):
      arrived(opening, first, format)
    case (.opening, .failed(_, let error)):
      emit(.disarm(.stream(stream)))
      failed(opening, error)
    case (.starting, .failed(_, let error)), (.awaitingFrame, .failed(_, let error)):
      abandon(opening.candidate)
      failed(opening, error)
    case (.opening, .deadline), (.starting, .deadline), (.awaitingFrame, .deadline):
      abandon(opening.candidate)
      failed(opening, tooLate(opening.candidate))
    default: break  // Of an earlier step; nothing that it could change is left.
    }
  }

  private mutating func advance(_ opening: Opening, to step: Candidate.Step) {
    var opening = opening
    opening.candidate.step = step
    state = .opening(opening)
    openIfFree()
  }

  private func tooLate(_ candidate: Candidate) -> CaptureError {
    let name = candidate.device.name
    if case .awaitingFrame = candidate.step {
      let seconds = settings.firstFrameTimeout.seconds
      return CaptureError(
        .noFrames, "\(name) started but sent no picture within \(seconds) s.",
        remedy: "Check its cable, shutter or privacy switch, or choose another camera.")
    }
    return CaptureError(
      .startFailed, "\(name) did not start within \(settings.openTimeout.seconds) s.",
      remedy: "Unplug it and plug it in again, or choose another camera.")
  }
}

// MARK: - Shown streams

extension SessionStateMachine {
  mutating func shownEvent(_ event: Event, of stream: StreamID) {
    switch event {
    case .deadline(_, let quiet) where quiet < settings.stallTimeout:
      if case .running(var running) = state {
        running.restarts = 0
        state = .running(running)
      }
      emit(.arm(.stream(stream), after: settings.stallTimeout - quiet))
    case .deadline:
      lost(
        CaptureError(
          .noFrames, "The camera has sent no picture for \(settings.stallTimeout.seconds) s.",
          remedy: "Check its cable, or choose another camera."))
    case .failed(_, let error): lost(error)
    default: break  // `started` may come after the first frame.
    }
  }

  /// The shown stream gives no more pictures.
  private mutating func lost(_ error: CaptureError) {
    switch state {
    case .running(let running):
      close(running.stream, running.device)
      let shown = Shown.held(running.stream, running.device)
      restart(running.device, shown: shown, count: running.restarts + 1, after: error)
    case .opening(var opening):
      // A flip is under way already; only if it fails is the loss of any account.
      guard case .live(let stream, let device) = opening.shown else { return }
      close(stream, device)
      opening.shown = .held(stream, device)
      state = .opening(opening)
    case .idle, .searching, .waiting, .stopping: break
    }
  }
}

// MARK: - Departures

extension SessionStateMachine {
  /// Gives a stream back that has been opened.
  mutating func close(_ stream: StreamID, _ device: CameraDevice) {
    depart(Departure(stream: stream, device: device, step: .closing))
    emit(.close(stream))
  }

  /// Gives the camera before the shown one back, when its picture cannot be seen any more.
  mutating func retire(
    _ stream: StreamID, _ device: CameraDevice, after overlap: MediaTime
  ) {
    guard overlap > .zero else { return close(stream, device) }
    departures.append(Departure(stream: stream, device: device, step: .lingering))
    emit(.arm(.stream(stream), after: overlap))
  }

  /// Gives lingering cameras back now, those that something waits for.
  mutating func endLingering(where isInTheWay: (CameraDevice) -> Bool) {
    for index in departures.indices
    where departures[index].step == .lingering && isInTheWay(departures[index].device) {
      endLingering(at: index)
    }
  }

  private mutating func endLingering(at index: Int) {
    departures[index].step = .closing
    emit(.close(departures[index].stream))
    emit(.arm(.stream(departures[index].stream), after: settings.releaseTimeout))
  }

  /// Gives a candidate back at whichever step it is.
  mutating func abandon(_ candidate: Candidate) {
    switch candidate.step {
    case .resting: emit(.disarm(.stream(candidate.stream)))
    case .blocked: break
    case .opening:
      emit(.giveUp(candidate.stream))
      depart(Departure(stream: candidate.stream, device: candidate.device, step: .opening))
    case .starting, .awaitingFrame: close(candidate.stream, candidate.device)
    }
  }

  private mutating func depart(_ departure: Departure) {
    departures.append(departure)
    emit(.arm(.stream(departure.stream), after: settings.releaseTimeout))
  }

  mutating func departureEvent(_ event: Event, of stream: StreamID) {
    if let index = departures.firstIndex(where: { $0.stream == stream }) {
      if departures[index].step == .lingering { return lingeringEvent(event, at: index) }
      let departure = departures.remove(at: index)
      if case .deadline = event {
        overdue.append(departure)
      } else if let rest = advance(departure, event) {
        departures.insert(rest, at: index)
      } else {
        emit(.disarm(.stream(stream)))
      }
      openIfFree()
      finishStopping()
    } else if let index = overdue.firstIndex(where: { $0.stream == stream }) {
      let departure = overdue.remove(at: index)
      if let rest = advance(departure, event) { overdue.insert(rest, at: index) }
    } else if case .opened = event {
      emit(.close(stream))  // Nobody's; it cannot be, but a camera must not leak.
    }
  }

  private mutating func lingeringEvent(_ event: Event, at index: Int) {
    switch event {
    case .deadline, .failed: endLingering(at: index)
    default: break
    }
  }

  /// What is left of a departure after an event; nil when the stream is gone.
  private mutating func advance(_ departure: Departure, _ event: Event) -> Departure? {
    switch (departure.step, event) {
    case (.opening, .opened):
      emit(.close(departure.stream))
      return Departure(stream: departure.stream, device: departure.device, step: .closing)
    case (.opening, .failed), (.closing, .closed): return nil
    default: return departure
    }
  }
}
