import CFFmpeg
import MediaTypes
import RecordCore

/// Makes pictures of the canvas's size, format and colour out of frames of any camera.
///
/// A frame that agrees is handed on as it is. Else its bytes are written once, or twice when it also
/// has to be turned and scaled. The picture before is used again when the same frame comes again.
final class FrameFitter {
  /// What was done, for the benchmark.
  struct Counts: Hashable {
    /// Pictures handed on without touching a byte.
    var shared = 0
    /// Times that a whole picture was written.
    var copies = 0
    /// Pictures used again.
    var held = 0
    /// Frames that could not be decoded; the picture before stood in.
    var damaged = 0
  }

  let canvas: MovieCanvas
  let layout: PictureLayout
  private(set) var counts = Counts()

  private var route: FitRoute?
  private var reader: PictureReader?
  /// The memory that fitted pictures are written to, again and again.
  private let own: MediaFrame
  private var last: (frame: VideoFrame, picture: MediaFrame)?

  /// - Parameter layout: of the pictures that come out; NV12, I420 or I422.
  init(canvas: MovieCanvas, layout: PictureLayout) throws(RecordError) {
    self.canvas = canvas
    self.layout = layout
    own = try Self.blackPicture(canvas: canvas, layout: layout)
  }

  /// Fits one frame.
  ///
  /// - Returns: a picture that is good until the next call.
  /// - Throws: `encoderFailed` for a format that the library does not have, or no memory.
  func fit(_ frame: VideoFrame) throws(RecordError) -> MediaFrame {
    if let last, last.frame.isSamePicture(as: frame) {
      counts.held += 1
      return last.picture
    }
    let picture = try fitNew(frame)
    last = (frame, picture)
    return picture
  }

  private func fitNew(_ frame: VideoFrame) throws(RecordError) -> MediaFrame {
    guard frame.format.isCompressed else {
      let layout = PictureLayout(format: frame.format, color: frame.color)
      guard layout.libraryFormat != nil else {
        throw RecordError(.encoderFailed, "Pictures in \(frame.format) cannot be recorded.")
      }
      return try fit(try MediaFrame(sharing: frame, layout: layout), layout, of: frame)
    }
    let reader = try reader(for: frame)
    guard let (picture, layout) = try reader.read(frame) else {
      counts.damaged += 1
      return last?.picture ?? own
    }
    return try fit(picture, layout, of: frame)
  }

  private func reader(for frame: VideoFrame) throws(RecordError) -> PictureReader {
    if let reader, reader.suits(frame) { return reader }
    let made = try PictureReader(frame)
    reader = made
    return made
  }

  private func fit(
    _ picture: MediaFrame, _ source: PictureLayout, of frame: VideoFrame
  ) throws(RecordError) -> MediaFrame {
    guard picture.size.width >= 2, picture.size.height >= 2 else {
      throw RecordError(.encoderFailed, "A picture of \(picture.size) cannot be recorded.")
    }
    let wish = FitRoute.Wish(
      source: source, size: picture.size, pixelAspect: frame.pixelAspect,
      rotation: frame.rotation, isMirrored: frame.isMirrored, canvas: canvas, layout: layout)
    if route?.wish != wish {
      route = try FitRoute(wish)
      try blacken(own)
    }
    guard let route, !route.isDirect else {
      counts.shared += 1
      return picture
    }
    try own.makeWritable()
    counts.copies += unsafe try route.run(from: picture.planes, to: own.planes)
    return own
  }

  /// Makes what lies beside a picture that does not fill the canvas black.
  private func blacken(_ picture: MediaFrame) throws(RecordError) {
    try picture.makeWritable()
    try Self.blacken(picture, layout: layout)
  }

  /// A black canvas.
  static func blackPicture(
    canvas: MovieCanvas, layout: PictureLayout
  ) throws(RecordError) -> MediaFrame {
    let picture = try MediaFrame(size: canvas.size, layout: layout)
    try blacken(picture, layout: layout)
    return picture
  }

  /// `av_image_fill_black`.
  private static func blacken(
    _ picture: MediaFrame, layout: PictureLayout
  ) throws(RecordError) {
    var planes = unsafe picture.planes
    let strides = unsafe planes.strides.map { Int($0) }
    let status = unsafe av_image_fill_black(
      &planes.addresses, strides, layout.libraryFormat ?? AV_PIX_FMT_NONE,
      layout.color.libraryRange, Int32(clamping: picture.size.width),
      Int32(clamping: picture.size.height))
    try LibraryError.check(status, .encoderFailed, "A picture could not be made black")
  }
}

extension VideoFrame {
  /// Whether another frame is this one, come again because the camera was late or is being changed.
  func isSamePicture(as other: VideoFrame) -> Bool {
    buffer === other.buffer && sequence == other.sequence && source == other.source
  }
}
