import Glibc
import Viewfinder

/// Where movies and photos go that nobody names.
enum MediaPath {
  /// One of the person's folders, which is made if need be.
  static func folder(_ kind: UserFolders.Kind, of folders: UserFolders?) -> String {
    let folder = (folders ?? .current()).path(kind)
    // Unsafe: the system reads the path up to its end mark, which Swift adds. A folder that is there
    // is fine, and any other failure is told when the file is opened.
    _ = unsafe mkdir(folder, 0o777)
    return folder
  }
}
