public import MediaTypes

/// Why a scene was not drawn, in words for the person who has to mend it.
public struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for programs.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Value: String { case invalidScene, unsupportedFormat, graphicsUnavailable, graphicsFailed }
    let value: Value

    /// The viewport has no area or is larger than the renderer can draw.
    public static let invalidScene = Code(value: .invalidScene)
    /// A frame's format cannot be drawn, for example one that is still compressed.
    public static let unsupportedFormat = Code(value: .unsupportedFormat)
    /// There is no GPU, driver or current context that can do what is needed.
    public static let graphicsUnavailable = Code(value: .graphicsUnavailable)
    /// The graphics driver refused or failed.
    public static let graphicsFailed = Code(value: .graphicsFailed)

    /// The code's name.
    public var description: String { value.rawValue }
  }

  /// The kind of fault.
  public let code: Code
  /// What happened and why, one sentence.
  public let message: String
  /// What to do about it, one sentence or a command; empty when there is nothing to do.
  public let remedy: String
  /// The graphics system's error number (EGL or GL), if one was behind it.
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
  public static func == (left: PreviewError, right: PreviewError) -> Bool {
    left.code == right.code && left.message == right.message && left.remedy == right.remedy
      && left.systemError == right.systemError
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }
}

extension PreviewError {
  /// A format that renderers cannot draw.
  public static func cannotDraw(
    _ format: PixelFormat, file: StaticString = #fileID, line: UInt = #line
  ) -> PreviewError {
    PreviewError(
      .unsupportedFormat, "A frame in \(format) cannot be drawn.",
      remedy: format.isCompressed
        ? "Decode it first: CameraSession does, given a decoder." : "Convert it to NV12 or BGRA.",
      file: file, line: line)
  }

  /// A viewport that renderers cannot draw.
  public static func cannotDraw(
    viewport: PixelSize, file: StaticString = #fileID, line: UInt = #line
  ) -> PreviewError {
    PreviewError(
      .invalidScene, "A viewport of \(viewport) pixels cannot be drawn.",
      remedy: "Each edge must be 1 ... \(PixelSize.maximumEdge).", file: file, line: line)
  }
}
