public import MediaTypes

/// Writes a photo's description as an EXIF block: a small TIFF file with two directories, little
/// endian, as JPEG's APP1 segment and PNG's `eXIf` chunk carry it.
///
/// Not for reading or changing a block that is there.
///
/// Source of the tags and their types: CIPA DC-008-2019 (EXIF 2.32), sections 4.6.4 to 4.6.6.
public enum ExifBlock {
  /// The longest text that is kept, in bytes.
  static let longestText = 120

  /// Makes a block.
  ///
  /// - Parameters:
  ///   - metadata: texts are cut, and what is not printable ASCII becomes `?`, since a device may
  ///     call itself anything.
  ///   - size: of the picture as stored, in pixels.
  ///   - orientation: how it has to be turned.
  /// - Returns: the bytes from `II` on, less than 2 KiB.
  ///
  /// *Context*: pure.
  public static func bytes(
    _ metadata: PhotoMetadata, size: PixelSize, orientation: ExifOrientation
  ) -> [UInt8] {
    let taken = metadata.takenAt
    let detail: [Field] = [
      .version(0x9000, "0232"), .text(0x9003, taken.exifText), .text(0x9004, taken.exifText),
      .text(0x9010, taken.exifOffsetText), .text(0x9011, taken.exifOffsetText),
      .text(0x9012, taken.exifOffsetText), .components(0x9101, [1, 2, 3, 0]),
      .text(0x9290, taken.exifFractionText), .text(0x9291, taken.exifFractionText),
      .text(0x9292, taken.exifFractionText), .version(0xa000, "0100"), .short(0xa001, 1),
      .long(0xa002, UInt32(clamping: size.width)), .long(0xa003, UInt32(clamping: size.height)),
    ]
    var main: [Field] = [
      metadata.make.map { .text(0x010f, $0) } ?? nil,
      metadata.cameraName.isEmpty ? nil : .text(0x0110, metadata.cameraName),
      .short(0x0112, orientation.rawValue), .rational(0x011a, 72), .rational(0x011b, 72),
      .short(0x0128, 2), metadata.software.isEmpty ? nil : .text(0x0131, metadata.software),
      .text(0x0132, taken.exifText), .short(0x0213, 1),
    ].compactMap { $0 }
    // The second directory begins where the first one ends, and the first one points to it.
    let end = header.count + Directory(main + [.long(0x8769, 0)]).byteCount
    main.append(.long(0x8769, UInt32(end)))
    return header + Directory(main).bytes(at: header.count) + Directory(detail).bytes(at: end)
  }

  /// The mark of little endian, 42, and where the first directory is (TIFF 6.0, section 2).
  private static let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
}

/// One entry of a TIFF directory.
private struct Field {
  let tag: UInt16
  let type: UInt16
  let count: UInt32
  let bytes: [UInt8]

  private init(_ tag: UInt16, type: UInt16, count: Int, _ bytes: [UInt8]) {
    (self.tag, self.type, self.bytes) = (tag, type, bytes)
    self.count = UInt32(count)
  }

  /// ASCII with its end mark (type 2).
  static func text(_ tag: UInt16, _ text: String) -> Field {
    let printable = text.unicodeScalars.prefix(ExifBlock.longestText).map { scalar in
      (0x20...0x7e).contains(scalar.value) ? UInt8(scalar.value) : UInt8(ascii: "?")
    }
    return Field(tag, type: 2, count: printable.count + 1, printable + [0])
  }

  /// 16 bits (type 3).
  static func short(_ tag: UInt16, _ value: UInt16) -> Field {
    Field(tag, type: 3, count: 1, littleEndian(value))
  }

  /// 32 bits (type 4).
  static func long(_ tag: UInt16, _ value: UInt32) -> Field {
    Field(tag, type: 4, count: 1, littleEndian(value))
  }

  /// A whole number as a fraction (type 5).
  static func rational(_ tag: UInt16, _ value: UInt32) -> Field {
    Field(tag, type: 5, count: 1, littleEndian(value) + littleEndian(UInt32(1)))
  }

  /// Four digits without an end mark (type 7).
  static func version(_ tag: UInt16, _ digits: String) -> Field {
    components(tag, Array(digits.utf8))
  }

  /// Bytes (type 7).
  static func components(_ tag: UInt16, _ bytes: [UInt8]) -> Field {
    Field(tag, type: 7, count: bytes.count, bytes)
  }

  /// The bytes where they do not fit in the entry itself, to an even number.
  var outside: [UInt8] {
    bytes.count <= 4 ? [] : bytes + Array(repeating: 0, count: bytes.count % 2)
  }
}

/// A TIFF directory with the values that do not fit in it (TIFF 6.0, section 2).
private struct Directory {
  /// In the order of their tags, as TIFF demands.
  let fields: [Field]

  init(_ fields: [Field]) { self.fields = fields.sorted { $0.tag < $1.tag } }

  /// The count, 12 bytes for each entry, the link to the next directory, and the values.
  var byteCount: Int { entriesByteCount + fields.reduce(0) { $0 + $1.outside.count } }

  private var entriesByteCount: Int { 2 + 12 * fields.count + 4 }

  /// - Parameter offset: where the directory begins in the block.
  func bytes(at offset: Int) -> [UInt8] {
    var entries = littleEndian(UInt16(fields.count))
    var values: [UInt8] = []
    for field in fields {
      entries += littleEndian(field.tag) + littleEndian(field.type) + littleEndian(field.count)
      if field.outside.isEmpty {
        entries += field.bytes + Array(repeating: 0, count: 4 - field.bytes.count)
      } else {
        entries += littleEndian(UInt32(offset + entriesByteCount + values.count))
        values += field.outside
      }
    }
    return entries + [0, 0, 0, 0] + values
  }
}

private func littleEndian<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> [UInt8]
{
  (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
