public import MediaTypes

/// Makes a JPEG image of a picture in I420 and full range; nil when it cannot.
public typealias VirtualJPEG = @Sendable (VideoFrame) -> [UInt8]?

/// Makes the pictures of one stream in memory that is used again and again, damaged on request.
struct FrameDeveloper: Sendable {
  /// One picture's bytes.
  struct Image: Sendable {
    var buffer: FrameBuffer
    var planes: PlaneLayouts
    let color: ColorDescription
  }

  private let painter: FramePainter
  private let pool: FramePool
  private let size: PixelSize
  /// What compresses the pictures; nil where they are sent as they are.
  private let jpeg: VirtualJPEG?

  /// More than the consumers of a session hold at once: mailbox, renderer and a few short queues.
  private static let poolCapacity = 16

  init(_ painter: FramePainter, size: PixelSize, jpeg: VirtualJPEG? = nil) {
    self.painter = painter
    self.size = size
    self.jpeg = jpeg
    pool = FramePool(byteCount: painter.byteCount, capacity: Self.poolCapacity)
  }

  /// Makes a picture.
  ///
  /// - Returns: nil when all memory is still held by consumers.
  func develop(_ code: FrameCode, exposure: MediaTime, damage: FaultScript.Damage?) -> Image? {
    guard
      let buffer = unsafe pool.make(fill: {
        unsafe painter.paint(code, exposure: exposure, into: $0)
      })
    else { return nil }
    let image = Image(buffer: buffer, planes: painter.planes, color: painter.color)
    return jpeg.map { compressed(image, $0, damage) } ?? damaged(image, damage)
  }

  /// One JPEG image; of no bytes where it cannot be compressed, which is no frame.
  private func compressed(
    _ image: Image, _ jpeg: VirtualJPEG, _ damage: FaultScript.Damage?
  ) -> Image {
    let frame = try? VideoFrame(
      buffer: image.buffer, format: .i420, size: size, planes: image.planes, color: image.color,
      source: CameraID(""), sequence: 0, presentationTime: .zero)
    var bytes = frame.flatMap(jpeg) ?? []
    switch damage {
    // Without its first bytes it is no JPEG at all.
    case .corrupt: bytes.replaceSubrange(0..<min(4, bytes.count), with: repeatElement(0, count: 4))
    case .short: bytes.removeLast(bytes.count / 2)
    case .stride, .disorder, nil: break
    }
    let planes = PlaneLayouts([PlaneLayout(offset: 0, stride: bytes.count)])
    return Image(buffer: FrameBuffer(copying: bytes), planes: planes, color: image.color)
  }

  private func damaged(_ image: Image, _ damage: FaultScript.Damage?) -> Image {
    var image = image
    switch damage {
    case .short: image.buffer = image.buffer.prefix(image.buffer.byteCount / 2)
    case .stride:
      for index in image.planes.indices { image.planes[index].stride /= 2 }
    case .corrupt, .disorder, nil: break
    }
    return image
  }
}

extension FrameBuffer {
  /// The first bytes of this memory, which is kept as long as they are.
  fileprivate func prefix(_ count: Int) -> FrameBuffer {
    // Unsafe: the closure holds this buffer until the new one is let go.
    unsafe withUnsafeBytes { bytes in
      unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(count))) {
        [self] in withExtendedLifetime(self) {}
      }
    }
  }

  /// Memory of its own that holds these bytes.
  fileprivate convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    unsafe copy.copyBytes(from: bytes)
    // Unsafe: sent to the closure that alone frees it, once.
    nonisolated(unsafe) let owned = unsafe copy
    let used = unsafe UnsafeRawBufferPointer(rebasing: copy.prefix(bytes.count))
    unsafe self.init(unsafeBytes: used) { unsafe owned.deallocate() }
  }
}
