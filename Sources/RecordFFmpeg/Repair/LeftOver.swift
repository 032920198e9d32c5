import Glibc
import RecordCore

extension MovieRepair {
  /// A recording that nobody finished.
  public struct LeftOver: Hashable, Sendable {
    /// Of the unfinished file, for `repair`.
    public let path: String
    /// The movie that was to be.
    public let target: String
    /// Bytes in the file.
    public let byteCount: Int64

    /// Makes one.
    public init(path: String, target: String, byteCount: Int64) {
      self.path = path
      self.target = target
      self.byteCount = byteCount
    }
  }

  /// Finds recordings that a crash left: those whose names end in `.mp4.part` and the like, and that no
  /// living process writes.
  ///
  /// - Parameter folder: its own files are looked at, not those of folders in it.
  /// - Returns: by name; none when the folder cannot be read.
  ///
  /// *Context*: any thread; as fast as listing the folder.
  public static func leftOvers(in folder: String) -> [LeftOver] {
    names(in: folder).sorted().compactMap { name in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard let paths = MoviePaths(part: path), MovieContainer(fileName: paths.target) != nil,
        let file = try? OpenFile(path, flags: O_RDONLY | O_NONBLOCK, what: ""), file.isRegular,
        file.lock()
      else { return nil }
      return LeftOver(path: path, target: paths.target, byteCount: file.byteCount)
    }
  }

  /// The names in a folder (`opendir`, `readdir`).
  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }
}
