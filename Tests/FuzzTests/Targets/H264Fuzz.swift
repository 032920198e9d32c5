import MediaTypes

@testable import CaptureFFmpeg

enum H264Fuzz {
  /// A piece of a stream; then the same bytes as a movie has them: how long its record is, the record, the
  /// matrix of its track, and a packet.
  static func run(_ bytes: [UInt8]) {
    let sets = H264Units(bytes).parameterSets
    precondition(sets.isEmpty || H264Units(sets).parameterSets == sets, "sets are read otherwise")
    var input = FuzzInput(bytes)
    let record = AVCRecord(Array(input.bytes(Int(input.byte()))))
    _ = DisplayMatrix((0..<9).map { _ in input.number() })
    let packet = Array(input.bytes(bytes.count))
    guard let record, let units = record.annexB(packet) else { return }
    // The shortest length is one byte, and becomes a start code of four.
    precondition(units.count <= 4 * packet.count, "a packet has become longer than it can")
    _ = H264Units(record.parameterSets + units)
  }
}
