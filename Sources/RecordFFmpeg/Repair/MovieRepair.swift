import Glibc
public import RecordCore

/// Makes movies of recordings that a crash, a power failure or a full disk left unfinished.
///
/// *Context*: any thread; reading and writing the file twice takes its time.
public enum MovieRepair {
  /// Makes an ordinary movie of a damaged one, with everything that can be read, up to the last
  /// whole fragment.
  ///
  /// Of `NAME.part` it makes `NAME`, or `NAME-2` when there is one already, also when nothing is missing
  /// in it but its name. A file of another name is replaced. Either is touched only after the new file was
  /// read back and holds as much.
  ///
  /// - Parameter path: of the recording.
  /// - Returns: what was made; its note says what was left out.
  /// - Throws: `RecordError`: `damagedFile` for a file without a picture or that is no movie of this
  ///   program's, `invalidRequest` for one that needs no repair or is being written, and the errors of
  ///   reading and writing. The file is as it was then.
  public static func repair(_ path: String) throws(RecordError) -> MovieSummary {
    LibraryLog.silence()
    let damaged = try DamagedMovie(path)
    let paths = MoviePaths(part: path)?.free ?? MoviePaths(target: path)
    do {
      let summary = try damaged.repair(to: paths)
      if paths.target != path { MoviePaths.remove(path) }
      return summary
    } catch {
      MoviePaths.remove(paths.finishing)
      throw error
    }
  }
}

/// A recording that was not finished, open and locked.
struct DamagedMovie {
  private let file: OpenFile
  private let container: MovieContainer
  /// How much of it is whole.
  private let byteCount: Int64

  /// Opens a recording and looks how much of it is whole.
  init(_ path: String) throws(RecordError) {
    do {
      // A pipe that nobody writes to would be waited for.
      file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK, what: "\(path) cannot be read")
    } catch  where error.systemError == ENOENT {
      throw RecordError(.damagedFile, "There is no \(path).", systemError: ENOENT)
    }
    guard file.isRegular else { throw RecordError(.damagedFile, "\(path) is no file.") }
    guard file.lock() else {
      throw RecordError(
        .invalidRequest, "\(path) is being written by a recording that runs.",
        remedy: "Stop that recording; it finishes the file.")
    }
    let size = file.byteCount
    guard size > 0 else {
      throw RecordError(
        .damagedFile, "\(path) is empty: the recording ended before its first frame.",
        remedy: "Remove it.")
    }
    let start = file.bytes(at: 0)
    if start.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
      container = .matroska
      byteCount = size
      guard
        !SegmentScan.isWhole(byteCount: size, read: file.bytes)
          || path.hasSuffix(MoviePaths.partEnding)
      else { throw Self.whole(file) }
      return
    }
    container = .mp4
    byteCount = try Self.wholeMP4(file)
  }

  private static func wholeMP4(_ file: OpenFile) throws(RecordError) -> Int64 {
    let scan = BoxScan(byteCount: file.byteCount) { file.bytes(at: $0) }
    guard scan.isMP4 else {
      throw RecordError(.damagedFile, "\(file.path) is neither an MP4 file nor a Matroska file.")
    }
    guard scan.hasHead else {
      throw RecordError(
        .damagedFile, "\(file.path) has no head: the recording ended before its first fragment.")
    }
    if scan.hasFragments { return scan.wholeByteCount }
    // A whole one that has not got its name yet is made anew all the same: it is read on the way.
    guard !(scan.hasOrdinaryData && scan.reachesEnd) || file.path.hasSuffix(MoviePaths.partEnding)
    else { throw whole(file) }
    return file.byteCount
  }

  private static func whole(_ file: OpenFile) -> RecordError {
    RecordError(.invalidRequest, "\(file.path) is whole and needs no repair.")
  }

  /// Makes the ordinary file, reads it back, and gives it its name.
  func repair(to paths: MoviePaths) throws(RecordError) -> MovieSummary {
    let container =
      container == .mp4 ? container : MovieContainer(fileName: paths.target) ?? .matroska
    let made = try Remux(source: file, byteCount: byteCount, container: container)
      .write(to: paths.finishing)
    let new = try OpenFile(paths.finishing, flags: O_RDONLY, what: "\(paths.finishing) is gone")
    let again = try Remux(
      source: new, byteCount: new.byteCount, container: container, everything: true
    )
    .read()
    guard again.filledTracks == made.filledTracks else {
      throw RecordError(
        .writeFailed,
        "\(paths.finishing) does not hold what was written: "
          + "\(again.filledTracks) packets instead of \(made.filledTracks).")
    }
    try paths.rename(paths.finishing, overwrites: paths.target == file.path)
    let lost = file.byteCount - byteCount
    return MovieSummary(
      path: paths.target, byteCount: new.byteCount, frameCount: again.pictureCount,
      soundSampleCount: again.soundSampleCount,
      note: lost > 0 ? "\(lost) bytes at the end were not whole." : "")
  }
}

extension OpenFile {
  /// Up to 16 bytes from a place; fewer at the end or when it cannot be read.
  func bytes(at offset: Int64) -> [UInt8] {
    unsafe Array(unsafeUninitializedCapacity: 16) { buffer, count in
      count = max(0, unsafe read(UnsafeMutableRawBufferPointer(buffer), at: offset))
    }
  }
}
