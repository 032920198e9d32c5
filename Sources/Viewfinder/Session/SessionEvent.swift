public import CaptureCore
public import MediaTypes

/// Something that has happened to a session, in words that a program can show a person as they are.
///
/// What a person has asked for and got (a start, a flip, a stop) is no news and none of these.
public struct SessionEvent: Hashable, Sendable, CustomStringConvertible {
  /// What has happened, for programs.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The camera gives no pictures any more; the session goes on by itself.
    case cameraLost
    /// The camera that was lost is back.
    case cameraBack
    /// Another camera is shown in place of the one that was lost.
    case cameraReplaced
    /// A flip did not lead to the other camera.
    case notFlipped
    /// A start did not lead to a picture.
    case notStarted
    /// A camera was plugged in.
    case cameraAdded
    /// A camera was pulled out that was not in use.
    case cameraRemoved
    /// The cover of the camera was closed.
    case coverClosed
    /// It was opened.
    case coverOpened
    /// The microphone gives no sound any more; the session goes on by itself.
    case microphoneLost
    /// There is sound again.
    case microphoneBack
  }

  /// What has happened.
  public let kind: Kind
  /// What has happened: one sentence or a few, with what to do about it where there is something.
  public let text: String
  /// The camera that it is about; nil where it is about none.
  public let camera: CameraID?
  /// The error behind it, if there is one.
  public let error: CaptureError?

  /// The text.
  public var description: String { text }
}

// MARK: - What leads to them

extension SessionEvent {
  /// What a change of a session's state means for a person; nothing, mostly.
  static func events(from old: SessionState, to new: SessionState) -> [SessionEvent] {
    [picture(old, new)].compactMap { $0 } + plugs(old, new) + cover(old, new)
      + [microphone(old.microphone, new.microphone)].compactMap { $0 }
  }

  private static func picture(_ old: SessionState, _ new: SessionState) -> SessionEvent? {
    guard old.phase != new.phase || old.problem != new.problem else { return nil }
    switch (old.phase, new.phase) {
    case (_, .failed): return fault(.notStarted, new.problem, new.camera)
    case (.flipping, .running) where new.problem != nil:
      return fault(.notFlipped, new.problem, new.camera, before: "Not switched: ")
    case (_, .interrupted) where new.problem != old.problem || old.phase != .interrupted:
      return fault(.cameraLost, new.problem, old.camera)
    case (.interrupted, .running): return found(old.camera, new.camera)
    default: return nil
    }
  }

  private static func fault(
    _ kind: Kind, _ error: CaptureError?, _ camera: CameraDevice?, before words: String = ""
  ) -> SessionEvent? {
    error.map {
      SessionEvent(kind: kind, text: "\(words)\($0)", camera: camera?.id, error: $0)
    }
  }

  private static func found(_ old: CameraDevice?, _ new: CameraDevice?) -> SessionEvent? {
    guard let new else { return nil }
    guard let old, old.id != new.id else {
      return SessionEvent(
        kind: .cameraBack, text: "\(new.name) is back.", camera: new.id, error: nil)
    }
    return SessionEvent(
      kind: .cameraReplaced, text: "\(new.name) is shown in place of \(old.name).",
      camera: new.id, error: nil)
  }

  /// The first list is no news, nor is the camera in use, whose loss and return are told as such.
  private static func plugs(_ old: SessionState, _ new: SessionState) -> [SessionEvent] {
    guard [.running, .flipping].contains(new.phase), old.phase == new.phase else { return [] }
    let (before, after) = (Set(old.cameras.map(\.id)), Set(new.cameras.map(\.id)))
    let added = new.cameras.filter { !before.contains($0.id) && $0.id != new.camera?.id }
    let removed = old.cameras.filter { !after.contains($0.id) && $0.id != new.camera?.id }
    return added.map {
      SessionEvent(
        kind: .cameraAdded, text: "\($0.name) was plugged in.", camera: $0.id, error: nil)
    }
      + removed.map {
        SessionEvent(
          kind: .cameraRemoved, text: "\($0.name) was unplugged.", camera: $0.id, error: nil)
      }
  }

  private static func cover(_ old: SessionState, _ new: SessionState) -> [SessionEvent] {
    let (was, isNow) = (old.problem?.code == .coverClosed, new.problem?.code == .coverClosed)
    guard was != isNow, old.camera?.id == new.camera?.id, let camera = new.camera else { return [] }
    guard isNow else {
      guard new.phase == .running else { return [] }
      let text = "The cover of \(camera.name) is open."
      return [SessionEvent(kind: .coverOpened, text: text, camera: camera.id, error: nil)]
    }
    return [fault(.coverClosed, new.problem, camera)].compactMap { $0 }
  }

  private static func microphone(
    _ old: MicrophoneState, _ new: MicrophoneState
  ) -> SessionEvent? {
    guard new.choice == old.choice, new.choice != .none else { return nil }
    if let error = new.problem, old.problem == nil {
      return SessionEvent(
        kind: .microphoneLost, text: error.description, camera: nil, error: error)
    }
    guard new.phase == .running, old.phase != .running, old.problem != nil else { return nil }
    let name = new.device?.name ?? "The microphone"
    return SessionEvent(kind: .microphoneBack, text: "\(name) is back.", camera: nil, error: nil)
  }
}
