import CaptureCore
import MediaTypes
import TestSupport

@testable import CaptureV4L2

/// What vivid's colour controls are set to.
struct ColorSetting: CustomStringConvertible {
  /// By the menus of `vivid-ctrls.c`.
  var colorspace: Int32 = 2
  var encoding: Int32 = 0
  var quantization: Int32 = 0

  static let usual = ColorSetting()

  /// Each colour space, encoding and range that a camera may send. Left out is constant luminance,
  /// which is another test's.
  static func all(isSoak: Bool) -> [ColorSetting] {
    guard isSoak else {
      return [
        usual, .init(colorspace: 0), .init(colorspace: 1), .init(colorspace: 3, quantization: 1),
        .init(colorspace: 4), .init(colorspace: 5), .init(colorspace: 6), .init(encoding: 2),
        .init(encoding: 3), .init(encoding: 4, quantization: 1), .init(encoding: 6),
        .init(encoding: 8, quantization: 1), .init(quantization: 1),
      ]
    }
    // SMPTE 170M, Rec. 709, sRGB, opRGB, BT.2020, DCI-P3, SMPTE 240M, 470 M and 470 BG; by default,
    // 601, 709, xvYCC 601 and 709, BT.2020, SMPTE 240M; by default, full and limited.
    return (Int32(0)...8).flatMap { colorspace in
      [Int32(0), 1, 2, 3, 4, 6, 8].flatMap { encoding in
        [Int32(0), 1, 2].map { quantization in
          ColorSetting(colorspace: colorspace, encoding: encoding, quantization: quantization)
        }
      }
    }
  }

  func apply(to vivid: Vivid) throws {
    try vivid.set(.colorspace, colorspace)
    try vivid.set(.encoding, encoding)
    try vivid.set(.quantization, quantization)
  }

  /// BT.2020 with constant luminance.
  static let constantLuminance = ColorSetting(colorspace: 4, encoding: 7)

  /// vivid's patterns of one colour, and the colour.
  static let patterns: [(Int32, [Double])] = [
    (5, [0, 0, 0]), (6, [1, 1, 1]), (7, [1, 0, 0]), (8, [0, 1, 0]), (9, [0, 0, 1]),
  ]

  var description: String {
    "colorspace \(colorspace), encoding \(encoding), quantization \(quantization)"
  }
}

extension VideoFrame {
  /// The numbers of the pixel in the middle: red, green and blue, or luma and chroma.
  func centerComponents() throws -> [Int] {
    let (x, y) = (size.width / 2 & ~1, size.height / 2 & ~1)
    let bytes = bytes
    func byte(_ plane: Int, _ row: Int, _ offset: Int) -> Int {
      Int(bytes[planes[plane].offset + planes[plane].stride * row + offset])
    }
    switch format {
    case .rgb24: return (0..<3).map { byte(0, y, 3 * x + $0) }
    case .bgra: return [2, 1, 0].map { byte(0, y, 4 * x + $0) }
    case .yuyv: return [0, 1, 3].map { byte(0, y, 2 * x + $0) }
    case .nv12: return [byte(0, y, x), byte(1, y / 2, x), byte(1, y / 2, x + 1)]
    case .i420: return [byte(0, y, x), byte(1, y / 2, x / 2), byte(2, y / 2, x / 2)]
    default: throw TestSupportError("no rule for \(format)")
    }
  }

  /// The numbers that a colour of 0 ... 1 has by the frame's own description. Formulas: ITU-T H.273.
  func components(of rgb: [Double]) -> [Int] {
    let (kr, kb): (Double, Double)
    let isFull = color.range == .full
    switch color.matrix {
    case .identity: return rgb.map { Int((isFull ? 255 * $0 : 16 + 219 * $0).rounded()) }
    case .bt601: (kr, kb) = (0.299, 0.114)
    case .bt709: (kr, kb) = (0.2126, 0.0722)
    case .smpte240m: (kr, kb) = (0.212, 0.087)
    case .bt2020: (kr, kb) = (0.2627, 0.0593)
    }
    let luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let chroma = [(rgb[2] - luma) / (2 * (1 - kb)), (rgb[0] - luma) / (2 * (1 - kr))]
    let numbers =
      [isFull ? 255 * luma : 16 + 219 * luma] + chroma.map { 128 + (isFull ? 255 : 224) * $0 }
    return numbers.map { Int(min(max($0, 0), 255).rounded()) }
  }
}
