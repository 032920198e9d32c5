import Glibc
import MediaTypes
import RecordCore
import Viewfinder

/// Where a movie goes: what a person wrote, made into paths, before anything is recorded.
///
/// Unsafe throughout: the system's calls read a path up to its end mark, which Swift adds.
struct MovieFileName: Hashable, Sendable {
  /// Where the movie is to lie in the end.
  let path: String
  /// Where it is recorded to: another name while a file that is to be replaced is still there.
  let recordingPath: String

  /// Finds the name.
  ///
  /// - Throws: `CommandError` when there is a file already, or the user's folder cannot be made.
  init(_ request: RecordRequest) throws(CommandError) {
    let path = try Self.path(request)
    self.path = path
    guard Self.exists(path) else {
      recordingPath = path
      return
    }
    guard request.overwrites, !Self.isFolder(path) else {
      throw CommandError(
        .failed, "There is \(quoted(path)) already.",
        remedy: Self.isFolder(path)
          ? "It is a folder: name a file." : "Choose another name, or add --overwrite.")
    }
    let ending = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let name = path.dropFirst(path.contains("/") ? folder.count + 1 : 0).dropLast(ending.count)
    recordingPath = DatedName.free(in: folder, name: "\(name)-new", ending: ending)
  }

  /// Puts the finished movie in the place of the old file.
  func replace() throws(CommandError) {
    guard recordingPath != path, unsafe rename(recordingPath, path) != 0 else { return }
    let reason = SystemError.text(errno)
    throw CommandError(
      .failed, "\(quoted(path)) cannot be replaced: \(reason).",
      remedy: "The movie is \(quoted(recordingPath)).")
  }

  private static func path(_ request: RecordRequest) throws(CommandError) -> String {
    if let file = request.file {
      return MovieContainer(fileName: file) == nil ? file + request.fileExtension : file
    }
    let folder = try OutputFolder.existing(UserFolders.current().path(.videos))
    return DatedName.free(
      in: folder, name: DatedName.text(WallTime().time()), ending: request.fileExtension)
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    // A link to nothing is something too.
    return unsafe lstat(path, &status) == 0
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
