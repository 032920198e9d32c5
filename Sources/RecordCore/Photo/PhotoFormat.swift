/// How a photo's file is written.
public enum PhotoFormat: String, Hashable, Sendable, CaseIterable {
  /// Small, with a loss that is hardly seen; a camera's own JPEG goes into it untouched.
  case jpeg
  /// Without loss, and several times larger.
  case png

  /// The format that a file's name asks for by its ending: `.jpg`, `.jpeg`, `.jpe` or `.png` in any case.
  ///
  /// - Returns: nil for another ending or none, and for a name that is nothing else.
  public init?(fileName: String) {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "jpg", "jpeg", "jpe": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// The usual ending of a name, without the dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}
