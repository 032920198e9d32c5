import MediaTypes
import RecordCore

/// Makes pictures smaller: each new pixel is the mean of the old ones that it covers.
enum BoxFilter {
  /// The largest size of the same shape within given edges; never larger than the picture itself.
  static func fit(_ size: PixelSize, within edges: PixelSize) -> PixelSize {
    let factor = min(
      1, Double(edges.width) / Double(size.width), Double(edges.height) / Double(size.height))
    return PixelSize(
      width: max(1, Int((Double(size.width) * factor).rounded())),
      height: max(1, Int((Double(size.height) * factor).rounded())))
  }

  /// Scales a picture down, first across and then down.
  ///
  /// - Parameter size: valid, with edges no larger than those of the picture.
  static func scale(_ image: RGBImage, to size: PixelSize) -> RGBImage? {
    let (width, height) = (image.size.width, image.size.height)
    let across = scale(
      image.bytes, lines: height, count: width, to: size.width,
      lineStep: width * 3, step: 3, resultLineStep: size.width * 3, resultStep: 3)
    let down = scale(
      across, lines: size.width, count: height, to: size.height,
      lineStep: 3, step: size.width * 3, resultLineStep: 3, resultStep: size.width * 3)
    return RGBImage(size: size, bytes: down)
  }

  /// One direction; a line is a row or a column.
  private static func scale(
    _ bytes: [UInt8], lines: Int, count: Int, to newCount: Int,
    lineStep: Int, step: Int, resultLineStep: Int, resultStep: Int
  ) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: lines * newCount * 3)
    // In units of 1/newCount of an old pixel, so that all edges are whole numbers.
    for target in 0..<newCount {
      let (from, to) = (target * count, (target + 1) * count)
      for line in 0..<lines {
        var sums = (red: count / 2, green: count / 2, blue: count / 2)
        for source in from / newCount...(to - 1) / newCount {
          let weight = min(to, (source + 1) * newCount) - max(from, source * newCount)
          let index = line * lineStep + source * step
          sums.red += Int(bytes[index]) * weight
          sums.green += Int(bytes[index + 1]) * weight
          sums.blue += Int(bytes[index + 2]) * weight
        }
        let index = line * resultLineStep + target * resultStep
        result[index] = UInt8(sums.red / count)
        result[index + 1] = UInt8(sums.green / count)
        result[index + 2] = UInt8(sums.blue / count)
      }
    }
    return result
  }
}
