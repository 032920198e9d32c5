import Glibc
import Viewfinder

/// Names for movies and photos that nobody names.
enum MediaPath {
  /// A free name by the date in one of the person's folders, which is made if need be.
  ///
  /// - Parameter ending: with its dot.
  static func new(_ kind: UserFolders.Kind, ending: String) -> String {
    let folder = UserFolders.current().path(kind)
    // Unsafe: the system reads the path up to its end mark, which Swift adds. A folder that is there
    // is fine, and any other failure is told when the file is opened.
    _ = unsafe mkdir(folder, 0o777)
    return DatedName.free(in: folder, name: DatedName.text(WallTime().time()), ending: ending)
  }
}
