/// Why capture did not do what was asked, in words for the person who has to mend it.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for programs.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String {
      case noCamera, noSuchCamera, unplugged, busy, notPermitted, unsupportedFormat, startFailed
      case noFrames, serviceUnavailable, deviceFailed, invalidRequest, stopped, superseded
      case coverClosed, ended
      case noSuchMicrophone, noSound
    }
    let value: Value

    /// There is no camera at all.
    public static let noCamera = Code(value: .noCamera)
    /// No camera has that identity or position.
    public static let noSuchCamera = Code(value: .noSuchCamera)
    /// It was there and is not any more.
    public static let unplugged = Code(value: .unplugged)
    /// It came to its end, as a movie does; it can be opened again.
    public static let ended = Code(value: .ended)
    /// Another program uses it.
    public static let busy = Code(value: .busy)
    /// The system or the person does not allow it.
    public static let notPermitted = Code(value: .notPermitted)
    /// It cannot do what was asked in format, size or rate.
    public static let unsupportedFormat = Code(value: .unsupportedFormat)
    /// It refused to start.
    public static let startFailed = Code(value: .startFailed)
    /// It started but sent no picture in time.
    public static let noFrames = Code(value: .noFrames)
    /// No microphone has that identity, or there is none at all.
    public static let noSuchMicrophone = Code(value: .noSuchMicrophone)
    /// The microphone started but sends nothing.
    public static let noSound = Code(value: .noSound)
    /// Its cover is closed, so that its pictures are black on purpose.
    public static let coverClosed = Code(value: .coverClosed)
    /// The service that serves cameras (PipeWire, the portal) is not there.
    public static let serviceUnavailable = Code(value: .serviceUnavailable)
    /// The driver or device reported an error.
    public static let deviceFailed = Code(value: .deviceFailed)
    /// The request makes no sense in this state, or at all.
    public static let invalidRequest = Code(value: .invalidRequest)
    /// The session was stopped meanwhile.
    public static let stopped = Code(value: .stopped)
    /// A later wish took the place of this one.
    public static let superseded = Code(value: .superseded)

    /// The code's name.
    public var description: String { value.rawValue }
  }

  /// The kind of fault.
  public let code: Code
  /// What happened and why, one sentence.
  public let message: String
  /// What to do about it, one sentence or a command; empty when there is nothing to do.
  public let remedy: String
  /// The system's error number, if one was behind it.
  public let systemError: Int32?
  /// Where in the source it was made.
  public let location: String

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, remedy: String = "", systemError: Int32? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.systemError = systemError
    location = "\(file):\(line)"
  }

  /// Message and remedy.
  public var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }

  /// Errors are equal when they say the same, wherever they were made.
  public static func == (left: CaptureError, right: CaptureError) -> Bool {
    left.code == right.code && left.message == right.message && left.remedy == right.remedy
      && left.systemError == right.systemError
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }
}
