/// Why a set of bytes is no frame. Sources count these and drop the bytes; nothing is read outside.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public struct Code: Hashable, Sendable {
    enum Value { case size, planeCount, stride, bufferTooShort, empty }
    let value: Value

    /// An edge is 0, negative or over `PixelSize.maximumEdge`.
    public static let invalidSize = Code(value: .size)
    /// There are more or fewer planes than the format has.
    public static let wrongPlaneCount = Code(value: .planeCount)
    /// A row would not fit in the distance from one row to the next.
    public static let strideTooSmall = Code(value: .stride)
    /// A plane reaches outside the buffer.
    public static let bufferTooShort = Code(value: .bufferTooShort)
    /// A compressed frame has no bytes.
    public static let empty = Code(value: .empty)
  }

  /// What is wrong.
  public let code: Code
  /// The same for a person, with the numbers.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
