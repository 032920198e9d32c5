import CFFmpeg
import MediaTypes

/// The packets of an H.264 stream in the form of annex B, each kept until its picture is decoded.
///
/// Not for two threads: it is made, used and let go on the stream's own.
final class AccessUnits {
  /// The most that wait for their pictures: what a decoder may hold back.
  private static let bound = 32

  /// nil for a stream that is in the form of annex B already.
  private let record: AVCRecord?
  private var stream: EncodedPicture.Stream?
  private var number: UInt64 = 0
  private var waiting: [(time: Int64, unit: EncodedPicture)] = []

  /// For a stream in the form of annex B that brings its parameter sets along.
  init() { record = nil }

  /// - Returns: nil for a stream of another kind.
  init?(_ input: StreamInput) {
    let parameters = unsafe input.parameters
    guard unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264 else { return nil }
    // Unsafe: the library's own bytes, which are copied here.
    let head = unsafe Array(
      UnsafeBufferPointer(
        start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size)))
    record = AVCRecord(head)
    note(H264Units(record?.parameterSets ?? head))
  }

  private func note(_ units: H264Units) {
    guard !units.parameterSets.isEmpty, units.parameterSets != stream?.parameterSets else { return }
    stream = EncodedPicture.Stream(format: .h264, parameterSets: units.parameterSets)
  }

  /// Takes a packet that is about to be decoded.
  func add(_ packet: borrowing Packet) {
    number += 1
    let time = unsafe packet.pointer.pointee.pts
    // Without a time (AV_NOPTS_VALUE) no picture can be told to be of it.
    guard time != .min, let shared = SharedPacket(packet), shared.byteCount > 0 else { return }
    add(shared.buffer, time: time, number: number)
  }

  /// Takes an access unit that is about to be decoded.
  ///
  /// - Parameter number: its place in the stream; one more than that of the unit before.
  func add(_ buffer: FrameBuffer, time: Int64, number: UInt64) {
    guard let units = PacketUnits(buffer, record) else { return }
    let head = units.head
    note(head)
    guard let stream else { return }
    if waiting.count == Self.bound { waiting.removeFirst() }
    let unit = EncodedPicture(stream: stream, number: number, isStart: head.isStart) {
      units.annexB()
    }
    waiting.append((time, unit))
  }

  /// What a picture was decoded from.
  ///
  /// - Parameter time: the picture's, in the stream's own units.
  func take(_ time: Int64) -> EncodedPicture? {
    guard let index = waiting.firstIndex(where: { $0.time == time }) else { return nil }
    defer { waiting.removeSubrange(...index) }
    return waiting[index].unit
  }

  /// Forgets what waits, for going back to the beginning.
  func clear() { waiting = [] }
}
