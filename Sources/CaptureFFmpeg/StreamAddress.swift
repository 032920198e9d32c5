public import MediaTypes

/// The address of a movie file or of a camera on the network.
///
/// ```
/// file:clip.mp4            a file here          file:///home/me/clip.mp4?loop   over and over
/// rtsp://host:554/path     a network camera     http://host/stream.mjpg         MJPEG by HTTP
/// ```
///
/// What is secret in it (name and password, keys in the query) is only ever shown as `***`.
public struct StreamAddress: Hashable, Sendable {
  /// The ways that are known.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// A file of this machine.
    case file
    /// A network camera.
    case rtsp
    /// The same, encrypted.
    case rtsps
    /// MJPEG, or a movie, from a web server.
    case http
    /// The same, encrypted.
    case https
  }

  /// How it is reached.
  public let scheme: Scheme
  /// Whether a movie begins again at its end.
  public var loops: Bool
  /// What the library opens, with what is secret. For a file its path.
  let location: String

  /// Understands an address.
  ///
  /// - Parameter text: begins with `file:`, `rtsp://`, `rtsps://`, `http://` or `https://`, in any
  ///   case; `?loop` at its end makes a movie begin again.
  /// - Returns: nil for anything else, such as the identity of another camera, an empty path, or a
  ///   network address without a host.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), !text.utf8.contains(0), text.utf8.count <= 4_096,
      let scheme = Scheme(rawValue: text[..<colon].lowercased())
    else { return nil }
    let isLooped = text.hasSuffix(Self.loopWord)
    let whole = isLooped ? text.dropLast(Self.loopWord.count) : text[...]
    let rest = whole[whole.index(after: colon)...]
    switch scheme {
    case .file:
      let path = rest.hasPrefix("//") ? Self.path(ofURL: rest) : String(rest)
      guard !path.isEmpty else { return nil }
      location = path
    case .rtsp, .rtsps, .http, .https:
      guard rest.hasPrefix("//"), !Self.host(of: rest).isEmpty else { return nil }
      location = scheme.rawValue + ":" + rest
    }
    self.scheme = scheme
    loops = isLooped
  }

  private static let loopWord = "?loop"

  /// The address of the same, begun again at its end each time.
  package static func looping(_ text: String) -> String {
    text.hasSuffix(loopWord) ? text : text + loopWord
  }

  /// The host of `//user:password@host:port/path`.
  private static func host(of rest: Substring) -> Substring.UnicodeScalarView {
    let authority = authority(of: rest.unicodeScalars.dropFirst(2))
    let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    return authority[(start ?? authority.startIndex)...].prefix { $0 != ":" }
  }

  /// What stands before a path, a query or a fragment. Scalars, not characters: a mark that combines
  /// with a separator hides it from a reader, and not from the library that opens the address.
  private static func authority(
    of text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  /// The path of `//host/path`, where the host is this machine.
  private static func path(ofURL rest: Substring) -> String {
    guard let start = rest.dropFirst(2).firstIndex(of: "/") else { return "" }
    return decoded(rest[start...])
  }

  /// The bytes that `%20` and the like stand for (RFC 3986, section 2.1).
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - What may be shown

extension StreamAddress {
  /// The identity of its camera: the address without what is secret and without `?loop`.
  public var id: CameraID { CameraID(shown) }

  /// The address as it may be printed.
  public var shown: String {
    guard scheme != .file else { return "file:" + location }
    let prefix = scheme.rawValue + "://"
    let rest = location.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    let authority = Self.authority(of: rest)
    // The last @: a password may hold one.
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let masked = host.map { "***@" + String($0) } ?? String(authority)
    return prefix + masked + Self.masked(rest[authority.endIndex...])
  }

  /// For a person: the file's name, or the host and path.
  public var name: String {
    switch scheme {
    case .file: location.split(separator: "/").last.map(String.init) ?? location
    case .rtsp, .rtsps, .http, .https:
      String(
        shown.unicodeScalars.dropFirst(scheme.rawValue.count + 3)
          .prefix { $0 != "?" && $0 != "#" }.trimmingPrefix("***@".unicodeScalars))
    }
  }

  /// A path whose query has no secrets left.
  private static func masked(_ path: Substring.UnicodeScalarView) -> String {
    guard let mark = path.firstIndex(of: "?") else { return String(path) }
    let pairs = path[path.index(after: mark)...].split(
      separator: "&", omittingEmptySubsequences: false)
    let shown = pairs.map { pair in
      let key = pair.prefix { $0 != "=" }
      let word = String(key).lowercased()
      let isSecret = secretWords.contains { word.contains($0) }
      return isSecret && key.endIndex < pair.endIndex ? "\(String(key))=***" : String(pair)
    }
    return String(path[...mark]) + shown.joined(separator: "&")
  }

  private static let secretWords = [
    "auth", "key", "pass", "pwd", "secret", "sig", "token", "user", "usr", "login", "session",
  ]
}
