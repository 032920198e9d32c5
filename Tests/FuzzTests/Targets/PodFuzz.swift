import CaptureCore
import MediaTypes

@testable import CapturePipeWire

enum PodFuzz {
  /// An object as PipeWire sends it; then numbers of a frame's blocks.
  static func run(_ bytes: [UInt8]) {
    var size = PixelSize(width: 640, height: 480)
    if let object = PodObject(bytes) {
      precondition(FormatList.formats(object).count <= FormatList.maximumCount)
      _ = FormatList.pixelFormats(object)
      size = NegotiatedFormat(object)?.format.size ?? size
      _ = object.bytes
    }
    var input = FuzzInput(bytes)
    let format = input.one(of: PixelFormat.known)
    let capacity = input.number(UInt32.self) % (1 << 26)
    let blocks = (0..<Int(input.byte() % 5)).map { _ in
      FrameBlock(
        offset: input.number(), size: input.number(), stride: input.number(), capacity: capacity)
    }
    guard let frame = try? FrameGeometry(format: format, size: size, blocks: blocks) else { return }
    for run in frame.runs {
      let (source, target) = (run.source + run.byteCount, run.target + run.byteCount)
      precondition(run.source >= 0 && source <= Int(capacity), "reads outside a block")
      precondition(run.target >= 0 && target <= frame.byteCount, "writes outside the frame")
    }
  }
}
