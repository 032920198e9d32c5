import Foundation
import RecordCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names of a movie's files: where it is to lie, and what lies beside it until it is finished.
struct MoviePaths: Hashable, Sendable {
  /// The movie.
  let target: String
  /// What is recorded, as long as the recording runs, and after a crash.
  var part: String { target + ".part" }

  private var files: FileManager { .default }

  /// The folder that both lie in.
  var folder: String { URL(filePath: target).deletingLastPathComponent().path }

  /// Says early what would keep the movie from being made.
  func check(overwrites: Bool) throws(RecordError) {
    var isFolder: ObjCBool = false
    // Unsafe: the pointer is used during the call only.
    guard unsafe files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw RecordError(
        .noFolder, "There is no folder \(folder).", remedy: "Make it, or choose another.")
    }
    guard files.isWritableFile(atPath: folder) else {
      throw RecordError(
        .notPermitted, "Nothing may be written to \(folder).", remedy: "Choose another folder.")
    }
    guard overwrites || !files.fileExists(atPath: target) else { throw exists(target) }
    // Always left as it is: a recording that runs, or that a crash left.
    guard !files.fileExists(atPath: part) else { throw exists(part) }
  }

  /// Gives the finished movie its name, in one step (`rename`, or `link` where nothing may be replaced).
  ///
  /// - Returns: the name that it has: another one where somebody took its own meanwhile.
  func finish(overwrites: Bool) throws(RecordError) -> String {
    if !overwrites {
      for name in MovieNames.numbered(target) {
        if unsafe link(part, name) == 0 {
          discard()
          return name
        }
        // Some disks have no links.
        guard errno == EEXIST else { break }
      }
    }
    if overwrites || !files.fileExists(atPath: target), unsafe rename(part, target) == 0 {
      return target
    }
    throw RecordError(
      .writeFailed, "\(part) could not be named \(target).",
      remedy: "The movie is in \(part), which can be opened.", systemError: errno)
  }

  func discard() { try? files.removeItem(atPath: part) }

  /// The bytes of a file; 0 when there is none.
  func byteCount(of path: String) -> Int64 {
    let attributes = try? files.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }

  /// The bytes that may still be written here; nil when nobody can say.
  var freeBytes: Int64? {
    let attributes = try? files.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  private func exists(_ path: String) -> RecordError {
    RecordError(
      .exists, "There is a file \(path) already.", remedy: "Give another name, or remove it.")
  }
}
