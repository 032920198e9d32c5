import CVideo4Linux
import CaptureCore
import Glibc
import MediaTypes

/// A camera that is set to a mode, with its buffers: all that streaming needs.
struct StreamSetting: Sendable {
  let node: VideoNode
  let queue: BufferQueue
  let layout: DriverLayout
  let color: ColorDescription
  let geometry: PictureGeometry
  /// What the camera was really set to.
  let format: CameraFormat

  /// Sets a camera as near to a wish as the driver can.
  ///
  /// The format is read once more when the buffers are there: before that moment another program
  /// may still change it, after it none can.
  ///
  /// - Throws: `CaptureError`.
  init(node: VideoNode, wish: CameraFormat, words: FaultWords) throws(CaptureError) {
    do {
      self = try StreamSetting(node: node, wish: wish)
    } catch let error as SystemError {
      throw words.error(node.isGone ? error.unplugged : error, while: .configuring)
    } catch {
      throw words.unusable(error)
    }
  }

  /// - Throws: `SystemError` or `FrameError`.
  private init(node: VideoNode, wish: CameraFormat) throws {
    let type = try node.requireCaptureType()
    node.resetCrop()
    let asked = try node.setFormat(try node.code(for: wish.pixelFormat, type), wish.size, type)
    let rate = node.setRate(wish.rate, type)
    queue = try BufferQueue(node: node, type: type, planeCount: asked.planes.count)
    let report = try node.format(type)
    guard let known = DriverFormat.known(report.code) else {
      throw SystemError(call: Request.getFormat.name, code: EINVAL)
    }
    layout = try Self.layout(of: report, known, queue)
    color = ColorDescription(report.color, format: known)
    geometry = PictureGeometry(node.geometryReport, size: layout.size)
    format = CameraFormat(pixelFormat: known.format, size: report.size, rate: rate)
    self.node = node
  }

  /// Hands all buffers to the driver and starts the pictures.
  func begin() throws(SystemError) {
    do throws(SystemError) {
      for index in 0..<queue.count { try queue.enqueue(index) }
      try queue.streamOn()
    } catch {
      // Takes the buffers back from the driver.
      try? queue.streamOff()
      throw error
    }
  }

  /// The layout, once it is sure that pictures of it fit in the buffers.
  private static func layout(
    of report: FormatReport, _ format: DriverFormat, _ queue: BufferQueue
  ) throws(FrameError) -> DriverLayout {
    guard report.planes.count == queue.planeCount else {
      throw FrameError(.wrongPlaneCount, "another program changed the format meanwhile")
    }
    if fieldsInParts.contains(report.field) {
      throw FrameError(.invalidSize, "the driver only sends half pictures (interlaced)")
    }
    let layout = try DriverLayout(report, format: format)
    for memory in 0..<queue.planeCount
    where layout.byteCount(ofMemory: memory) > queue.byteCount(ofMemory: memory) {
      throw FrameError(
        .bufferTooShort,
        "the driver's buffers of \(queue.byteCount(ofMemory: memory)) bytes hold no"
          + " picture of \(layout.byteCount(ofMemory: memory))")
    }
    return layout
  }

  /// Half pictures one after another, which nothing here joins.
  private static let fieldsInParts: [UInt32] = [
    V4L2_FIELD_TOP, V4L2_FIELD_BOTTOM, V4L2_FIELD_SEQ_TB, V4L2_FIELD_SEQ_BT, V4L2_FIELD_ALTERNATE,
  ].map(\.rawValue)
}

extension VideoNode {
  /// The buffer type to capture with.
  fileprivate func requireCaptureType() throws(SystemError) -> CaptureType {
    if let type = capability.captureType { return type }
    throw SystemError(call: Request.queryCapability.name, code: ENOTTY)
  }

  /// The driver's cheapest code for a pixel format.
  fileprivate func code(
    for format: PixelFormat, _ type: CaptureType
  ) throws(SystemError) -> UInt32 {
    let offered = Set(pixelFormatCodes(type))
    let match = DriverFormat.all.first { $0.format == format && offered.contains($0.code) }
    if let match { return match.code }
    throw SystemError(call: Request.enumerateFormats.name, code: EINVAL)
  }
}
