import MediaTypes
import Testing

@testable import RecordCore

/// Frames for tests, and random numbers that are the same each time for a seed.
enum Frames {
  static func make(
    at time: MediaTime, sequence: UInt64 = 0, camera: String = "camera"
  ) throws -> VideoFrame {
    let size = PixelSize(width: 2, height: 2)
    return try VideoFrame(
      buffer: FrameBuffer.grey, format: .grey, size: size,
      planes: PlaneLayouts(packing: .grey, size: size), color: .webcam, source: CameraID(camera),
      sequence: sequence, presentationTime: time)
  }
}

extension FrameBuffer {
  /// Four grey pixels.
  static let grey: FrameBuffer = {
    // Unsafe: constants that live as long as the program.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    unsafe bytes.copyBytes(from: [128, 128, 128, 128] as [UInt8])
    return unsafe FrameBuffer(unsafeBytes: UnsafeRawBufferPointer(bytes)) {}
  }()
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Evenly spread over -1 ... 1.
  mutating func spread() -> Double { Double.random(in: -1...1, using: &self) }
}
