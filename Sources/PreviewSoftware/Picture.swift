import MediaTypes
import PreviewCore

/// A frame's components, unpacked, and what they mean.
struct Picture {
  private let size: PixelSize
  private let components: [ComponentPlane]
  private let conversion: ColorConversion

  init(_ frame: VideoFrame) throws(PreviewError) {
    let shapes = frame.format.componentShapes
    guard !shapes.isEmpty else { throw .cannotDraw(frame.format) }
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

/// One component without padding, read in between its samples.
struct ComponentPlane {
  private let width: Int
  private let height: Int
  private let samples: [UInt16]
  /// What stands for 1.
  private let greatest: Double
  private let scaleX: Double
  private let scaleY: Double
  private let shiftX: Double

  init(_ shape: ComponentShape, of frame: VideoFrame, siting: ChromaSiting) {
    (width, height) = (
      shape.columns(width: frame.size.width), shape.rows(height: frame.size.height)
    )
    greatest = Double(1 << frame.format.bitDepth - 1)
    samples = Self.samples(shape, of: frame, columns: width, rows: height)
    (scaleX, scaleY) = (
      1 / Double(shape.horizontalSubsampling), 1 / Double(shape.verticalSubsampling)
    )
    shiftX = siting.shift(subsampling: shape.horizontalSubsampling)
  }

  private static func samples(
    _ shape: ComponentShape, of frame: VideoFrame, columns: Int, rows: Int
  ) -> [UInt16] {
    let layout = frame.planes[shape.plane]
    let isDeep = frame.format.bytesPerComponent == 2
    // Of a word the upper bits count.
    let unused = UInt16(isDeep ? 16 - frame.format.bitDepth : 0)
    // Unsafe: the pointer is used in the closure only, and checks its bounds in debug builds;
    // `VideoFrame` has checked that every row of every plane lies inside.
    return unsafe frame.buffer.withUnsafeBytes { bytes in
      var samples: [UInt16] = []
      samples.reserveCapacity(columns * rows)
      for row in 0..<rows {
        let start = layout.offset + row * layout.stride + shape.offset
        for column in 0..<columns {
          let index = start + column * shape.step
          let high = unsafe isDeep ? UInt16(bytes[index + 1]) << 8 : 0
          unsafe samples.append((high | UInt16(bytes[index])) >> unused)
        }
      }
      return samples
    }
  }

  /// The value at a position in pixels of the picture, 0 ... 1: bilinear, the outermost samples
  /// going on for ever.
  func sample(x: Double, y: Double) -> Double {
    let across = Neighbours(x * scaleX + shiftX, count: width)
    let down = Neighbours(y * scaleY, count: height)
    let (first, second) = (down.first * width, down.second * width)
    let above = across.mix(samples[first + across.first], samples[first + across.second])
    let below = across.mix(samples[second + across.first], samples[second + across.second])
    return (above + (below - above) * down.fraction) / greatest
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

  func mix(_ left: UInt16, _ right: UInt16) -> Double {
    let left = Double(left)
    return left + (Double(right) - left) * fraction
  }
}
