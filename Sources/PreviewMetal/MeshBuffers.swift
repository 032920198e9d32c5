import Metal
import PreviewCore

/// Where the triangles of bent surfaces are put for the GPU: one buffer for each scene that it may be
/// reading, grown when a scene needs more.
///
/// *Context*: the renderer's thread.
struct MeshBuffers {
  private let device: any MTLDevice
  private var buffers: [(any MTLBuffer)?]
  private var turn = 0
  private var used = 0

  init(_ device: any MTLDevice) {
    self.device = device
    buffers = Array(repeating: nil, count: MetalRenderer.mostInFlight)
  }

  /// The next scene has so many corners in all.
  mutating func begin(vertexCount: Int) throws(PreviewError) {
    turn = (turn + 1) % buffers.count
    used = 0
    let length = vertexCount * MemoryLayout<MeshVertex>.stride
    guard length > (buffers[turn]?.length ?? 0) else { return }
    guard let buffer = device.makeBuffer(length: length * 2, options: .storageModeShared) else {
      throw PreviewError(.graphicsFailed, "No memory for a surface of \(vertexCount) corners.")
    }
    buffers[turn] = buffer
  }

  /// Copies corners, and says where they lie.
  mutating func put(_ vertices: [MeshVertex]) -> (buffer: any MTLBuffer, offset: Int)? {
    guard let buffer = buffers[turn] else { return nil }
    let (offset, length) = (used, vertices.count * MemoryLayout<MeshVertex>.stride)
    guard offset + length <= buffer.length else { return nil }
    used += length
    // Unsafe: the buffer has that many bytes, and no scene that the GPU reads uses them.
    unsafe vertices.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe (buffer.contents() + offset).copyMemory(from: start, byteCount: bytes.count)
    }
    return (buffer, offset)
  }
}
