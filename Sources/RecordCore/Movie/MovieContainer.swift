/// The kind of movie file, chosen by the ending of its name.
public enum MovieContainer: String, Hashable, Sendable, CaseIterable {
  /// ISO MP4: `.mp4`, `.m4v`.
  case mp4
  /// Matroska: `.mkv`.
  case matroska
  /// WebM: `.webm`.
  case webM

  /// Finds the kind by a file's name.
  ///
  /// - Parameter fileName: a name or path; the ending's case does not matter.
  /// - Returns: nil for a name with no ending or an unknown one.
  public init?(fileName: String) {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let found = Self.allCases.first(where: { $0.fileExtensions.contains(ending) })
    else { return nil }
    self = found
  }

  /// The endings of such files' names, lower case without the dot, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .mp4: ["mp4", "m4v"]
    case .matroska: ["mkv"]
    case .webM: ["webm"]
    }
  }
}

/// How the pictures of a movie are compressed.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  /// What suits the container and is installed: H.264 in MP4 and Matroska, VP8 or VP9 in WebM.
  case automatic
  /// H.264, by hardware where it works.
  case h264
  /// HEVC (H.265), by hardware where it works; where there is none it is far more work than H.264.
  case hevc
  /// VP8.
  case vp8
  /// VP9.
  case vp9
  /// A JPEG each frame.
  case mjpeg
}
