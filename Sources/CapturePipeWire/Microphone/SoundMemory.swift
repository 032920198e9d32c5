import CPipeWire
import CPipeWireShims
import MediaTypes

/// What a buffer of PipeWire's says of the sound in it, checked: the numbers are another program's.
struct SoundChunk: Hashable {
  /// More than this in a buffer is nonsense: a second of 64 channels at 48 kHz.
  static let greatestSize = 64 * 48_000 * 4

  let offset: Int
  let size: Int

  /// - Parameters:
  ///   - offset: where the sound begins, in bytes; counted round the end, as PipeWire says.
  ///   - size: its bytes.
  ///   - capacity: bytes that can be read.
  ///   - channelCount: of the stream's format.
  /// - Returns: nil for what does not fit; a last moment that is not whole is left out.
  init?(offset: UInt32, size: UInt32, capacity: Int, channelCount: Int) {
    guard capacity > 0, channelCount > 0 else { return nil }
    let start = Int(offset) % capacity
    guard start % MemoryLayout<Float>.size == 0, Int(size) <= capacity - start,
      Int(size) <= Self.greatestSize
    else { return nil }
    self.offset = start
    let moment = channelCount * MemoryLayout<Float>.size
    self.size = Int(size) / moment * moment
  }
}

/// Copies the sound out of a buffer that PipeWire lends.
enum SoundMemory {
  /// - Returns: nil for a buffer that is faulty, or says what cannot be; empty for one without sound.
  static func samples(of buffer: UnsafePointer<spa_buffer>, channelCount: Int) -> [Float]? {
    guard unsafe buffer.pointee.n_datas > 0, let data = unsafe buffer.pointee.datas?[0],
      let memory = unsafe data.data, let chunk = unsafe data.chunk?.pointee
    else { return nil }
    guard chunk.flags & Int32(SPA_CHUNK_FLAG_CORRUPTED) == 0,
      let sound = SoundChunk(
        offset: chunk.offset, size: chunk.size, capacity: Int(unsafe data.maxsize),
        channelCount: channelCount)
    else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: memory + sound.offset, count: sound.size)
    return unsafe Array(bytes.bindMemory(to: Float.self))
  }
}
