package import MediaTypes
package import RecordCore

/// How a recording's pictures were fitted to the canvas.
package struct FittingCosts: Hashable, Sendable {
  /// Pictures that went to the encoder without touching a byte.
  package var sharedCount = 0
  /// Times that a whole picture was written.
  package var copyCount = 0

  /// None yet.
  package init() {}
}

/// A recording as a recorder makes it, for `make bench`.
///
/// What it starts on other threads is over when a call returns, so that the processor's time between two
/// moments is that of the calls between them.
package final class MeasuredRecording {
  private let frames: [VideoFrame]
  private let writer: FFmpegMovieWriter

  /// Begins a movie.
  ///
  /// - Parameter frames: used again and again.
  package init(
    _ frames: [VideoFrame], to path: String, settings: MovieSettings,
    backend: FFmpegMovieBackend = FFmpegMovieBackend()
  ) throws(RecordError) {
    self.frames = frames
    writer = try backend.begin(path, settings: settings)
  }

  /// Records a picture.
  package func append(at index: Int64) throws(RecordError) {
    try writer.append(frames[Int(index) % frames.count], at: index)
    OpenFile.settle()
  }

  /// Finishes the file.
  package func finish() throws(RecordError) {
    _ = try writer.finish()
    OpenFile.settle()
  }

  /// What was done so far; nothing for pictures that pass as they are.
  package var costs: FittingCosts {
    var costs = FittingCosts()
    costs.sharedCount = writer.fitCounts?.shared ?? 0
    costs.copyCount = writer.fitCounts?.copies ?? 0
    return costs
  }
}
