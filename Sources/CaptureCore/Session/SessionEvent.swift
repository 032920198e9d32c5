import MediaTypes

extension SessionStateMachine {
  /// What happens to a session.
  enum Event: Hashable {
    case start(CommandID)
    case stop(CommandID)
    /// `overlap` is how long the old camera goes on after the flip, where both can stream at once.
    case flip(CommandID, overlap: MediaTime = .zero)
    case select(CommandID, CameraChoice, overlap: MediaTime = .zero)
    /// Open the shown camera again in this mode; nil for the mode that the wish leads to.
    case reopen(CommandID, CameraFormat?)
    /// A back end's new list.
    case devices(DeviceList, backend: String)
    case opened(StreamID, CameraFormat)
    case started(StreamID)
    case firstFrame(StreamID, FirstFrame)
    /// It could not be opened or started, or it is over.
    case failed(StreamID, CaptureError)
    case closed(StreamID)
    /// A stream's timer; `quiet` is the time since its last frame.
    case deadline(StreamID, quiet: MediaTime)
    case searchOver
    case retryDue
  }

  /// The first frame of a stream that was captured after its start.
  struct FirstFrame: Hashable {
    /// When it was captured.
    let time: MediaTime
    /// When the last frame was captured of the stream that was current until then.
    let lastShown: MediaTime?
  }

  /// What a session does about it, in order.
  enum Action: Hashable {
    case watchDevices
    case unwatchDevices
    /// Open a stream; ends in `opened` or `failed`, however late.
    case open(StreamID, CameraDevice, CameraFormat)
    /// The opening of a stream is wanted no more; it still ends in `opened` or `failed`.
    case giveUp(StreamID)
    /// Start an opened stream; ends in `started` or `failed`.
    case start(StreamID)
    /// Give an opened stream back, whatever it is doing; ends in `closed`.
    case close(StreamID)
    case makeCurrent(StreamID?)
    /// Arm a timer, in place of what it was armed for.
    case arm(Timer, after: MediaTime)
    case disarm(Timer)
    case tell(CaptureEngineEvent)
    case answer(CommandID, Answer)
  }

  /// A stream has one timer, which means what its step says; the session has two more.
  enum Timer: Hashable {
    case stream(StreamID)
    case search
    case retry
  }

  /// The one answer that each command gets.
  enum Answer: Hashable {
    case done
    case flip(FlipReport)
    case refused(CaptureError)
  }
}
