import MediaTypes
import PreviewCore

/// A frame's components, unpacked, and what they mean.
struct Picture {
  private let size: PixelSize
  private let components: [ComponentPlane]
  private let conversion: ColorConversion

  init(_ frame: VideoFrame) throws(PreviewError) {
    let shapes = try ComponentShape.all(of: frame.format)
    let siting = ChromaSiting(frame.color)
    size = frame.size
    components = shapes.map { ComponentPlane($0, of: frame, siting: siting) }
    conversion = ColorConversion(frame.color, format: frame.format)
  }

  /// The picture's colour at a point, (0, 0) upper left ... (1, 1) lower right, as the target
  /// stores it.
  func color(u: Double, v: Double) -> (red: Double, green: Double, blue: Double) {
    let (x, y) = (u * Double(size.width), v * Double(size.height))
    let first = components[0].sample(x: x, y: y)
    let (second, third) =
      components.count == 3
      ? (components[1].sample(x: x, y: y), components[2].sample(x: x, y: y)) : (0, 0)
    return (
      clamp(conversion.red(first, second, third)), clamp(conversion.green(first, second, third)),
      clamp(conversion.blue(first, second, third))
    )
  }

  private func clamp(_ value: Double) -> Double { max(0, min(1, value)) }
}

/// Where one component of a format is found.
struct ComponentShape {
  let plane: Int
  /// Bytes from a row's start to the first sample.
  let offset: Int
  /// Bytes from one sample to the next.
  let step: Int
  /// Pixels that one sample covers.
  let across: Int
  let down: Int

  init(_ plane: Int, offset: Int = 0, step: Int = 1, across: Int = 1, down: Int = 1) {
    (self.plane, self.offset, self.step) = (plane, offset, step)
    (self.across, self.down) = (across, down)
  }

  /// Luma, U and V; or red, green and blue; or luma alone.
  static func all(of format: PixelFormat) throws(PreviewError) -> [ComponentShape] {
    switch format {
    case .nv12:
      [
        .init(0), .init(1, step: 2, across: 2, down: 2),
        .init(1, offset: 1, step: 2, across: 2, down: 2),
      ]
    case .i420: [.init(0), .init(1, across: 2, down: 2), .init(2, across: 2, down: 2)]
    case .i422: [.init(0), .init(1, across: 2), .init(2, across: 2)]
    case .i444: [.init(0), .init(1), .init(2)]
    case .yuyv:
      [
        .init(0, step: 2), .init(0, offset: 1, step: 4, across: 2),
        .init(0, offset: 3, step: 4, across: 2),
      ]
    case .bgra: [.init(0, offset: 2, step: 4), .init(0, offset: 1, step: 4), .init(0, step: 4)]
    case .rgb24: [.init(0, step: 3), .init(0, offset: 1, step: 3), .init(0, offset: 2, step: 3)]
    case .grey: [.init(0)]
    default: throw .cannotDraw(format)
    }
  }
}

/// One component as bytes without padding, read in between its samples.
struct ComponentPlane {
  private let width: Int
  private let height: Int
  private let samples: [UInt8]
  private let scaleX: Double
  private let scaleY: Double
  private let shiftX: Double

  init(_ shape: ComponentShape, of frame: VideoFrame, siting: ChromaSiting) {
    let width = (frame.size.width + shape.across - 1) / shape.across
    let height = (frame.size.height + shape.down - 1) / shape.down
    let layout = frame.planes[shape.plane]
    // Unsafe: the pointer is used in the closure only, and checks its bounds in debug builds;
    // `VideoFrame` has checked that every row of every plane lies inside.
    samples = unsafe frame.buffer.withUnsafeBytes { bytes in
      var samples: [UInt8] = []
      samples.reserveCapacity(width * height)
      for row in 0..<height {
        let start = layout.offset + row * layout.stride + shape.offset
        for column in 0..<width { unsafe samples.append(bytes[start + column * shape.step]) }
      }
      return samples
    }
    (self.width, self.height) = (width, height)
    (scaleX, scaleY) = (1 / Double(shape.across), 1 / Double(shape.down))
    shiftX = siting.shift(subsampling: shape.across)
  }

  /// The value at a position in pixels of the picture, 0 ... 1: bilinear, the outermost samples
  /// going on for ever.
  func sample(x: Double, y: Double) -> Double {
    let across = Neighbours(x * scaleX + shiftX, count: width)
    let down = Neighbours(y * scaleY, count: height)
    let (first, second) = (down.first * width, down.second * width)
    let above = across.mix(samples[first + across.first], samples[first + across.second])
    let below = across.mix(samples[second + across.first], samples[second + across.second])
    return (above + (below - above) * down.fraction) / 255
  }
}

/// The two samples on either side of a position, and how far it is from the first to the second.
struct Neighbours {
  let first: Int
  let second: Int
  let fraction: Double

  /// - Parameter position: in samples; the first one's centre is at 0.5.
  init(_ position: Double, count: Int) {
    // Clamped before it becomes an integer: positions come from any transform.
    let position = max(-1, min(Double(count), position - 0.5))
    let floor = position.rounded(.down)
    first = max(0, min(count - 1, Int(floor)))
    second = max(0, min(count - 1, Int(floor) + 1))
    fraction = position - floor
  }

  func mix(_ left: UInt8, _ right: UInt8) -> Double {
    let left = Double(left)
    return left + (Double(right) - left) * fraction
  }
}
