/// Why a picture or movie was not written.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for programs.
  public struct Code: Hashable, Sendable {
    enum Value: String { case encoderFailed, cannotWrite }
    let value: Value

    /// The encoder gave up.
    public static let encoderFailed = Code(value: .encoderFailed)
    /// The file or folder cannot be written.
    public static let cannotWrite = Code(value: .cannotWrite)
  }

  /// The kind of fault.
  public let code: Code
  /// What happened and why.
  public let message: String
  /// What to do about it; empty when there is nothing to do.
  public let remedy: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// Message and remedy.
  public var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}
