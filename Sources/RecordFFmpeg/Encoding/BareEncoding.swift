package import MediaTypes
package import RecordCore

/// The encoder by itself, without fitting and without a file: what `make bench` compares a recording
/// with.
package final class BareEncoding {
  private let encoder: VideoEncoder
  private let pictures: [MediaFrame]
  /// Bytes that came out.
  package private(set) var byteCount = 0

  /// Opens the encoder that a recording would take.
  ///
  /// - Parameter frames: of the canvas's size, which the encoder takes as they are; used again and again.
  package init(_ frames: [VideoFrame], settings: MovieSettings) throws(RecordError) {
    let canvas = settings.canvas
    let candidate = try EncoderTrials().choose(
      settings.video, container: settings.container, canvas: canvas)
    let layout = PictureLayout(format: frames[0].format, color: frames[0].color)
    var pictures: [MediaFrame] = []
    for frame in frames { pictures.append(try MediaFrame(sharing: frame, layout: layout)) }
    self.pictures = pictures
    encoder = try VideoEncoder(
      candidate, canvas: canvas, layout: layout,
      keyInterval: canvas.rate.steps(in: settings.fragment))
  }

  /// Encodes a picture.
  package func append(at index: Int64) throws(RecordError) {
    try encoder.encode(pictures[Int(index) % pictures.count], at: index) {
      byteCount += $0.byteCount
    }
  }

  /// Brings out what the encoder still holds.
  package func finish() throws(RecordError) {
    try encoder.finish { byteCount += $0.byteCount }
  }
}
