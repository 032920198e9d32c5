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
    let columns = 0..<size.width
    let halves = stride(from: 0, to: size.width, by: 2)
    // All rows are one.
    let rows = { (count: Int, row: [UInt8]) in Array(repeatElement(row, count: count).joined()) }
    let luma = rows(size.height, columns.map { patch($0)[0] })
    let chroma = (1...2).map { component in halves.map { patch($0)[component] } }
    let bytes =
      switch format {
      case .nv12: luma + rows(size.height / 2, halves.flatMap { patch($0)[1...2] })
      case .i420: luma + chroma.flatMap { rows(size.height / 2, $0) }
      case .i422: luma + chroma.flatMap { rows(size.height, $0) }
      case .yuyv:
        rows(
          size.height,
          halves.flatMap { [patch($0)[0], patch($0)[1], patch($0 + 1)[0], patch($0)[2]] })
      case .bgra: rows(size.height, columns.flatMap { patch($0).reversed() + [255] })
      case .rgba: rows(size.height, columns.flatMap { patch($0) + [255] })
      default: rows(size.height, columns.flatMap(patch))
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
