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
    guard let record, let units = record.units(in: packet.span) else { return }
    var end = 0
    for unit in units {
      precondition(
        unit.lowerBound > end && unit.upperBound <= packet.count, "a unit lies elsewhere")
      end = unit.upperBound
    }
    precondition(end == packet.count, "bytes of a packet belong to no unit")
  }
}
