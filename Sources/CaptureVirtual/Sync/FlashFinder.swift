public import MediaTypes

/// Finds when the virtual cameras' flash begins, in the pictures of a movie.
///
/// Give it the brightness of each picture's lamp with the picture's time, in order, then read
/// `flashes`. A picture that the flash lights only for a part of its exposure is as bright as that
/// part, so that the beginning is told more finely than in whole pictures: to about a millisecond
/// where every picture has its own time, to half a picture where times were rounded to a steady rate.
///
/// *Context*: a plain value; any thread.
public struct FlashFinder: Sendable {
  /// The light and the dark lamp must differ by this much of 255.
  private static let leastContrast = 60.0

  private var pictures: [(time: MediaTime, level: Double)] = []

  /// Makes a finder.
  public init() {}

  /// Takes the next picture.
  ///
  /// - Parameters:
  ///   - level: what `level` read in it.
  ///   - time: when it is shown, or was taken.
  public mutating func add(level: Double, at time: MediaTime) {
    pictures.append((time, level))
  }

  /// When each flash begins, in order.
  public var flashes: [MediaTime] {
    guard let darkest = pictures.map(\.level).min(), let lightest = pictures.map(\.level).max(),
      lightest - darkest >= Self.leastContrast
    else { return [] }
    let middle = (darkest + lightest) / 2
    let share = { (level: Double) in (level - darkest) / (lightest - darkest) }
    return pictures.indices.dropFirst().compactMap { index in
      guard pictures[index].level >= middle, pictures[index - 1].level < middle else { return nil }
      // The first full picture begins inside the flash; what the one before it saw comes on top. A
      // first picture that is not full began before the flash.
      let before = share(pictures[index - 1].level)
      let step = pictures[index].time - pictures[index - 1].time
      let first = share(pictures[index].level)
      let offset = first > 0.97 ? -before : 1 - first
      return pictures[index].time + MediaTime(seconds: step.seconds * offset)
    }
  }

  /// The mean brightness of the lamp in a picture.
  ///
  /// - Parameters:
  ///   - bytes: rows of brightness from the top.
  ///   - size: of the image in pixels.
  ///   - stride: bytes from one row to the next; nil for rows without padding.
  ///   - area: where the camera's whole picture lies; nil when it is the whole image.
  /// - Returns: 0 to 255; nil when the bytes are too few or the lamp lies outside.
  public static func level(
    luma bytes: [UInt8], size: PixelSize, stride: Int? = nil, in area: FrameCode.Area? = nil
  ) -> Double? {
    unsafe bytes.withUnsafeBytes {
      unsafe level($0, size: size, stride: stride ?? size.width, step: (0, 1), in: area)
    }
  }

  /// The mean brightness of the lamp in a frame as it is stored, before rotation.
  ///
  /// - Returns: nil for a compressed format, or one whose brightness is no byte.
  public static func level(_ frame: VideoFrame) -> Double? {
    guard let step = FrameCode.lumaStep(frame.format), let plane = frame.planes.first else {
      return nil
    }
    let size = frame.size
    return unsafe frame.buffer.withUnsafeBytes { bytes in
      guard plane.offset >= 0, plane.offset <= bytes.count else { return nil }
      let rows = unsafe UnsafeRawBufferPointer(rebasing: bytes[plane.offset...])
      return unsafe level(rows, size: size, stride: plane.stride, step: step, in: nil)
    }
  }

  private static func level(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, stride: Int,
    step: (first: Int, distance: Int),
    in area: FrameCode.Area?
  ) -> Double? {
    guard size.isValid, stride >= size.width * step.distance, stride <= bytes.count,
      (size.height - 1) * stride + size.width * step.distance <= bytes.count
    else { return nil }
    let area =
      area ?? FrameCode.Area(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    guard area.isReasonable else { return nil }
    let lamp = FlashArea(width: area.width, height: area.height)
    // Its inner half, away from edges that scaling has softened.
    let columns = pixels(area.x + lamp.x + lamp.width / 4, lamp.width / 2, in: size.width)
    let rows = pixels(area.y + lamp.y + lamp.height / 4, lamp.height / 2, in: size.height)
    guard let columns, let rows else { return nil }
    var sum = 0
    for row in rows {
      for column in columns {
        sum += unsafe Int(bytes[row * stride + column * step.distance + step.first])
      }
    }
    return Double(sum) / Double(rows.count * columns.count)
  }

  private static func pixels(_ start: Double, _ length: Double, in limit: Int) -> Range<Int>? {
    let first = Int(start.rounded())
    let end = max(first + 1, Int((start + length).rounded()))
    return first >= 0 && end <= limit ? first..<end : nil
  }
}
