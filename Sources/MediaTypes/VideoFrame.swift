/// One picture from a camera, with everything needed to show it right: an immutable value that
/// shares its memory.
///
/// A frame carries its own geometry, colour, camera and time. Nothing about it is ever looked up in
/// "the current camera", since frames of the old camera still arrive after a flip.
public struct VideoFrame: Sendable {
  /// The memory; goes back to its owner with the last frame that shares it.
  public let buffer: FrameBuffer
  /// How the bytes are laid out.
  public let format: PixelFormat
  /// The picture's size in pixels, as stored (before `rotation`).
  public let size: PixelSize
  /// Where each plane lies in `buffer`; one plane for a compressed frame.
  public let planes: PlaneLayouts
  /// What the numbers mean as colour.
  public let color: ColorDescription
  /// How far the stored picture is to be turned clockwise to stand upright.
  public let rotation: Rotation
  /// Whether the stored picture is already mirrored left to right (after `rotation`).
  public let isMirrored: Bool
  /// The shape of its pixels, as stored.
  public let pixelAspect: PixelAspect
  /// The part of the stored picture that is to be seen; the rest is padding.
  public let crop: PixelRectangle
  /// The camera that took it.
  public private(set) var source: CameraID
  /// The source's count of frames; gaps are frames that the source lost. Not a time.
  public let sequence: UInt64
  /// When the picture was taken, on the monotonic clock.
  public private(set) var presentationTime: MediaTime

  /// Makes a frame after checking that every row of every plane lies inside the buffer.
  ///
  /// - Parameters:
  ///   - buffer: the memory.
  ///   - format: how it is laid out; an unknown format is refused.
  ///   - size: in pixels, as stored.
  ///   - planes: as the source gave them.
  ///   - color: what the numbers mean.
  ///   - rotation: clockwise turn that makes it upright.
  ///   - isMirrored: whether it is stored mirrored.
  ///   - pixelAspect: the shape of its pixels.
  ///   - crop: the part to be seen; nil is all of it.
  ///   - source: the camera.
  ///   - sequence: the source's count.
  ///   - presentationTime: when it was taken, monotonic.
  /// - Throws: `FrameError` for geometry that would read outside the buffer.
  public init(
    buffer: FrameBuffer, format: PixelFormat, size: PixelSize, planes: PlaneLayouts,
    color: ColorDescription, rotation: Rotation = .none, isMirrored: Bool = false,
    pixelAspect: PixelAspect = .square, crop: PixelRectangle? = nil,
    source: CameraID, sequence: UInt64, presentationTime: MediaTime
  ) throws(FrameError) {
    try Self.check(format: format, size: size, planes: planes, byteCount: buffer.byteCount)
    let crop = crop ?? PixelRectangle(whole: size)
    guard crop.lies(in: size) else {
      throw FrameError(.invalidSize, "a crop of \(crop.size) outside a frame of \(size)")
    }
    self.buffer = buffer
    self.format = format
    self.size = size
    self.planes = planes
    self.color = color
    self.rotation = rotation
    self.isMirrored = isMirrored
    self.pixelAspect = pixelAspect
    self.crop = crop
    self.source = source
    self.sequence = sequence
    self.presentationTime = presentationTime
  }

  /// The same picture, sharing the same memory, with another time: for a source whose times are wrong.
  public func retimed(to presentationTime: MediaTime) -> VideoFrame {
    var copy = self
    copy.presentationTime = presentationTime
    return copy
  }

  /// The same picture, sharing the same memory, as taken by a camera of another name: for a camera that
  /// has several.
  public func attributed(to source: CameraID) -> VideoFrame {
    var copy = self
    copy.source = source
    return copy
  }

  /// The size after `crop` and `rotation`, in pixels that may not be square.
  public var uprightSize: PixelSize { rotation.swapsAxes ? crop.size.transposed : crop.size }

  /// The size after `crop` and `rotation` of the same picture in square pixels: one edge is made longer, or
  /// where that would be too long the other one shorter.
  public var squareSize: PixelSize {
    let size = uprightSize
    let ratio = rotation.swapsAxes ? 1 / pixelAspect.ratio : pixelAspect.ratio
    let scaled = { (edge: Int, factor: Double) in max(1, Int((Double(edge) * factor).rounded())) }
    let wide = PixelSize(width: scaled(size.width, ratio), height: size.height)
    let high = PixelSize(width: size.width, height: scaled(size.height, 1 / ratio))
    let (longer, shorter) = ratio > 1 ? (wide, high) : (high, wide)
    return longer.isValid ? longer : shorter
  }

  /// Width over height as a person sees it: after `crop`, `pixelAspect` and `rotation`.
  public var uprightAspectRatio: Double {
    let stored = Double(crop.size.width) * pixelAspect.ratio / Double(crop.size.height)
    return rotation.swapsAxes ? 1 / stored : stored
  }
}

extension VideoFrame {
  /// Checks a geometry from outside against the bytes that are there.
  ///
  /// - Throws: `FrameError` that names what does not fit.
  public static func check(
    format: PixelFormat, size: PixelSize, planes: PlaneLayouts, byteCount: Int
  ) throws(FrameError) {
    guard size.isValid else {
      throw FrameError(
        .invalidSize, "a frame of \(size) pixels; each edge must be 1 ... \(PixelSize.maximumEdge)")
    }
    if format.isCompressed {
      try checkCompressed(planes: planes, byteCount: byteCount)
      return
    }
    let shapes = format.planeShapes
    guard !shapes.isEmpty, planes.count == shapes.count else {
      throw FrameError(
        .wrongPlaneCount, "\(planes.count) planes for \(format), which has \(shapes.count)")
    }
    for (index, shape) in shapes.enumerated() {
      try check(plane: planes[index], index: index, shape: shape, size: size, byteCount: byteCount)
    }
  }

  private static func checkCompressed(planes: PlaneLayouts, byteCount: Int) throws(FrameError) {
    guard planes.count == 1 else {
      throw FrameError(
        .wrongPlaneCount, "\(planes.count) planes for a compressed frame, which has 1")
    }
    let plane = planes[0]
    guard plane.stride > 0 else { throw FrameError(.empty, "a compressed frame of no bytes") }
    let (end, overflow) = plane.offset.addingReportingOverflow(plane.stride)
    guard plane.offset >= 0, !overflow, end <= byteCount else {
      throw FrameError(
        .bufferTooShort,
        "\(plane.stride) compressed bytes from \(plane.offset) in a buffer of \(byteCount)")
    }
  }

  private static func check(
    plane: PlaneLayout, index: Int, shape: PlaneShape, size: PixelSize, byteCount: Int
  ) throws(FrameError) {
    let row = shape.bytesPerRow(width: size.width)
    guard plane.stride >= row else {
      throw FrameError(
        .strideTooSmall, "plane \(index) has rows of \(row) bytes but a stride of \(plane.stride)")
    }
    let (beforeLast, overflow) = plane.stride.multipliedReportingOverflow(
      by: shape.rows(height: size.height) - 1)
    let (length, overflow2) = beforeLast.addingReportingOverflow(row)
    let (end, overflow3) = length.addingReportingOverflow(plane.offset)
    guard plane.offset >= 0, !overflow, !overflow2, !overflow3, end <= byteCount else {
      throw FrameError(
        .bufferTooShort,
        "plane \(index) needs \(length) bytes from \(plane.offset) but the buffer has \(byteCount)")
    }
  }
}
