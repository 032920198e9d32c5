import CFFmpeg
import MediaTypes

/// A packet that a frame keeps.
@safe final class SharedPacket: Sendable {
  // Unsafe: owned from the initialiser to the deinitialiser, and not changed in between.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVPacket>

  /// Shares what is in a packet (`av_packet_clone`); nil when there is no memory.
  init?(_ packet: borrowing Packet) {
    guard let pointer = unsafe av_packet_clone(packet.pointer) else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned = unsafe Optional(pointer)
    unsafe av_packet_free(&owned)
  }

  var byteCount: Int { unsafe Int(pointer.pointee.size) }
  var time: Int64 {
    unsafe pointer.pointee.pts != .min ? pointer.pointee.pts : pointer.pointee.dts
  }

  /// The bytes; the packet lives as long as they do.
  var buffer: FrameBuffer {
    unsafe FrameBuffer(
      unsafeBytes: UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount)
    ) { [self] in withExtendedLifetime(self) {} }
  }
}
