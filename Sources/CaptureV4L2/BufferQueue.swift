import CVideo4Linux
import Glibc
import MediaTypes
import Synchronization

/// The buffers that a driver fills, mapped into memory, and the queue in which they go to and fro.
///
/// Buffers are given back to the driver when the last reference goes, so that the device is free for
/// another program at once.
///
/// *Context*: one thread at a time.
final class BufferQueue: Sendable {
  /// The device.
  let node: VideoNode
  /// Which of the two interfaces.
  let type: CaptureType
  /// How many buffers each frame has.
  let planeCount: Int
  /// For each frame's index its buffers in memory.
  private let mappings: [[Mapping]]
  private let isReleased = Atomic(false)

  /// How many frames are asked for: two in the driver's hands, one on its way, and three that a preview
  /// may hold where frames are not copied.
  static let wish: UInt32 = 6
  private static let limit = 32

  /// Asks for buffers and maps them. `VIDIOC_REQBUFS`, `VIDIOC_QUERYBUF`
  ///
  /// - Throws: `SystemError`; `ENOMEM` also when the driver grants fewer than two.
  init(
    node: VideoNode, type: CaptureType, planeCount: Int
  ) throws(SystemError) {
    self.node = node
    self.type = type
    self.planeCount = planeCount
    let granted = try Self.request(Self.wish, node, type)
    var mappings: [[Mapping]] = []
    do throws(SystemError) {
      guard granted >= 2 else { throw SystemError(call: Request.requestBuffers.name, code: ENOMEM) }
      for index in 0..<min(granted, Self.limit) {
        mappings.append(try Self.map(index, node, type, planeCount))
      }
    } catch {
      mappings = []
      _ = try? Self.request(0, node, type)
      throw error
    }
    self.mappings = mappings
  }

  deinit { release() }

  /// Gives the buffers back now, so that the mode can be changed. `VIDIOC_REQBUFS`
  ///
  /// The kernel frees buffers that are still mapped when the mappings go (since 5.4); older ones
  /// refuse, and free them when the descriptor closes.
  func release() {
    // Once: a second request would free the buffers of a later queue of the same node.
    guard !isReleased.exchange(true, ordering: .relaxed) else { return }
    _ = try? Self.request(0, node, type)
  }

  /// How many frames there are room for.
  var count: Int { mappings.count }

  /// The buffers of a frame; nil for an index that the driver made up.
  func memory(of index: Int) -> [Mapping]? {
    mappings.indices.contains(index) ? mappings[index] : nil
  }

  /// The size of the smallest buffer of a kind.
  func byteCount(ofMemory memory: Int) -> Int { mappings.map { $0[memory].byteCount }.min() ?? 0 }

  /// Starts the pictures. `VIDIOC_STREAMON`
  func streamOn() throws(SystemError) {
    var type = Int32(bitPattern: type.rawValue)
    try node.control(.streamOn, &type)
  }

  /// Stops the pictures; the driver lets go of all buffers. `VIDIOC_STREAMOFF`
  func streamOff() throws(SystemError) {
    var type = Int32(bitPattern: type.rawValue)
    try node.control(.streamOff, &type)
  }

  /// Opens a frame's only buffer as memory that other devices can use. `VIDIOC_EXPBUF`
  func export(_ index: Int) throws(SystemError) -> Descriptor {
    var request = v4l2_exportbuffer()
    request.type = type.rawValue
    request.index = UInt32(index)
    request.flags = UInt32(O_CLOEXEC | O_RDONLY)
    try node.control(.exportBuffer, &request)
    return Descriptor(adopting: request.fd, calls: node.calls)
  }

  /// Hands a buffer to the driver. `VIDIOC_QBUF`
  func enqueue(_ index: Int) throws(SystemError) {
    _ = try Self.exchange(.queueBuffer, UInt32(index), node, type)
  }

  /// Takes a filled buffer; nil when none is ready. `VIDIOC_DQBUF`
  func dequeue() throws(SystemError) -> DequeuedBuffer? {
    do throws(SystemError) {
      return try Self.exchange(.dequeueBuffer, 0, node, type).buffer
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
  }
}

// MARK: - Requests

extension BufferQueue {
  private static func request(
    _ count: UInt32, _ node: VideoNode, _ type: CaptureType
  ) throws(SystemError) -> Int {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = type.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try node.control(.requestBuffers, &request)
    return Int(request.count)
  }

  private static func map(
    _ index: Int, _ node: VideoNode, _ type: CaptureType, _ planeCount: Int
  ) throws(SystemError) -> [Mapping] {
    let places = try exchange(.queryBuffer, UInt32(index), node, type).places
    guard places.count >= planeCount else {
      throw SystemError(call: Request.queryBuffer.name, code: EINVAL)
    }
    var mappings: [Mapping] = []
    for place in places.prefix(planeCount) {
      // A driver's length of 0 cannot be mapped: EINVAL.
      mappings.append(try Mapping(of: node, length: place.length, offset: place.offset))
    }
    return mappings
  }

  /// Sends a request about one buffer, with room for its planes.
  private static func exchange(
    _ request: Request, _ index: UInt32, _ node: VideoNode, _ type: CaptureType
  ) throws(SystemError) -> BufferAnswer {
    var planes = InlineArray<8, v4l2_plane>(repeating: v4l2_plane())
    var buffer = unsafe v4l2_buffer()
    unsafe buffer.index = index
    unsafe buffer.type = type.rawValue
    unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
    guard type == .multiPlanar else {
      unsafe try node.control(request, &buffer)
      return unsafe BufferAnswer(buffer)
    }
    // Unsafe: the planes are a local variable that outlives the request.
    return try unsafe withUnsafeMutablePointer(to: &planes) { (pointer) throws(SystemError) in
      try unsafe pointer.withMemoryRebound(to: v4l2_plane.self, capacity: 8) {
        (first) throws(SystemError) in
        unsafe buffer.m.planes = unsafe first
        unsafe buffer.length = 8
        unsafe try node.control(request, &buffer)
        return unsafe BufferAnswer(buffer, planes: UnsafeBufferPointer(start: first, count: 8))
      }
    }
  }
}

/// What a driver answered about one buffer.
private struct BufferAnswer {
  /// Where `mmap` finds one of a frame's buffers.
  struct Place {
    var length: Int
    var offset: Int
  }

  var buffer: DequeuedBuffer
  var places: [Place] = []

  init(_ answer: v4l2_buffer) {
    buffer = unsafe DequeuedBuffer(answer)
    buffer.planes[0].bytesUsed = unsafe Int(answer.bytesused)
    // Unsafe: a union; the memory type that was asked for says that it holds an offset.
    places = [unsafe Place(length: Int(answer.length), offset: Int(answer.m.offset))]
  }

  init(_ answer: v4l2_buffer, planes: UnsafeBufferPointer<v4l2_plane>) {
    buffer = unsafe DequeuedBuffer(answer)
    buffer.planeCount = unsafe Int(answer.length)
    for index in 0..<min(buffer.planeCount, 4) {
      let plane = unsafe planes[index]
      buffer.planes[index] = .init(
        bytesUsed: Int(plane.bytesused), offset: Int(plane.data_offset))
      unsafe places.append(Place(length: Int(plane.length), offset: Int(plane.m.mem_offset)))
    }
  }
}

extension DequeuedBuffer {
  fileprivate init(_ answer: v4l2_buffer) {
    index = unsafe Int(answer.index)
    flags = unsafe answer.flags
    sequence = unsafe answer.sequence
    // A driver's microseconds may be anything; the sums stay at the end of the range.
    let microseconds = unsafe Int64(answer.timestamp.tv_usec)
    timestamp =
      unsafe MediaTime.seconds(Int64(answer.timestamp.tv_sec))
      + MediaTime(nanoseconds: microseconds.multipliedReportingOverflow(by: 1000).partialValue)
  }
}
