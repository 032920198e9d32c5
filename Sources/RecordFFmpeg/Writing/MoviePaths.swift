import Glibc
import RecordCore

/// The names of a movie's files: where it is to lie, and what lies beside it until it is finished.
struct MoviePaths: Hashable {
  /// The movie.
  let target: String
  /// What is recorded, as long as the recording runs, and after a crash.
  var part: String { target + Self.partEnding }
  /// The ordinary movie while it is made out of the part; a name no longer than the part's, so that what could
  /// begin can also be finished.
  var finishing: String { target + ".fin" }

  static let partEnding = ".part"

  /// The movie whose part a file is, by its name; nil when it is none.
  init?(part: String) {
    guard part.hasSuffix(Self.partEnding) else { return nil }
    self.init(target: String(part.dropLast(Self.partEnding.count)))
  }

  init(target: String) { self.target = target }

  /// The folder that all lie in.
  var folder: String {
    guard let slash = target.lastIndex(of: "/") else { return "." }
    return slash == target.startIndex ? "/" : String(target[..<slash])
  }

  /// Whether there is anything of a name (`access`).
  static func exists(_ path: String) -> Bool {
    // A link to nothing is something as well.
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Removes a file; one that is not there is fine (`unlink`).
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Gives a finished file its name.
  ///
  /// - Parameter overwrites: whether a file of that name may be replaced.
  /// - Throws: `exists` when it may not and there is one; both files are as they were then.
  func rename(_ path: String, overwrites: Bool) throws(RecordError) {
    if !overwrites {
      // A link fails where a name is taken, in one step; some file systems have none.
      if unsafe link(path, target) == 0 {
        Self.remove(path)
        return synchronizeFolder()
      }
      if errno == EEXIST || Self.exists(target) {
        throw FileError.make(EEXIST, "\(target) was made by somebody else meanwhile")
      }
    }
    if unsafe Glibc.rename(path, target) != 0 {
      throw FileError.make(errno, "\(target) cannot be made out of \(path)")
    }
    synchronizeFolder()
  }

  /// Brings the new name to the disk (`fsync` of the folder); a file system that cannot is left alone.
  private func synchronizeFolder() {
    let folder = try? OpenFile(folder, flags: O_RDONLY | O_DIRECTORY, what: "")
    try? folder?.synchronize()
  }

  /// The first of `NAME`, `NAME-2`, `NAME-3` … that is free, for what would else be lost.
  var free: MoviePaths {
    let free = MovieNames.numbered(target).first { !Self.exists($0) }
    return free.map { MoviePaths(target: $0) } ?? self
  }
}
