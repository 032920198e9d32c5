import MediaTypes
import PreviewCore

/// A point of a picture and how much of it a pixel covers around that, in pixels of the picture.
struct SamplePlace {
  let x: Double
  let y: Double
  let across: Double
  let down: Double
}

/// One component without padding, read in between its samples.
struct ComponentPlane {
  private let width: Int
  private let samples: [UInt16]
  /// What stands for 1.
  private let greatest: Double
  private let scaleX: Double
  private let scaleY: Double
  private let shiftX: Double
  /// The samples of the part that is to be seen; none beside it is read.
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>

  init(_ shape: ComponentShape, of frame: VideoFrame, siting: ChromaSiting) {
    let (across, down) = (shape.horizontalSubsampling, shape.verticalSubsampling)
    let crop = frame.crop
    columns = crop.x / across...(crop.x + crop.size.width - 1) / across
    rows = crop.y / down...(crop.y + crop.size.height - 1) / down
    width = shape.columns(width: frame.size.width)
    greatest = Double(1 << frame.format.bitDepth - 1)
    samples = Self.samples(
      shape, of: frame, columns: width, rows: shape.rows(height: frame.size.height))
    (scaleX, scaleY) = (1 / Double(across), 1 / Double(down))
    shiftX = siting.shift(subsampling: across)
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

  /// The mean around a place, 0 ... 1: each sample weighs less the further away it is (a tent as wide as
  /// what the pixel covers, so that a picture which is made small does not shimmer; where it is not made
  /// small, that is bilinear interpolation). The outermost samples go on for ever.
  func sample(_ place: SamplePlace) -> Double {
    let across = Tent(place.x * scaleX + shiftX, reach: place.across * scaleX, within: columns)
    let down = Tent(place.y * scaleY, reach: place.down * scaleY, within: rows)
    var (sum, total) = (0.0, 0.0)
    var y = down.first
    while y <= down.last {
      let start = down.index(y) * width
      let weight = down.weight(y)
      var x = across.first
      while x <= across.last {
        let share = weight * across.weight(x)
        sum += share * Double(samples[start + across.index(x)])
        total += share
        x += across.step
      }
      y += down.step
    }
    return sum / total / greatest
  }
}

/// Which samples of a row or column count for a position, and how much.
struct Tent {
  let first: Double
  let last: Double
  /// From one sample that is read to the next: 1, and more only where a picture is made so small that
  /// reading all would take for ever.
  let step: Double
  private let centre: Double
  private let slope: Double
  private let lowest: Double
  private let highest: Double

  /// How many samples to either side are read at most.
  static let limit = 16.0

  /// - Parameters:
  ///   - position: in samples; the first one's centre is at 0.5.
  ///   - reach: samples that the pixel covers.
  ///   - range: the samples that there are.
  init(_ position: Double, reach: Double, within range: ClosedRange<Int>) {
    let reach = max(1, min(reach, 65_536))
    (lowest, highest) = (Double(range.lowerBound), Double(range.upperBound))
    // Clamped before it becomes an integer: positions come from any transform.
    centre = max(lowest - 1, min(highest + 1, position - 0.5))
    slope = 1 / reach
    first = (centre - reach).rounded(.up)
    last = (centre + reach).rounded(.down)
    step = (reach / Self.limit).rounded(.up)
  }

  func index(_ sample: Double) -> Int { Int(max(lowest, min(highest, sample))) }

  func weight(_ sample: Double) -> Double { 1 - abs(sample - centre) * slope }
}
