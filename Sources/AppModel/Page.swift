public import Viewfinder

/// A page in place of the picture: why there is none, and what to do.
public struct Page: Hashable, Sendable {
  /// What the page is about; a view chooses its symbol by it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A camera is being started; nothing to do but wait.
    case starting
    /// There is no camera.
    case noCamera
    /// The system or the person does not allow it.
    case permission
    /// Another program uses it.
    case busy
    /// The service that serves cameras is not there.
    case service
    /// It was there and has been pulled out.
    case unplugged
    /// It was a movie, and has come to its end.
    case ended
    /// Its cover is closed.
    case covered
    /// Everything else that goes wrong.
    case failed
  }

  /// Something that the page offers to do.
  public enum Offer: String, Hashable, Sendable, CaseIterable {
    /// Try again.
    case retry
    /// Show the cameras that exist in software only.
    case useVirtualCameras
  }

  /// What it is about.
  public var kind: Kind
  /// A headline of a few words.
  public var title: String
  /// What happened and what to do; plain text, in part from outside.
  public var text: String
  /// Its buttons, the most useful first.
  public var offers: [Offer]

  /// Makes a page.
  public init(_ kind: Kind, title: String, text: String, offers: [Offer] = []) {
    self.kind = kind
    self.title = title
    self.text = text
    self.offers = offers
  }

  /// The page while a camera is being started.
  public static func starting(_ camera: CameraDevice?) -> Page {
    Page(.starting, title: "Starting the Camera", text: camera?.name ?? "")
  }

  /// The page for a problem; its text is the problem's message and remedy.
  ///
  /// - Parameters:
  ///   - problem: what keeps the picture away.
  ///   - isWaiting: whether the session goes on by itself once it can, so that there is nothing to
  ///     try again.
  public init(problem: CaptureError, isWaiting: Bool = false) {
    let kind = Kind(problem.code)
    self.init(
      kind, title: kind.title, text: problem.description,
      offers: (isWaiting && kind != .ended ? [] : [.retry])
        + (kind.meansNoCamera ? [.useVirtualCameras] : []))
  }
}

extension Page.Kind {
  fileprivate init(_ code: CaptureError.Code) {
    self =
      switch code {
      case .noCamera, .noSuchCamera: .noCamera
      case .notPermitted: .permission
      case .busy: .busy
      case .serviceUnavailable: .service
      case .unplugged: .unplugged
      case .ended: .ended
      case .coverClosed: .covered
      default: .failed
      }
  }

  fileprivate var meansNoCamera: Bool { self == .noCamera || self == .service }

  fileprivate var title: String {
    switch self {
    case .starting: "Starting the Camera"
    case .noCamera: "No Camera Found"
    case .permission: "No Permission for the Camera"
    case .busy: "Camera in Use"
    case .service: "Camera Service Not Running"
    case .unplugged: "Camera Unplugged"
    case .ended: "The Movie Has Ended"
    case .covered: "Camera Covered"
    case .failed: "The Camera Does Not Work"
    }
  }
}
