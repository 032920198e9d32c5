import Foundation

extension Screenshot {
  /// Reads an X window dump of 24-bit colours in 32-bit pixels, as `Xvfb -fbdir` keeps one.
  ///
  /// The header is 25 big-endian words (`XWDFile.h`): 0 is the header's size, 4 and 5 width and
  /// height, 7 the byte order, 11 bits per pixel, 12 bytes per line, 19 the number of colours,
  /// of 12 bytes each, that stand between header and pixels.
  public init(xwdFile path: String) throws {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard data.count >= 100 else { throw TestSupportError("\(path) is too short") }
    func word(_ index: Int) -> Int {
      data[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height, line) = (word(4), word(5), word(12))
    let start = word(0) + word(19) * 12
    guard word(7) == 0, word(11) == 32, line >= width * 4, data.count >= start + line * height
    else { throw TestSupportError("\(path) is no dump of 32-bit little-endian pixels") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for row in 0..<height {
      bytes += data[start + row * line..<start + row * line + width * 4]
    }
    self.init(width: width, height: height, bytes: bytes)
  }
}
