import Glibc
import MediaTypes
import PreviewCore

/// Frames in memory that the kernel shares between devices, as a camera's driver hands them out: from the
/// kernel's heap (`/dev/dma_heap/system`), else from a graphics device that has plain buffers, as vgem.
///
/// Sendable unchecked: the mapping is written before a frame has it and only read after.
@safe final class SharedMemory: @unchecked Sendable {
  private let descriptor: Int32
  // Unsafe: mapped until `deinit`.
  private let bytes: UnsafeMutableRawBufferPointer

  private init?(_ byteCount: Int) {
    guard let (shared, mapped, offset) = Self.allocate(byteCount) else { return nil }
    descriptor = shared
    let address = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, mapped, off_t(offset))
    if mapped != shared { close(mapped) }
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: byteCount)
  }

  deinit {
    unsafe munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  /// That this machine has no such memory, at least for this program.
  struct Refusal: Error, CustomStringConvertible {
    let description = "neither /dev/dma_heap/system nor a device of /dev/dri gives any"
  }

  /// The same frame in shared memory, its rows as far apart as graphics devices like them.
  ///
  /// - Throws: `Refusal`.
  static func frame(like frame: VideoFrame, identity: UInt64) throws -> VideoFrame {
    let planes = PlaneLayouts(packing: frame.format, size: frame.size, alignment: 256)
    let shapes = frame.format.planeShapes
    let byteCount =
      zip(planes, shapes).map { plane, shape in
        plane.offset + plane.stride * shape.rows(height: frame.size.height)
      }.max() ?? 0
    guard let memory = SharedMemory(byteCount) else { throw Refusal() }
    memory.copy(frame, planes)
    let native = DMABuf(
      planes: planes.map {
        .init(descriptor: memory.descriptor, offset: $0.offset, stride: $0.stride)
      }, identity: identity)
    let buffer = unsafe FrameBuffer(
      unsafeBytes: UnsafeRawBufferPointer(memory.bytes), native: native
    ) { withExtendedLifetime(memory) {} }
    return try VideoFrame(
      buffer: buffer, format: frame.format, size: frame.size, planes: planes, color: frame.color,
      rotation: frame.rotation, isMirrored: frame.isMirrored, pixelAspect: frame.pixelAspect,
      crop: frame.crop, source: frame.source, sequence: frame.sequence,
      presentationTime: frame.presentationTime)
  }

  private func copy(_ frame: VideoFrame, _ planes: PlaneLayouts) {
    // Unsafe: both layouts have been checked against their buffers.
    unsafe frame.buffer.withUnsafeBytes { source in
      for (index, shape) in frame.format.planeShapes.enumerated() {
        let length = shape.bytesPerRow(width: frame.size.width)
        for row in 0..<shape.rows(height: frame.size.height) {
          let from = frame.planes[index].offset + row * frame.planes[index].stride
          let to = planes[index].offset + row * planes[index].stride
          unsafe bytes[to..<to + length].copyBytes(from: source[from..<from + length])
        }
      }
    }
  }

  /// - Returns: a descriptor to share, one to map (closed by the caller where it is another), and where.
  private static func allocate(_ byteCount: Int) -> (Int32, Int32, UInt64)? {
    let heap = unsafe open("/dev/dma_heap/system", O_RDWR | O_CLOEXEC)
    if heap >= 0 {
      defer { close(heap) }
      // struct dma_heap_allocation_data, DMA_HEAP_IOCTL_ALLOC
      var request: (UInt64, UInt32, UInt32, UInt64) = (
        UInt64(byteCount), 0, UInt32(O_RDWR | O_CLOEXEC), 0
      )
      if unsafe ioctl(heap, 0xc018_4800, &request) == 0 {
        return (Int32(request.1), Int32(request.1), 0)
      }
    }
    for node in ["/dev/dri/card0", "/dev/dri/card1", "/dev/dri/renderD128", "/dev/dri/renderD129"] {
      if let found = plainBuffer(of: node, byteCount) { return found }
    }
    return nil
  }

  private static func plainBuffer(of node: String, _ byteCount: Int) -> (Int32, Int32, UInt64)? {
    let device = unsafe open(node, O_RDWR | O_CLOEXEC)
    guard device >= 0 else { return nil }
    // struct drm_mode_create_dumb: height, width, bits, flags; handle, pitch, size.
    let rows = UInt32((byteCount + 4095) / 4096)
    var create: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt64) = (
      rows, 4096, 8, 0, 0, 0, 0
    )
    guard unsafe ioctl(device, 0xc020_64b2, &create) == 0 else {
      close(device)
      return nil
    }
    // struct drm_mode_map_dumb: handle, padding, offset. struct drm_prime_handle: handle, flags, descriptor.
    var map: (UInt32, UInt32, UInt64) = (create.4, 0, 0)
    var share: (UInt32, UInt32, Int32) = (create.4, UInt32(O_RDWR | O_CLOEXEC), -1)
    guard unsafe ioctl(device, 0xc010_64b3, &map) == 0,
      unsafe ioctl(device, 0xc00c_642d, &share) == 0
    else {
      close(device)
      return nil
    }
    return (share.2, device, map.2)
  }
}
