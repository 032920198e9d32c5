public import Viewfinder

/// What the camera window shows: a pure value made from the session's state, without a toolkit.
public struct CameraScreen: Hashable, Sendable {
  /// What fills the window.
  public enum Content: Hashable, Sendable {
    /// The camera's picture.
    case picture
    /// Words that say why there is none and what to do.
    case page(Page)
  }

  /// One line of the camera menu.
  public struct CameraEntry: Hashable, Sendable, Identifiable {
    /// The camera.
    public var id: CameraID
    /// Its name, told apart from others of the same name; plain text from outside.
    public var title: String
  }

  /// What fills the window.
  public var content: Content
  /// The button that turns the view over to the other camera.
  public var flip: Button
  /// The button that begins and ends a movie.
  public var record: Button
  /// The button that takes a photo.
  public var photo: Button
  /// The button that turns the sound off and on.
  public var microphone: Button
  /// How long the movie is, as a clock; nil while nothing is recorded.
  public var clock: String?
  /// The camera menu, in the session's order.
  public var cameras: [CameraEntry]
  /// The camera in use; nil when there is none.
  public var selected: CameraID?

  /// The window's headline: what the camera in use is called; empty when there is none.
  public var title: String { cameras.first { $0.id == selected }?.title ?? "" }

  /// What a screen reader calls the picture.
  public var pictureDescription: String {
    title.isEmpty ? "The camera's picture" : "The picture of \(title)"
  }

  /// The screen for a state of the session.
  ///
  /// - Parameters:
  ///   - state: of the session.
  ///   - recording: of the movie.
  ///   - isMuted: whether silence is recorded in place of sound.
  ///
  /// *Context*: any thread; pure.
  public init(_ state: SessionState, recording: RecordingState = .off, isMuted: Bool = false) {
    content = Self.content(of: state)
    flip = Self.flipButton(of: state)
    record = Self.recordButton(of: state, recording)
    photo = Self.photoButton(of: state)
    microphone = Self.microphoneButton(isMuted: isMuted)
    clock = recording.clock
    cameras = Self.entries(of: state.cameras)
    selected = state.camera?.id
  }

  private static func content(of state: SessionState) -> Content {
    switch state.phase {
    case .running where state.problem?.code == .coverClosed:
      .page(Page(problem: state.problem ?? .unexplained, isWaiting: true))
    case .running, .flipping: .picture
    case .starting: .page(.starting(state.camera))
    case .idle: .page(state.problem.map { Page(problem: $0) } ?? .starting(state.camera))
    case .interrupted: .page(Page(problem: state.problem ?? .unexplained, isWaiting: true))
    case .failed: .page(Page(problem: state.problem ?? .unexplained))
    }
  }

  private static func flipButton(of state: SessionState) -> Button {
    if state.canFlip {
      return Button(isEnabled: true, hint: "Switch to the other camera (F)")
    }
    return Button(isEnabled: false, hint: state.flipHint ?? "No camera to switch to")
  }

  private static func entries(of cameras: [CameraDevice]) -> [CameraEntry] {
    var seen: [String: Int] = [:]
    return cameras.map { camera in
      let count = seen[camera.name, default: 0] + 1
      seen[camera.name] = count
      return CameraEntry(
        id: camera.id, title: count == 1 ? camera.name : "\(camera.name) (\(count))")
    }
  }
}

extension CaptureError {
  static let unexplained = CaptureError(.deviceFailed, "The camera stopped without a reason.")
}
