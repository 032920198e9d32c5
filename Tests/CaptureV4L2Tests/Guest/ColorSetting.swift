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

  /// 170M, 709 and sRGB; by default, 601, 709 and 2020; by default, full and limited.
  static func all(isSoak: Bool) -> [ColorSetting] {
    guard isSoak else {
      return [
        usual, .init(colorspace: 1), .init(encoding: 2), .init(quantization: 1),
        .init(colorspace: 1, encoding: 1, quantization: 1),
      ]
    }
    var all: [ColorSetting] = []
    for colorspace in [Int32(0), 1, 2] {
      for encoding in [Int32(0), 1, 2, 6] {
        for quantization in [Int32(0), 1, 2] {
          all.append(.init(colorspace: colorspace, encoding: encoding, quantization: quantization))
        }
      }
    }
    return all
  }

  func apply(to vivid: Vivid) throws {
    try vivid.set(.colorspace, colorspace)
    try vivid.set(.encoding, encoding)
    try vivid.set(.quantization, quantization)
  }

  /// vivid's patterns of one colour, and the colour. Those of 170M's own primaries are red, green
  /// and blue of another kind, so that only white and black are pure there.
  var patterns: [(Int32, [Double])] {
    let neutral: [(Int32, [Double])] = [(5, [0, 0, 0]), (6, [1, 1, 1])]
    let pure: [(Int32, [Double])] = [(7, [1, 0, 0]), (8, [0, 1, 0]), (9, [0, 0, 1])]
    return colorspace == 0 ? neutral : neutral + pure
  }

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
    switch color.matrix {
    case .identity: return rgb.map { Int(($0 * 255).rounded()) }
    case .bt601: (kr, kb) = (0.299, 0.114)
    case .bt709: (kr, kb) = (0.2126, 0.0722)
    case .bt2020: (kr, kb) = (0.2627, 0.0593)
    }
    let luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let chroma = [(rgb[2] - luma) / (2 * (1 - kb)), (rgb[0] - luma) / (2 * (1 - kr))]
    let isFull = color.range == .full
    let numbers =
      [isFull ? 255 * luma : 16 + 219 * luma] + chroma.map { 128 + (isFull ? 255 : 224) * $0 }
    return numbers.map { Int(min(max($0, 0), 255).rounded()) }
  }
}
