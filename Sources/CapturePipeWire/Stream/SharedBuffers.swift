import CPipeWire
import CaptureCore
import MediaTypes

/// A stream's buffers in shared memory: which there are, and which of them frames have.
///
/// A buffer that a frame has is missing to the camera until the last holder lets go, so that the camera
/// always keeps `leastLeft` of them: further frames are copied.
///
/// *Context*: the loop's thread.
struct SharedBuffers {
  /// What the camera needs to go on: one to fill, and one on its way.
  static let leastLeft = 2

  private var memories: [StreamObject.Buffer: SharedMemory] = [:]
  private var lent: [UInt64: StreamObject.Buffer] = [:]
  private let returned = ReturnedBuffers<UInt64>()

  /// Whether a buffer came in shared memory that cannot be mapped: its frames cannot be read.
  private(set) var isUnusable = false

  /// A buffer is there; one in other memory does not matter here.
  mutating func add(_ buffer: StreamObject.Buffer) {
    unsafe buffer.withContents { contents in
      guard unsafe contents.pointee.n_datas > 0,
        unsafe contents.pointee.datas[0].type == SPA_DATA_DmaBuf.rawValue
      else { return }
      memories[buffer] = unsafe SharedMemory(contents)
      if memories[buffer] == nil { isUnusable = true }
    }
  }

  /// A buffer is gone; frames that lie in it keep its memory.
  mutating func remove(_ buffer: StreamObject.Buffer) {
    if let memory = memories.removeValue(forKey: buffer) { lent[memory.identity] = nil }
  }

  /// The shared memory of a buffer; nil when it is in other memory.
  subscript(buffer: StreamObject.Buffer) -> SharedMemory? { memories[buffer] }

  /// Whether a frame may have one more.
  var canLend: Bool { memories.count - lent.count > Self.leastLeft }

  /// Lends a buffer to a frame.
  mutating func lend(_ buffer: StreamObject.Buffer, planes: PlaneLayouts) -> FrameBuffer? {
    guard canLend, let memory = memories[buffer] else { return nil }
    let identity = memory.identity
    lent[identity] = buffer
    return memory.frameBuffer(planes) { [returned] in returned.put(identity) }
  }

  /// The buffers whose frames are gone, each once.
  mutating func takeReturned() -> [StreamObject.Buffer] {
    returned.take().compactMap { lent.removeValue(forKey: $0) }
  }
}
