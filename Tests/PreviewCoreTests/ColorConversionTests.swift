import MediaTypes
import PreviewCore
import Testing

struct ColorConversionTests {
  private typealias RGB = (red: Double, green: Double, blue: Double)

  private static func description(
    _ matrix: ColorDescription.Matrix, _ range: ColorDescription.Range
  ) -> ColorDescription {
    ColorDescription(matrix: matrix, range: range, transfer: .bt709, primaries: .bt709)
  }

  private static func convert(
    _ bytes: (Double, Double, Double), _ color: ColorDescription, _ format: PixelFormat = .i444
  ) -> RGB {
    let conversion = ColorConversion(color, format: format)
    let (a, b, c) = (bytes.0 / 255, bytes.1 / 255, bytes.2 / 255)
    return (conversion.red(a, b, c), conversion.green(a, b, c), conversion.blue(a, b, c))
  }

  private static func expect(_ found: RGB, near wanted: RGB, within tolerance: Double) {
    #expect(abs(found.red - wanted.red) <= tolerance)
    #expect(abs(found.green - wanted.green) <= tolerance)
    #expect(abs(found.blue - wanted.blue) <= tolerance)
  }

  /// The codes of the primaries at full saturation, as BT.601, BT.709 and BT.2020 round them.
  @Test(arguments: [
    (ColorDescription.Matrix.bt601, (81.0, 90.0, 240.0), (1.0, 0.0, 0.0)),
    (.bt601, (145, 54, 34), (0, 1, 0)), (.bt601, (41, 240, 110), (0, 0, 1)),
    (.bt709, (63, 102, 240), (1, 0, 0)), (.bt709, (173, 42, 26), (0, 1, 0)),
    (.bt709, (32, 240, 118), (0, 0, 1)), (.bt2020, (74, 97, 240), (1, 0, 0)),
    (.bt2020, (164, 47, 25), (0, 1, 0)), (.bt2020, (29, 240, 119), (0, 0, 1)),
  ])
  func `Known codes give the primaries`(
    matrix: ColorDescription.Matrix, codes: (Double, Double, Double),
    wanted: (Double, Double, Double)
  ) {
    // Codes are rounded to whole numbers, which the matrix enlarges by up to 2.1.
    Self.expect(
      Self.convert(codes, Self.description(matrix, .limited)),
      near: (wanted.0, wanted.1, wanted.2), within: 1.6 / 255)
  }

  @Test(arguments: [ColorDescription.Matrix.bt601, .bt709, .smpte240m, .bt2020])
  func `Black, white and grey have no colour`(matrix: ColorDescription.Matrix) {
    let limited = Self.description(matrix, .limited)
    Self.expect(Self.convert((16, 128, 128), limited), near: (0, 0, 0), within: 1e-12)
    Self.expect(Self.convert((235, 128, 128), limited), near: (1, 1, 1), within: 1e-12)
    let full = Self.description(matrix, .full)
    Self.expect(Self.convert((0, 128, 128), full), near: (0, 0, 0), within: 1e-12)
    Self.expect(Self.convert((255, 128, 128), full), near: (1, 1, 1), within: 1e-12)
  }

  /// The definition the other way round: luma is the weighted sum, chroma the scaled differences.
  @Test(arguments: [
    (ColorDescription.Matrix.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722),
    (.smpte240m, 0.212, 0.087), (.bt2020, 0.2627, 0.0593),
  ])
  func `Decoding undoes the definition of encoding`(
    matrix: ColorDescription.Matrix, kr: Double, kb: Double
  ) {
    for rgb in [(0.2, 0.7, 0.4), (0.9, 0.1, 0.5), (0.33, 0.34, 0.35)] {
      let y = kr * rgb.0 + (1 - kr - kb) * rgb.1 + kb * rgb.2
      let (cb, cr) = ((rgb.2 - y) / (2 * (1 - kb)), (rgb.0 - y) / (2 * (1 - kr)))
      Self.expect(
        Self.convert(
          (16 + 219 * y, 128 + 224 * cb, 128 + 224 * cr), Self.description(matrix, .limited)),
        near: rgb, within: 1e-12)
      Self.expect(
        Self.convert((255 * y, 128 + 255 * cb, 128 + 255 * cr), Self.description(matrix, .full)),
        near: rgb, within: 1e-12)
    }
  }

  @Test func `Red, green and blue stay as they are, whatever the matrix says`() {
    for matrix in ColorDescription.Matrix.allCases {
      let found = Self.convert((10, 20, 30), Self.description(matrix, .full), .bgra)
      Self.expect(found, near: (10.0 / 255, 20.0 / 255, 30.0 / 255), within: 1e-12)
    }
    let limited = Self.convert((16, 235, 16), Self.description(.identity, .limited), .rgb24)
    Self.expect(limited, near: (0, 1, 0), within: 1e-12)
  }

  @Test func `Grey is grey, and planes without a matrix are green, blue and red`() {
    let grey = Self.convert((126, 9, 9), Self.description(.bt709, .full), .grey)
    Self.expect(grey, near: (126.0 / 255, 126.0 / 255, 126.0 / 255), within: 1e-12)
    let planes = Self.convert((10, 20, 30), Self.description(.identity, .full))
    Self.expect(planes, near: (30.0 / 255, 10.0 / 255, 20.0 / 255), within: 1e-12)
  }

  @Test func `Deep formats have black, white and neutral where their depth has them`() {
    // H.273, equations 20 to 31: 8-bit code points times 4, and times 256.
    for (format, step, greatest) in [(PixelFormat.p010, 4.0, 1023.0), (.y16, 256, 65535)] {
      let conversion = ColorConversion(Self.description(.bt709, .limited), format: format)
      let neutral = 128 * step / greatest
      for (code, expected) in [(16.0, 0.0), (235, 1), (125.5, 0.5)] {
        let luma = code * step / greatest
        for row in [conversion.red, conversion.green, conversion.blue] {
          #expect(abs(row(luma, neutral, neutral) - expected) < 1e-12)
        }
      }
    }
    let full = ColorConversion(Self.description(.bt601, .full), format: .p010)
    #expect(abs(full.red(0.5, 512.0 / 1023, 1) - (0.5 + 1.402 * 511 / 1023)) < 1e-12)
  }

  @Test func `Video's colour lies on the left pixel and JPEG's in the middle`() {
    #expect(ChromaSiting(.webcam) == .left)
    #expect(ChromaSiting(.bt709) == .left)
    #expect(ChromaSiting(.jpeg) == .center)
    #expect(ChromaSiting.left.shift(subsampling: 2) == 0.25)
    #expect(ChromaSiting.left.shift(subsampling: 1) == 0)
    #expect(ChromaSiting.center.shift(subsampling: 2) == 0)
  }
}
