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
    guard files.fileExists(atPath: part) else { return }
    guard overwrites else { throw exists(part) }
    try? files.removeItem(atPath: part)
  }

  /// Gives the finished movie its name, in one step (`rename`).
  func finish(overwrites: Bool) throws(RecordError) {
    if overwrites {
      guard unsafe rename(part, target) == 0 else {
        throw RecordError(
          .writeFailed, "\(part) could not be named \(target).", systemError: errno)
      }
      return
    }
    do {
      try files.moveItem(atPath: part, toPath: target)
    } catch {
      throw files.fileExists(atPath: target)
        ? exists(target)
        : RecordError(.writeFailed, "\(part) could not be named \(target): \(error).")
    }
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
