import Glibc
import MediaTypes
import RecordCore
import Viewfinder

/// Where a movie goes: what a person wrote, made into paths, before anything is recorded.
///
/// Unsafe throughout: the system's calls read a path up to its end mark, which Swift adds.
struct MovieFileName: Hashable, Sendable {
  /// A name that nobody gave.
  struct Dated: Hashable {
    let folder: String
    let name: String
  }

  /// Where the movie is to lie in the end; a free name at first, where it is by date.
  let path: String
  /// The name by date, which gets a number where it is taken; nil where a person gave one.
  let dated: Dated?

  /// Finds the name.
  ///
  /// - Throws: `CommandError` when there is something of that name that may not be replaced, it is the film
  ///   that is recorded, its folder is not there or may not be written, or the user's cannot be made.
  init(_ request: RecordRequest) throws(CommandError) {
    dated = try Self.dated(request)
    path = Self.path(request, dated)
    guard dated == nil else {
      do { try PhotoFile.check(path, replacing: true) } catch { throw CommandError(error) }
      return
    }
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

  private static func dated(_ request: RecordRequest) throws(CommandError) -> Dated? {
    guard request.file == nil else { return nil }
    let folder = try OutputFolder.existing(UserFolders.current().path(.videos))
    return Dated(folder: folder, name: DatedName.text(WallTime().time()))
  }

  private static func path(_ request: RecordRequest, _ dated: Dated?) -> String {
    if let dated {
      return DatedName.free(in: dated.folder, name: dated.name, ending: request.fileExtension)
    }
    let file = request.file ?? ""
    return MovieContainer(fileName: file) == nil ? file + request.fileExtension : file
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
