import CaptureCore

@testable import CaptureCore

/// The words of `Documentation/States.md` for what a session does.
extension SessionStateMachine {
  /// The state; of an opening, what it is for.
  var word: String {
    switch state {
    case .idle: "idle"
    case .searching: "searching"
    case .running: "running"
    case .waiting: "waiting"
    case .stopping: "stopping"
    case .opening(let opening): opening.purpose.word
    }
  }

  /// Where a stream is in its life.
  func place(of stream: StreamID) -> String {
    if shownLive?.stream == stream { return "shown" }
    if case .opening(let opening) = state, opening.candidate.stream == stream {
      return opening.candidate.step.word
    }
    if let leaving = departures.first(where: { $0.stream == stream }) {
      return leaving.step.leavingWord
    }
    if let late = overdue.first(where: { $0.stream == stream }) { return late.step.overdueWord }
    return "gone"
  }

  /// Every stream that the machine knows.
  var streams: [StreamID] {
    var streams = (departures + overdue).map(\.stream)
    if let shown = shownLive { streams.append(shown.stream) }
    if case .opening(let opening) = state { streams.append(opening.candidate.stream) }
    return streams
  }
}

extension SessionStateMachine.Purpose {
  var word: String {
    switch self {
    case .start: "start"
    case .flip: "flip"
    case .rollBack: "rollBack"
    case .restart: "restart"
    case .replace: "replace"
    }
  }
}

// Written out: an enumeration's name by reflection is slow for a million of them.
extension SessionStateMachine.Departure.Step {
  fileprivate var leavingWord: String {
    switch self {
    case .opening: "leaving/opening"
    case .lingering: "leaving/lingering"
    case .closing: "leaving/closing"
    }
  }

  fileprivate var overdueWord: String {
    switch self {
    case .opening: "overdue/opening"
    case .lingering: "overdue/lingering"
    case .closing: "overdue/closing"
    }
  }
}

extension SessionStateMachine.Candidate.Step {
  var word: String {
    switch self {
    case .resting: "resting"
    case .blocked: "blocked"
    case .opening: "opening"
    case .starting: "starting"
    case .awaitingFrame: "awaitingFrame"
    }
  }
}

extension ModelSystem.Move {
  /// What happens.
  var word: String {
    switch self {
    case .call(let command):
      switch command {
      case .start: "start"
      case .stop: "stop"
      case .flip: "flip"
      case .select: "select"
      case .reopen: "reopen"
      }
    case .event(let event):
      switch event {
      case .start: "start"
      case .stop: "stop"
      case .flip: "flip"
      case .select: "select"
      case .reopen: "reopen"
      case .devices: "list"
      case .opened: "opened"
      case .started: "started"
      case .firstFrame: "firstFrame"
      case .failed: "failed"
      case .closed: "closed"
      case .deadline: "deadline"
      case .searchOver: "searchOver"
      case .retryDue: "retryDue"
      }
    }
  }

  /// The stream that it is about; nil for what is about the session.
  var stream: StreamID? {
    guard case .event(let event) = self else { return nil }
    return switch event {
    case .opened(let stream, _), .started(let stream), .firstFrame(let stream, _),
      .failed(let stream, _), .closed(let stream), .deadline(let stream, _):
      stream
    default: nil
    }
  }
}
