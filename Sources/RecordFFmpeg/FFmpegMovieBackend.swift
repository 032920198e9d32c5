import Glibc
import MediaTypes
public import RecordCore

/// Writes movies with FFmpeg's libraries: H.264, HEVC or JPEG pictures and AAC in MP4 and Matroska, VP8
/// or VP9 and Opus in WebM.
///
/// A recording that runs is `NAME.part`, beside the name that it is to have: fragments that can be
/// opened whatever happens. At its end an ordinary file is made of it. The part is locked as long as a
/// process writes it.
///
/// Encoders are tried with a real picture before they are taken, once for each canvas; what was found is
/// kept as long as this value lives.
///
/// *Context*: any thread. Silences the library's own log (`av_log_set_level`) for the process.
public struct FFmpegMovieBackend: MovieBackend {
  private let trials = EncoderTrials()

  /// Makes a back end; nothing is opened.
  public init() {}

  /// Begins a movie. See `MovieBackend.create`.
  ///
  /// - Throws: also `exists` when an unfinished recording of that name is there, running or left by a
  ///   crash; `MovieRepair` makes a movie of the latter. `settings.overwrites` allows the movie to be
  ///   replaced, never a part.
  public func create(
    _ path: String, settings: MovieSettings
  ) throws(RecordError) -> any MovieWriter {
    try begin(path, settings: settings)
  }

  func begin(_ path: String, settings: MovieSettings) throws(RecordError) -> FFmpegMovieWriter {
    LibraryLog.silence()
    try settings.check()
    let paths = MoviePaths(target: path)
    try Self.checkFree(paths, overwrites: settings.overwrites)
    // Where a camera's own pictures are kept, x264 alone can go on where they end.
    let candidate = try trials.choose(
      settings.video, container: settings.container, canvas: settings.canvas,
      preferred: settings.passesThrough ? .x264 : nil)
    let file = try Self.openPart(paths)
    do {
      return try FFmpegMovieWriter(
        try FileOutput(file), paths: paths, settings: settings, candidate: candidate)
    } catch {
      MoviePaths.remove(paths.part)
      throw error
    }
  }

  /// The bytes that may still be written by a person's programs (`statvfs`).
  public func freeBytes(near path: String) -> Int64? {
    DiskSpace.free(in: MoviePaths(target: path).folder)
  }

  private static func checkFree(_ paths: MoviePaths, overwrites: Bool) throws(RecordError) {
    guard let name = paths.target.split(separator: "/", omittingEmptySubsequences: false).last,
      !name.isEmpty
    else {
      throw RecordError(.badSettings, "A movie needs a file name, not '\(paths.target)'.")
    }
    if MoviePaths.exists(paths.target), !overwrites {
      throw FileError.make(EEXIST, "\(paths.target) is not written over")
    }
  }

  /// Makes the part, which must be new: what lies there is a recording, or was one.
  private static func openPart(_ paths: MoviePaths) throws(RecordError) -> OpenFile {
    let file: OpenFile
    do {
      file = try OpenFile(
        paths.part, flags: O_RDWR | O_CREAT | O_EXCL, what: "\(paths.target) cannot be recorded")
    } catch  where error.code == .exists {
      throw RecordError(
        .exists, "\(paths.part) is there: a recording that runs, or that a crash left.",
        remedy: "Repair or remove it, or choose another name.", systemError: error.systemError)
    }
    guard file.lock() else {
      MoviePaths.remove(paths.part)
      throw RecordError(
        .exists, "\(paths.part) is being written by another process.",
        remedy: "Choose another name.")
    }
    return file
  }
}

/// The room on a disk.
enum DiskSpace {
  /// Bytes that may still be written in a folder; nil when nobody can say (`statvfs`).
  static func free(in folder: String) -> Int64? {
    var status = statvfs()
    return unsafe statvfs(folder, &status) == 0 ? free(status) : nil
  }

  static func free(_ status: statvfs) -> Int64? {
    // What has no blocks at all, such as /sys, is no disk.
    guard status.f_blocks > 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int64(clamping: bytes)
  }
}
