public import MediaTypes

/// Which camera took a picture, which one it is, and when: written into each virtual picture as a
/// field of light and dark squares, and read back from it.
///
/// With it a program can say of any picture of the chain — a frame, a screenshot, a JPEG, a movie —
/// where it came from. Not for real cameras: it is part of the virtual ones' pictures.
///
/// *Context*: a plain value; any thread.
public struct FrameCode: Hashable, Sendable {
  /// A short form of the camera's identity, see `tag(of:)`.
  public var cameraTag: UInt16
  /// The frame's count, its lowest 32 bits.
  public var sequence: UInt32
  /// The frame's presentation time in whole microseconds, its lowest 48 bits (nine years).
  public var time: MediaTime

  /// Makes a code from a frame's own data.
  public init(camera: CameraID, sequence: UInt64, time: MediaTime) {
    cameraTag = Self.tag(of: camera)
    self.sequence = UInt32(truncatingIfNeeded: sequence)
    let microseconds = max(time.nanoseconds, 0) / 1000 & 0xffff_ffff_ffff
    self.time = MediaTime(nanoseconds: microseconds * 1000)
  }

  /// A camera's identity in 16 bits: different for the few cameras of one program, not for all of the
  /// world. Formula: FNV-1a in 32 bits (Fowler, Noll, Vo), its halves combined by exclusive or.
  public static func tag(of camera: CameraID) -> UInt16 {
    let hash = camera.rawValue.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return UInt16(truncatingIfNeeded: hash ^ hash >> 16)
  }

  /// Whether the picture is of a camera.
  public func isFrom(_ camera: CameraID) -> Bool { cameraTag == Self.tag(of: camera) }
}

// MARK: Bits

extension FrameCode {
  /// Squares of the field, row by row: 96 bits of data and 16 of checksum, the highest bit first.
  static let bitCount = 112

  /// The bits, true for a light square.
  var bits: [Bool] {
    let bytes = payload
    let checksum = Self.checksum(bytes)
    return (bytes + Self.bytes(of: UInt64(checksum), count: 2)).flatMap { byte in
      (0..<8).map { byte >> (7 - $0) & 1 == 1 }
    }
  }

  /// Reads bits back.
  ///
  /// - Returns: nil when there are not 112 or the checksum does not fit.
  init?(bits: [Bool]) {
    guard bits.count == Self.bitCount else { return nil }
    let number = { (range: Range<Int>) in
      bits[range].reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    cameraTag = UInt16(truncatingIfNeeded: number(0..<16))
    sequence = UInt32(truncatingIfNeeded: number(16..<48))
    time = MediaTime(nanoseconds: Int64(number(48..<96)) * 1000)
    guard number(96..<112) == UInt64(Self.checksum(payload)) else { return nil }
  }

  private var payload: [UInt8] {
    Self.bytes(of: UInt64(cameraTag), count: 2) + Self.bytes(of: UInt64(sequence), count: 4)
      + Self.bytes(of: UInt64(clamping: time.nanoseconds / 1000), count: 6)
  }

  private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - $0))) }
  }

  /// CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xffff, so that neither an all-dark nor an all-light
  /// field is valid.
  static func checksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0xffff) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt16(byte) << 8) { value, _ in
        value << 1 ^ (value & 0x8000 == 0 ? 0 : 0x1021)
      }
    }
  }
}
