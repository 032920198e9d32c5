import Viewfinder

extension CameraScreen {
  /// A button with words for it.
  public struct Button: Hashable, Sendable {
    /// Whether it can be used.
    public var isEnabled: Bool
    /// Whether what it switches is on.
    public var isOn: Bool
    /// What it does, or why it cannot be used; one line of plain text.
    public var hint: String

    /// Makes a button.
    public init(isEnabled: Bool, isOn: Bool = false, hint: String) {
      self.isEnabled = isEnabled
      self.isOn = isOn
      self.hint = hint
    }
  }

  static func recordButton(of state: SessionState, _ recording: RecordingState) -> Button {
    switch recording.phase {
    case .off:
      Button(isEnabled: hasPicture(state), hint: "Record a movie (R)")
    case .starting: Button(isEnabled: false, isOn: true, hint: "The recording starts")
    case .recording: Button(isEnabled: true, isOn: true, hint: "End the movie (R)")
    case .finishing: Button(isEnabled: false, isOn: true, hint: "The movie is being finished")
    }
  }

  static func photoButton(of state: SessionState) -> Button {
    Button(isEnabled: hasPicture(state), hint: "Take a photo (P)")
  }

  static func microphoneButton(isMuted: Bool) -> Button {
    Button(
      isEnabled: true, isOn: !isMuted,
      hint: isMuted ? "Record sound again (M)" : "Record silence in place of sound (M)")
  }

  private static func hasPicture(_ state: SessionState) -> Bool {
    [.running, .flipping].contains(state.phase)
  }
}
