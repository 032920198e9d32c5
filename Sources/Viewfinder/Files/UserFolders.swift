public import RecordCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a person keeps pictures and movies (freedesktop.org's xdg-user-dirs).
///
/// Not for files that were named on the command line: those go where they were sent.
public struct UserFolders: Hashable, Sendable {
  /// One of the well-known folders.
  public enum Kind: String, Hashable, Sendable {
    /// Photos.
    case pictures = "XDG_PICTURES_DIR"
    /// Movies.
    case videos = "XDG_VIDEOS_DIR"

    /// Its name where nothing is configured.
    fileprivate var usualName: String {
      switch self {
      case .pictures: "Pictures"
      case .videos: "Videos"
      }
    }
  }

  /// The person's own folder.
  public let home: String
  /// What `user-dirs.dirs` says; empty when there is none.
  public let configuration: String

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - home: the person's own folder.
  ///   - configuration: the text of `user-dirs.dirs`; empty when there is none.
  public init(home: String, configuration: String = "") {
    self.home = home
    self.configuration = configuration
  }

  /// The folders of the person who runs the program.
  public static func current() -> UserFolders {
    let home = variable("HOME") ?? homeOfUser() ?? "/"
    let folder = variable("XDG_CONFIG_HOME") ?? home + "/.config"
    return UserFolders(home: home, configuration: text(of: folder + "/user-dirs.dirs"))
  }

  /// The path of a folder, which may not exist.
  ///
  /// A line is `NAME="$HOME/path"` or `NAME="/path"`, with backslashes before special characters; the
  /// last one counts, and anything else is passed over.
  public func path(_ kind: Kind) -> String {
    let lines = configuration.split(whereSeparator: \.isNewline)
    return lines.reversed().lazy.compactMap { value(of: kind, in: $0) }.first
      ?? home + "/" + kind.usualName
  }

  private func value(of kind: Kind, in line: Substring) -> String? {
    let line = line.drop { $0 == " " || $0 == "\t" }
    let start = kind.rawValue + "=\""
    guard line.hasPrefix(start) else { return nil }
    let value = Self.unquoted(line.dropFirst(start.count))
    if value.hasPrefix("/") { return value }
    guard value == "$HOME" || value.hasPrefix("$HOME/") else { return nil }
    return home + value.dropFirst("$HOME".count)
  }

  /// The characters up to the closing quotation mark.
  private static func unquoted(_ text: Substring) -> String {
    var value = ""
    var isEscaped = false
    for character in text {
      if !isEscaped && character == "\"" { break }
      if !isEscaped && character == "\\" {
        isEscaped = true
      } else {
        value.append(character)
        isEscaped = false
      }
    }
    return value
  }

  /// An absolute path from the environment; the specification has others ignored.
  private static func variable(_ name: String) -> String? {
    // Unsafe: copied before anything could change the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.hasPrefix("/") ? text : nil
  }

  /// What the system's list of users says, where the environment is silent.
  private static func homeOfUser() -> String? {
    // Unsafe: the entry is copied before another call could change it.
    guard let entry = unsafe getpwuid(getuid()), let folder = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: folder)
  }

  /// The first 64 KiB of a file; empty when it cannot be read.
  private static func text(of path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    // Unsafe: the array lives through the call, and its size is given.
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

/// Names for files that nobody has named.
public enum DatedName {
  /// `viewfinder-2026-11-30-14-08-22`.
  public static func text(_ time: CivilTime) -> String {
    let parts = [time.year, time.month, time.day, time.hour, time.minute, time.second]
    return "viewfinder-" + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }

  /// A path in a folder at which there is nothing yet, and no movie that grows: `-2` and so on is added
  /// where there is.
  ///
  /// Another program may take it meanwhile, so write it without replacing anything.
  ///
  /// - Parameter ending: with its dot.
  public static func free(in folder: String, name: String, ending: String) -> String {
    let first = "\(folder)/\(name)\(ending)"
    let others = (2...9_999).lazy.map { "\(folder)/\(name)-\($0)\(ending)" }
    return isTaken(first) ? others.first { !isTaken($0) } ?? first : first
  }

  /// Makes a file of a free name, and of the next one where another takes it meanwhile.
  ///
  /// - Parameter make: makes the file, and throws `exists` where there is one.
  package static func claim<Value, Failure: Error>(
    in folder: String, name: String, ending: String,
    isolation: isolated (any Actor)? = #isolation,
    _ make: (_ path: String) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var tries = 1
    while true {
      do throws(Failure) {
        return try await make(free(in: folder, name: name, ending: ending))
      } catch {
        guard (error as? RecordError)?.code == .exists, tries < 100 else { throw error }
        tries += 1
      }
    }
  }

  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    // A link to nothing is something too. Unsafe: the structure lives through the calls.
    return unsafe lstat(path, &status) == 0 || lstat(path + ".part", &status) == 0
  }
}
