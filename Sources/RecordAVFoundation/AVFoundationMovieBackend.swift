public import RecordCore

/// Writes movies with AVAssetWriter: H.264 or HEVC by the hardware and AAC in MP4.
///
/// A recording that runs is `NAME.part`, beside the name that it is to have, in fragments that can be
/// opened whatever happens. WebM and Matroska are not for Apple's systems.
///
/// *Context*: any thread.
public struct AVFoundationMovieBackend: MovieBackend {
  private let makeFitter: @Sendable () throws(RecordError) -> any PictureFitter

  /// Makes a back end.
  ///
  /// - Parameter fitter: makes what fits frames to the canvas, one for each movie.
  public init(fitter: @escaping @Sendable () throws(RecordError) -> any PictureFitter) {
    makeFitter = fitter
  }

  /// Begins a movie. See `MovieBackend.create`.
  ///
  /// - Throws: also `exists` when an unfinished recording of that name is there, which
  ///   `settings.overwrites` never replaces, and `badSettings` for what the system does not write: another
  ///   container or codec, or a camera's own compressed pictures.
  public func create(
    _ path: String, settings: MovieSettings
  ) throws(RecordError) -> any MovieWriter {
    try settings.check()
    guard settings.container == .mp4, [.automatic, .h264, .hevc].contains(settings.video) else {
      throw RecordError(
        .badSettings, "This system writes H.264 and HEVC in MP4 files.",
        remedy: "Let the name end in .mp4, and choose h264 or hevc.")
    }
    guard !settings.passesThrough else {
      throw RecordError(
        .badSettings, "Cameras of this system send no compressed pictures that a movie could keep.",
        remedy: "Record without passing through.")
    }
    let paths = MoviePaths(target: path)
    try paths.check(overwrites: settings.overwrites)
    return try AVFoundationMovieWriter(paths, settings: settings, fitter: try makeFitter())
  }

  /// The bytes that may still be written (`FileManager.attributesOfFileSystem`).
  public func freeBytes(near path: String) -> Int64? { MoviePaths(target: path).freeBytes }
}
