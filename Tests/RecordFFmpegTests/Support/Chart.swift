import MediaTypes

/// Eight patches of known colour, made by the formulas of ITU-T H.273 rather than by the library that
/// is tested.
enum Chart {
  static let patches: [[Double]] = [
    [255, 255, 255], [16, 16, 16], [128, 128, 128], [200, 40, 40], [40, 180, 60], [50, 60, 200],
    [220, 200, 40], [60, 190, 200],
  ]

  static func frame(
    _ format: PixelFormat, _ color: ColorDescription, _ size: PixelSize, sequence: Int64 = 0
  ) throws -> VideoFrame {
    let colors = patches.map { color.matrix == .identity ? $0 : yuv($0, color) }
    let patch = { (x: Int) in colors[x * patches.count / size.width].map { UInt8($0.rounded()) } }
    let (rows, columns) = (0..<size.height, 0..<size.width)
    let halves = stride(from: 0, to: size.width, by: 2)
    var bytes: [UInt8] = []
    switch format {
    case .nv12, .i420, .i422:
      for _ in rows { for x in columns { bytes.append(patch(x)[0]) } }
      let chromaRows = format == .i422 ? size.height : size.height / 2
      if format == .nv12 {
        for _ in 0..<chromaRows { for x in halves { bytes += patch(x)[1...2] } }
      } else {
        for component in 1...2 {
          for _ in 0..<chromaRows { for x in halves { bytes.append(patch(x)[component]) } }
        }
      }
    case .yuyv:
      for _ in rows {
        for x in halves { bytes += [patch(x)[0], patch(x)[1], patch(x + 1)[0], patch(x)[2]] }
      }
    case .bgra: for _ in rows { for x in columns { bytes += patch(x).reversed() + [255] } }
    case .rgba: for _ in rows { for x in columns { bytes += patch(x) + [255] } }
    default: for _ in rows { for x in columns { bytes += patch(x) } }
    }
    return try TestFrame.make(bytes, format, size, color: color, sequence: UInt64(sequence))
  }

  /// Luma weights of the matrix; then range: 219 and 224 steps for limited, 255 for full.
  private static func yuv(_ rgb: [Double], _ color: ColorDescription) -> [Double] {
    let (red, blue) =
      switch color.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709, .identity: (0.2126, 0.0722)
      case .smpte240m: (0.212, 0.087)
      case .bt2020: (0.2627, 0.0593)
      }
    let parts = rgb.map { $0 / 255 }
    let luma = red * parts[0] + (1 - red - blue) * parts[1] + blue * parts[2]
    let (u, v) = ((parts[2] - luma) / (2 * (1 - blue)), (parts[0] - luma) / (2 * (1 - red)))
    return color.range == .full
      ? [luma * 255, u * 255 + 128, v * 255 + 128]
      : [luma * 219 + 16, u * 224 + 128, v * 224 + 128]
  }

  /// The largest difference in the middle of a patch, in steps of 255.
  static func worstDifference(_ rgb: [UInt8], _ size: PixelSize) -> Double {
    guard rgb.count == size.area * 3 else { return 255 }
    var worst = 0.0
    for (number, patch) in patches.enumerated() {
      let x = (number * 2 + 1) * size.width / (patches.count * 2)
      for y in [size.height / 4, size.height / 2] {
        let place = (y * size.width + x) * 3
        for component in 0..<3 {
          worst = max(worst, abs(Double(rgb[place + component]) - patch[component]))
        }
      }
    }
    return worst
  }
}
