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

  /// Finds the name.
  ///
  /// - Throws: `CommandError` when there is something of that name that may not be replaced, it is the film
  ///   that is recorded, its folder is not there or may not be written, or the user's cannot be made.
  init(_ request: RecordRequest) throws(CommandError) {
    path = try Self.path(request)
    if request.camera.isFilm, case .id(let camera) = request.camera,
      Self.isSame(path, String(camera.rawValue.dropFirst("file:".count)))
    {
      throw CommandError(
        .failed, "\(quoted(path)) is the film that is to be recorded.",
        remedy: "Choose another name: the film would be lost.")
    }
    let isFolder = OutputFolder.isFolder(path)
    guard Self.exists(path), !request.overwrites || isFolder else {
      // What else would be found out only when the camera runs.
      do { try PhotoFile.check(path, replacing: true) } catch { throw CommandError(error) }
      return
    }
    throw CommandError(
      .failed, "There is \(quoted(path)) already.",
      remedy: isFolder
        ? "It is a folder: name a file." : "Choose another name, or add --overwrite.")
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

  /// Whether two paths lead to one file.
  private static func isSame(_ path: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(path, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
