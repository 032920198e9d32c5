/// Why a picture or movie was not written, or ended early.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for programs.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String {
      case nothingRecorded, exists, noFolder, notPermitted, diskFull, writeFailed
      case encoderUnavailable, encoderFailed, badSettings, damagedFile, invalidRequest
    }
    let value: Value

    /// The recording was stopped before its first frame; there is no file.
    public static let nothingRecorded = Code(value: .nothingRecorded)
    /// There is a file of that name already, and it is left as it is.
    public static let exists = Code(value: .exists)
    /// The folder that the file is to lie in does not exist.
    public static let noFolder = Code(value: .noFolder)
    /// The system does not allow writing there.
    public static let notPermitted = Code(value: .notPermitted)
    /// The disk is full, or so nearly that nothing is begun.
    public static let diskFull = Code(value: .diskFull)
    /// The system could not write, for another reason than a full disk.
    public static let writeFailed = Code(value: .writeFailed)
    /// No encoder for what was asked for is installed, or none of them works.
    public static let encoderUnavailable = Code(value: .encoderUnavailable)
    /// The encoder gave up.
    public static let encoderFailed = Code(value: .encoderFailed)
    /// A size, rate, file ending or combination that cannot be had.
    public static let badSettings = Code(value: .badSettings)
    /// A file cannot be read as a movie, or holds nothing that can be kept.
    public static let damagedFile = Code(value: .damagedFile)
    /// The request makes no sense in this state.
    public static let invalidRequest = Code(value: .invalidRequest)

    /// The code's name.
    public var description: String { value.rawValue }
  }

  /// The kind of fault.
  public let code: Code
  /// What happened and why.
  public let message: String
  /// What to do about it; empty when there is nothing to do.
  public let remedy: String
  /// The system's or the library's error number, if one was behind it.
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
  public static func == (left: RecordError, right: RecordError) -> Bool {
    left.code == right.code && left.message == right.message && left.remedy == right.remedy
      && left.systemError == right.systemError
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }
}
