import CVideo4Linux
import CaptureCore
import MediaTypes

/// A driver's buffers as memory that frames lie in and renderers import, without a copy.
///
/// A buffer that is lent out is missing in the driver's queue until the last holder of its frame lets
/// go. Its memory stays mapped and its descriptor open for the frame, also after the stream has stopped
/// or the camera is gone.
///
/// The processor reads through V4L2's own mapping, for which the driver keeps the caches right when it
/// hands a buffer out; only a mapping of the descriptor itself would need `DMA_BUF_IOCTL_SYNC`.
struct SharedBuffers: Sendable {
  private struct Buffer: Sendable {
    let memory: Mapping
    let descriptor: Descriptor
    let identity: UInt64
  }

  private let layout: DriverLayout
  private let buffers: [Buffer]
  private let returned = ReturnedBuffers<Int>()

  /// Exports a queue's buffers. `VIDIOC_EXPBUF`
  ///
  /// - Returns: nil where frames have to be copied: the driver cannot share, a frame is compressed, has
  ///   to be rearranged, or lies in several buffers (the formats of V4L2 that end in M), since the bytes
  ///   of a frame are one piece of memory for whoever reads them.
  init?(_ queue: BufferQueue, _ layout: DriverLayout) {
    guard queue.planeCount == 1, !layout.planes.isEmpty,
      [.same, .swappedChromaPlanes].contains(layout.format.arrangement)
    else { return nil }
    var buffers: [Buffer] = []
    for index in 0..<queue.count {
      guard let memory = queue.memory(of: index)?.first,
        let descriptor = try? queue.export(index)
      else { return nil }
      buffers.append(
        Buffer(memory: memory, descriptor: descriptor, identity: DMABuf.newIdentity()))
    }
    self.layout = layout
    self.buffers = buffers
  }

  /// Lends a filled buffer to a frame.
  ///
  /// - Parameters:
  ///   - index: which buffer.
  ///   - start: bytes before the picture.
  /// - Returns: the memory, and where the planes lie in it.
  func lend(_ index: Int, from start: Int) -> (bytes: FrameBuffer, planes: PlaneLayouts) {
    let buffer = buffers[index]
    let planes = PlaneLayouts(
      layout.planes.map { PlaneLayout(offset: start + $0.offset, stride: $0.stride) })
    let native = DMABuf(
      planes: planes.map {
        .init(descriptor: buffer.descriptor.rawValue, offset: $0.offset, stride: $0.stride)
      }, identity: buffer.identity)
    let bytes = buffer.memory.frameBuffer(native: native) { [returned] in
      withExtendedLifetime(buffer) { returned.put(index) }
    }
    return (bytes, planes)
  }

  /// The buffers whose frames are gone, each once.
  func takeReturned() -> [Int] { returned.take() }
}
