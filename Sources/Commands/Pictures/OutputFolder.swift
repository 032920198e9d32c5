import Glibc
import Viewfinder

/// A folder for results that holds nothing else: an existing file is never written over.
///
/// Unsafe throughout: the system's calls read a path up to its end mark, which Swift adds.
struct OutputFolder: Hashable, Sendable {
  let path: String
  /// Whether it was made for this, and not found empty.
  private let isNew: Bool

  /// Makes the folder with all above it, or takes an empty one.
  ///
  /// - Throws: `CommandError` that says why nothing can be written there.
  init(_ path: String) throws(CommandError) {
    isNew = unsafe access(path, F_OK) != 0
    try Self.make(path)
    guard Self.isEmpty(path) else {
      throw CommandError(
        .failed, "The folder \(quoted(path)) has something in it already.",
        remedy: "Give --output a new or empty folder.")
    }
    guard unsafe access(path, W_OK | X_OK) == 0 else { throw Self.cannotWrite(path, errno) }
    self.path = path
  }

  /// A folder that may have something in it, made with all above it if it is not there.
  static func existing(_ path: String) throws(CommandError) -> String {
    do throws(CommandError) { try make(path) } catch {
      throw CommandError(
        error.status, error.message, remedy: "Name a file in a folder that you may write to.")
    }
    return path
  }

  /// Makes a new folder here: `name`, or `name-2` and so on when there is one.
  init(newNamed name: String) throws(CommandError) {
    for number in 1...9_999 {
      let path = number == 1 ? name : "\(name)-\(number)"
      if unsafe mkdir(path, 0o777) == 0 {
        self.path = path
        isNew = true
        return
      }
      guard errno == EEXIST else { throw Self.cannotWrite(path, errno) }
    }
    throw CommandError(
      .failed, "There are too many folders named \(quoted(name)) here.",
      remedy: "Give --output a folder.")
  }

  /// Takes the named folder, or makes a new one here when none is named.
  init(_ path: String?, orNewNamed name: String) throws(CommandError) {
    self = if let path { try OutputFolder(path) } else { try OutputFolder(newNamed: name) }
  }

  /// Takes away a folder that was made in vain: one with nothing in it.
  func removeIfEmpty() {
    if isNew { unsafe rmdir(path) }
  }

  /// Writes a new file, which has its name only when it is whole.
  ///
  /// - Returns: its path.
  func write(_ bytes: [UInt8], to name: String) throws(CommandError) -> String {
    let file = "\(path)/\(name)"
    do {
      // The pictures of a film come too fast to wait for the disk.
      try PhotoFile.write(bytes, to: file, replacing: false, synchronizing: false)
    } catch {
      throw CommandError(error)
    }
    return file
  }

  private static func make(_ path: String) throws(CommandError) {
    if unsafe mkdir(path, 0o777) == 0 { return }
    switch errno {
    case EEXIST where isFolder(path): return
    case EEXIST: throw cannotWrite(path, ENOTDIR)
    case ENOENT:
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      guard !parent.isEmpty else { throw cannotWrite(path, ENOENT) }
      try make(path.hasPrefix("/") ? "/" + parent : parent)
      // A path such as `new/..` is there as soon as `new` is.
      guard unsafe mkdir(path, 0o777) == 0 || isFolder(path) else { throw cannotWrite(path, errno) }
    case let number: throw cannotWrite(path, number)
    }
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isEmpty(_ path: String) -> Bool {
    guard let folder = unsafe opendir(path) else { return true }
    // Unsafe: the folder is open until the end of the scope.
    defer { unsafe closedir(folder) }
    // A folder with nothing in it has two entries, itself and the one above.
    for _ in 0..<2 { guard unsafe readdir(folder) != nil else { return true } }
    return unsafe readdir(folder) == nil
  }

  private static func cannotWrite(_ path: String, _ number: Int32) -> CommandError {
    CommandError(
      ExitStatus(systemError: number),
      "\(quoted(path)) cannot be written: \(SystemError.text(number)).",
      remedy: "Choose a folder that you may write to.")
  }
}
