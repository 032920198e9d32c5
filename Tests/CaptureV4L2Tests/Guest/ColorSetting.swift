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
  var patterns: [(Int32, [Int])] {
    let neutral: [(Int32, [Int])] = [(5, [0, 0, 0]), (6, [255, 255, 255])]
    let pure: [(Int32, [Int])] = [(7, [255, 0, 0]), (8, [0, 255, 0]), (9, [0, 0, 255])]
    return colorspace == 0 ? neutral : neutral + pure
  }

  var description: String {
    "colorspace \(colorspace), encoding \(encoding), quantization \(quantization)"
  }
}

extension VideoFrame {
  /// The pixel in the middle as red, green and blue of 0 ... 255, by the frame's own colour. Formulas: ITU-T H.273.
  func centerRGB() throws -> [Int] {
    let (x, y) = (size.width / 2 & ~1, size.height / 2 & ~1)
    let bytes = bytes
    func byte(_ plane: Int, _ offset: Int) -> Double {
      Double(bytes[planes[plane].offset + offset])
    }
    func row(_ plane: Int, _ y: Int) -> Int { planes[plane].stride * y }
    switch format {
    case .rgb24: return (0..<3).map { Int(byte(0, row(0, y) + 3 * x + $0)) }
    case .bgra: return [2, 1, 0].map { Int(byte(0, row(0, y) + 4 * x + $0)) }
    case .yuyv:
      let start = row(0, y) + 2 * x
      return rgb(byte(0, start), byte(0, start + 1), byte(0, start + 3))
    case .nv12:
      let chroma = row(1, y / 2) + x
      return rgb(byte(0, row(0, y) + x), byte(1, chroma), byte(1, chroma + 1))
    case .i420:
      let chroma = row(1, y / 2) + x / 2
      return rgb(byte(0, row(0, y) + x), byte(1, chroma), byte(2, chroma))
    default: throw TestSupportError("no rule for \(format)")
    }
  }

  private func rgb(_ luma: Double, _ blue: Double, _ red: Double) -> [Int] {
    let isFull = color.range == .full
    let y = isFull ? luma / 255 : (luma - 16) / 219
    let (pb, pr) = ((blue - 128) / (isFull ? 255 : 224), (red - 128) / (isFull ? 255 : 224))
    let (kr, kb) =
      switch color.matrix {
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    let r = y + 2 * (1 - kr) * pr
    let b = y + 2 * (1 - kb) * pb
    let g = (y - kr * r - kb * b) / (1 - kr - kb)
    return [r, g, b].map { Int(min(max($0 * 255, 0), 255).rounded()) }
  }
}
