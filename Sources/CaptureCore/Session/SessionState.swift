import MediaTypes

/// One call of `start`, `stop`, `flip` or `select`, which waits for its answer.
struct CommandID: Hashable {
  let rawValue: UInt64
}

extension SessionStateMachine {
  /// What the session is about; drawn in the machine's comment.
  enum State: Hashable {
    case idle
    case searching(Search)
    case opening(Opening)
    case running(Running)
    case waiting(Waiting)
    case stopping(Stopping)

    /// The timer that belongs to the state and ends with it.
    var timer: Timer? {
      switch self {
      case .searching: .search
      case .waiting(let waiting): waiting.hasEnded ? nil : .retry
      case .idle, .opening, .running, .stopping: nil
      }
    }
  }

  /// `start` looks for a camera.
  struct Search: Hashable {
    var starters: [CommandID]
    /// The back ends that have not sent a list yet.
    var silent: Set<String>
  }

  /// One camera is on its way to the screen.
  struct Opening: Hashable {
    var candidate: Candidate
    var shown: Shown
    var purpose: Purpose
  }

  /// One camera is on the screen and nothing else is asked for.
  struct Running: Hashable {
    var stream: StreamID
    var device: CameraDevice
    /// How often it was started again without having run well since.
    var restarts = 0
  }

  /// No camera will do: a new one, or a timer, leads on; or a movie has ended, and nothing does but a wish.
  struct Waiting: Hashable {
    var shown: Shown
    /// The roads that were tried, or need not be; any other that is listed is tried at once.
    var known: Set<CameraRoad.ID>
    var round: Int
    var hasEnded = false
  }

  /// Everything is being given back.
  struct Stopping: Hashable {
    var stoppers: [CommandID]
    /// Those who want to start again as soon as it is done.
    var starters: [CommandID] = []
  }

  /// A camera on its way, from the decision to its first frame.
  struct Candidate: Hashable {
    enum Step: Hashable {
      /// Waits for its back-off to pass.
      case resting
      /// Waits for other cameras to be given back.
      case blocked
      case opening
      case starting(CameraFormat)
      case awaitingFrame(CameraFormat)
    }

    var stream: StreamID
    var device: CameraDevice
    var step: Step
  }

  /// Why a camera is being opened, which decides what its success or failure means.
  enum Purpose: Hashable {
    /// `start` waits for it.
    case start([CommandID], failures: Failures)
    /// The wish of a flip.
    case flip(Flip)
    /// The flip failed for this reason; back to the camera before.
    case rollBack(Flip, CaptureError)
    /// The shown camera stalled or failed; this is restart number `count`.
    case restart(count: Int)
    /// The shown camera is lost; another one, or the same one come back.
    case replace(failures: Failures, round: Int)
  }

  /// What is on the screen while another camera is opened.
  enum Shown: Hashable {
    case nothing
    /// The last frame of a stream that has been given back.
    case held(StreamID, CameraDevice)
    /// A running stream.
    case live(StreamID, CameraDevice)

    var stream: StreamID? {
      switch self {
      case .nothing: nil
      case .held(let stream, _), .live(let stream, _): stream
      }
    }

    var device: CameraDevice? {
      switch self {
      case .nothing: nil
      case .held(_, let device), .live(_, let device): device
      }
    }
  }

  /// A flip under way and those who wait for its report.
  struct Flip: Hashable {
    let id: FlipID
    var askers: [CommandID]
    let from: CameraID?
    let to: CameraID
    let askedAt: MediaTime
    /// How long the old camera goes on after it.
    let overlap: MediaTime
  }

  /// The mode in which a camera is opened until a flip or `reopen` says otherwise.
  struct Mode: Hashable {
    let camera: CameraID
    let format: CameraFormat
  }

  /// A stream that is wanted no more and has not been given back yet.
  struct Departure: Hashable {
    enum Step: Hashable {
      /// The back end has yet to say whether it opened; if so it is closed at once.
      case opening
      /// It still streams, for the picture of the old camera during a turn.
      case lingering
      case closing
    }

    let stream: StreamID
    let device: CameraDevice
    var step: Step
  }

  /// The roads to cameras that were tried in one round, in order, and why the first camera did not
  /// come: in the words of the back end that talks to the device itself, if that was tried too.
  struct Failures: Hashable {
    private(set) var roads: [CameraRoad.ID] = []
    private(set) var first: CaptureError?
    private var firstCamera: CameraID?
    private var triedOthers = false

    /// A back end that talks to the device itself knows when it is gone; for any other back end only
    /// its own road has ended.
    mutating func add(_ device: CameraDevice, _ error: CaptureError) {
      let isTrulyGone = error.code == .unplugged && device.road.isDirect
      roads += isTrulyGone ? device.roads.map(\.id) : [device.road.id]
      if let firstCamera, device.id != firstCamera { triedOthers = true }
      if first == nil || (device.road.isDirect && device.id == firstCamera) {
        (first, firstCamera) = (error, device.id)
      }
    }

    func contains(_ road: CameraRoad.ID) -> Bool { roads.contains(road) }

    /// Why none came: what the first camera said, and that others were tried, which took its time.
    var reason: CaptureError? {
      guard let first, triedOthers else { return first }
      return CaptureError(
        first.code, "\(first.message) No other camera gave a picture either.",
        remedy: first.remedy, systemError: first.systemError)
    }
  }
}
