import CVideo4Linux
import MediaTypes

/// Where the pixels of a driver's frame lie, worked out from its report and checked.
struct DriverLayout: Hashable, Sendable {
  /// One plane of the picture, in the order of our format.
  struct Plane: Hashable, Sendable {
    /// Which of the frame's buffers holds it.
    var memory: Int
    /// Bytes from that buffer's data to the first row.
    var offset: Int
    /// Bytes from one row to the next.
    var stride: Int
    /// Bytes of picture in a row.
    var rowBytes: Int
    /// Rows, 1 or more.
    var rows: Int

    /// Bytes from the start of the first row to the end of the last.
    var byteCount: Int { stride * (rows - 1) + rowBytes }
    /// Where it ends in its buffer.
    var end: Int { offset + byteCount }
  }

  /// The driver's format.
  let format: DriverFormat
  /// In pixels.
  let size: PixelSize
  /// Empty for a compressed format.
  let planes: [Plane]

  /// Checks a report.
  ///
  /// A stride of 0 is taken for rows without padding, as some drivers mean it.
  ///
  /// - Throws: `FrameError` for a report that no picture can be read by.
  init(_ report: FormatReport, format: DriverFormat) throws(FrameError) {
    guard report.size.isValid else {
      throw FrameError(.invalidSize, "the driver reports pictures of \(report.size) pixels")
    }
    guard report.planes.count == format.memoryPlanes else {
      throw FrameError(
        .wrongPlaneCount,
        "the driver reports \(report.planes.count) buffers a frame, \(format.memoryPlanes) expected"
      )
    }
    self.format = format
    size = report.size
    planes = try Self.planes(of: format, report)
  }

  /// Bytes of each of a frame's buffers that the picture reaches into; 0 where it uses none.
  func byteCount(ofMemory memory: Int) -> Int {
    planes.lazy.filter { $0.memory == memory }.map(\.end).max() ?? 0
  }

  private static func planes(
    of format: DriverFormat, _ report: FormatReport
  ) throws(FrameError) -> [Plane] {
    var planes: [Plane] = []
    var offset = 0
    for (index, shape) in format.format.planeShapes.enumerated() {
      let memory = format.memoryPlanes == 1 ? 0 : index
      let row = shape.bytesPerRow(width: report.size.width)
      let stride = stride(
        of: report.planes[memory], isFirst: index == 0 || memory > 0, format, shape)
      guard stride == 0 || (row...maximumStride).contains(stride) else {
        throw FrameError(
          .strideTooSmall, "the driver reports a stride of \(stride) for rows of \(row) bytes")
      }
      let plane = Plane(
        memory: memory, offset: memory == 0 ? offset : 0, stride: stride == 0 ? row : stride,
        rowBytes: row, rows: shape.rows(height: report.size.height))
      planes.append(plane)
      offset += plane.stride * plane.rows
    }
    if format.arrangement == .swappedChromaPlanes { planes.swapAt(1, 2) }
    return planes
  }

  /// V4L2 gives one stride for planes that share a buffer, that of the first; the others follow by
  /// the format's subsampling.
  private static func stride(
    of plane: FormatReport.Plane, isFirst: Bool, _ format: DriverFormat, _ shape: PlaneShape
  ) -> Int {
    let samples = plane.stride / format.format.bytesPerComponent
    return isFirst ? plane.stride : samples / shape.horizontalSubsampling * shape.bytesPerSample
  }

  /// Four bytes a pixel of the widest frame, eight times over.
  private static let maximumStride = PixelSize.maximumEdge * 32
}
