package import MediaTypes
package import RecordCore

/// The encoder by itself, without fitting and without a file: what `make bench` compares a recording
/// with.
package enum BareEncoding {
  /// Encodes frames of the canvas's size that the encoder takes as they are.
  ///
  /// - Parameters:
  ///   - frames: used again and again.
  ///   - count: how many pictures are encoded.
  /// - Returns: bytes that came out.
  package static func run(
    _ frames: [VideoFrame], count: Int64, settings: MovieSettings
  ) throws(RecordError) -> Int {
    let canvas = settings.canvas
    let candidate = try EncoderTrials().choose(
      settings.video, container: settings.container, canvas: canvas)
    let layout = PictureLayout(format: frames[0].format, color: frames[0].color)
    var pictures: [MediaFrame] = []
    for frame in frames { pictures.append(try MediaFrame(sharing: frame, layout: layout)) }
    let encoder = try VideoEncoder(
      candidate, canvas: canvas, layout: layout,
      keyInterval: canvas.rate.steps(in: settings.fragment))
    var byteCount = 0
    for index in 0..<count {
      try encoder.encode(pictures[Int(index) % pictures.count], at: index) {
        byteCount += $0.byteCount
      }
    }
    try encoder.finish { byteCount += $0.byteCount }
    return byteCount
  }
}

/// How a recording's pictures were fitted to the canvas.
package struct FittingCosts: Hashable, Sendable {
  /// Pictures that went to the encoder without touching a byte.
  package var sharedCount = 0
  /// Times that a whole picture was written.
  package var copyCount = 0

  /// None yet.
  package init() {}
}

extension FFmpegMovieBackend {
  /// Records frames as a recorder does, and says how they were fitted.
  ///
  /// - Parameter recorded: called when the last frame is added, before the file is finished.
  package func record(
    _ frames: [VideoFrame], count: Int64, to path: String, settings: MovieSettings,
    recorded: () -> Void = {}
  ) throws(RecordError) -> FittingCosts {
    let writer = try begin(path, settings: settings)
    for index in 0..<count { try writer.append(frames[Int(index) % frames.count], at: index) }
    recorded()
    _ = try writer.finish()
    var costs = FittingCosts()
    costs.sharedCount = writer.fitCounts?.shared ?? 0
    costs.copyCount = writer.fitCounts?.copies ?? 0
    return costs
  }
}
