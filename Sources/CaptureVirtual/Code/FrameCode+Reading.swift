public import MediaTypes

extension FrameCode {
  /// A code that was found in a picture.
  public struct Reading: Hashable, Sendable {
    /// What it says.
    public var code: FrameCode
    /// Whether the picture is mirrored left to right.
    public var isMirrored: Bool

    /// Makes a reading.
    public init(code: FrameCode, isMirrored: Bool) {
      self.code = code
      self.isMirrored = isMirrored
    }
  }

  /// Where the camera's whole picture lies within an image, in the image's pixels. May reach outside
  /// the image, as after a crop.
  public struct Area: Hashable, Sendable {
    /// Left edge.
    public var x: Double
    /// Upper edge.
    public var y: Double
    /// Distance to the right edge.
    public var width: Double
    /// Distance to the lower edge.
    public var height: Double

    /// Makes an area.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// Reads the code of a frame as it is stored, before rotation.
  ///
  /// - Parameter frame: in any uncompressed format, scaled or not.
  /// - Returns: nil when no code can be read.
  public static func read(_ frame: VideoFrame) -> Reading? {
    guard let step = lumaStep(frame.format), let plane = frame.planes.first else { return nil }
    let size = frame.size
    return unsafe frame.buffer.withUnsafeBytes { bytes in
      let rows = unsafe UnsafeRawBufferPointer(rebasing: bytes[plane.offset...])
      return unsafe read(rows, size: size, stride: plane.stride, step: step, in: nil)
    }
  }

  /// Reads the code from luma, or from any bytes of which some are brightness.
  ///
  /// - Parameters:
  ///   - bytes: rows of brightness from the top.
  ///   - size: of the image in pixels.
  ///   - stride: bytes from one row to the next; nil for rows without padding.
  ///   - area: where the picture lies; nil when it is the whole image.
  /// - Returns: nil when no code can be read, also when the bytes are too few.
  public static func read(
    luma bytes: [UInt8], size: PixelSize, stride: Int? = nil, in area: Area? = nil
  ) -> Reading? {
    unsafe bytes.withUnsafeBytes {
      unsafe read($0, size: size, stride: stride ?? size.width, step: (0, 1), in: area)
    }
  }

  /// Reads the code from red, green and blue; green stands for brightness.
  ///
  /// - Parameters:
  ///   - bytes: rows of pixels from the top, without padding.
  ///   - size: of the image in pixels.
  ///   - bytesPerPixel: 3 or 4; green is the second byte.
  ///   - area: where the picture lies; nil when it is the whole image.
  /// - Returns: nil when no code can be read, also when the bytes are too few.
  public static func read(
    rgb bytes: [UInt8], size: PixelSize, bytesPerPixel: Int = 3, in area: Area? = nil
  ) -> Reading? {
    guard size.isValid, (3...4).contains(bytesPerPixel) else { return nil }
    let stride = size.width * bytesPerPixel
    return unsafe bytes.withUnsafeBytes {
      unsafe read($0, size: size, stride: stride, step: (1, bytesPerPixel), in: area)
    }
  }

  typealias Step = (first: Int, distance: Int)

  /// Which byte of the first plane is brightness (of a word the upper one; of RGB that of green), and
  /// how far it is to the next.
  static func lumaStep(_ format: PixelFormat) -> Step? {
    let shapes = format.componentShapes
    guard let brightness = format.components == .rgb ? shapes.dropFirst().first : shapes.first
    else { return nil }
    return (brightness.offset + format.bytesPerComponent - 1, brightness.step)
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, stride: Int, step: Step, in area: Area?
  ) -> Reading? {
    guard size.isValid, stride >= size.width * step.distance, stride <= bytes.count,
      (size.height - 1) * stride + size.width * step.distance <= bytes.count
    else { return nil }
    let area = area ?? Area(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let sampler = FrameCodeSampler(area: area) { x, y in
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
      return unsafe Int(bytes[y * stride + x * step.distance + step.first])
    }
    return sampler.reading
  }
}

extension FrameCode.Area {
  /// Whether one can count in it without overflow.
  var isReasonable: Bool {
    width >= 1 && height >= 1 && width < 1e6 && height < 1e6 && abs(x) < 1e6 && abs(y) < 1e6
  }
}

/// Looks at the squares of a code in a picture.
struct FrameCodeSampler {
  let area: FrameCode.Area
  /// Brightness of a pixel; nil outside the image.
  let brightness: (_ x: Int, _ y: Int) -> Int?

  /// Light and dark must differ by this much of 255, else it is only noise.
  private static let leastContrast = 30.0

  var reading: FrameCode.Reading? {
    guard area.isReasonable else { return nil }
    for isMirrored in [false, true] {
      if let code = code(isMirrored: isMirrored) {
        return FrameCode.Reading(code: code, isMirrored: isMirrored)
      }
    }
    return nil
  }

  private func code(isMirrored: Bool) -> FrameCode? {
    var levels: [Double] = []
    for row in 0..<FrameCodeGrid.rows {
      for column in 0..<FrameCodeGrid.columns {
        guard let level = level(row: row, column: column, isMirrored: isMirrored) else {
          return nil
        }
        levels.append(level)
      }
    }
    guard let darkest = levels.min(), let lightest = levels.max(),
      lightest - darkest >= Self.leastContrast
    else { return nil }
    let threshold = (darkest + lightest) / 2
    return FrameCode(bits: levels.map { $0 > threshold })
  }

  /// The mean over the middle of a square.
  private func level(row: Int, column: Int, isMirrored: Bool) -> Double? {
    let grid = FrameCodeGrid(width: area.width, height: area.height)
    var sum = 0.0
    for down in [0.3, 0.5, 0.7] {
      for across in [0.3, 0.5, 0.7] {
        let x = grid.x(column: Double(column) + across)
        let y = area.y + grid.y(row: Double(row) + down)
        let level = interpolated(area.x + (isMirrored ? area.width - x : x), y)
        guard let level else { return nil }
        sum += level
      }
    }
    return sum / 9
  }

  /// Brightness between the centres of four pixels.
  private func interpolated(_ x: Double, _ y: Double) -> Double? {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (across, down) = (x - 0.5 - left, y - 0.5 - top)
    let (column, row) = (Int(left), Int(top))
    guard let a = brightness(column, row), let b = brightness(column + 1, row),
      let c = brightness(column, row + 1), let d = brightness(column + 1, row + 1)
    else { return nil }
    let upper = Double(a) * (1 - across) + Double(b) * across
    let lower = Double(c) * (1 - across) + Double(d) * across
    return upper * (1 - down) + lower * down
  }
}
