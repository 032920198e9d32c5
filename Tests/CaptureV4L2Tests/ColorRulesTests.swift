import CVideo4Linux
import CVideo4LinuxShims
import MediaTypes
import Testing

@testable import CaptureV4L2

/// `Documentation/Colour.md`, row by row.
@Suite("Colour by the kernel's rules")
struct ColorRulesTests {
  typealias Color = ColorDescription

  private static func color(
    _ report: ColorReport, _ code: UInt32 = CVideo4LinuxShims_V4L2_PIX_FMT_YUYV
  ) throws -> Color {
    Color(report, format: try #require(DriverFormat.known(code)))
  }

  static let spaces: [(v4l2_colorspace, Color.Matrix, Color.Transfer, Color.Primaries)] = [
    (V4L2_COLORSPACE_DEFAULT, .bt601, .srgb, .bt709),
    (V4L2_COLORSPACE_SMPTE170M, .bt601, .bt709, .smpte170m),
    (V4L2_COLORSPACE_SMPTE240M, .smpte240m, .bt709, .smpte170m),
    (V4L2_COLORSPACE_REC709, .bt709, .bt709, .bt709),
    (V4L2_COLORSPACE_470_SYSTEM_M, .bt601, .bt709, .bt709),
    (V4L2_COLORSPACE_470_SYSTEM_BG, .bt601, .bt709, .bt709),
    (V4L2_COLORSPACE_JPEG, .bt601, .srgb, .bt709),
    (V4L2_COLORSPACE_SRGB, .bt601, .srgb, .bt709),
    (V4L2_COLORSPACE_OPRGB, .bt601, .srgb, .bt709),
    (V4L2_COLORSPACE_BT2020, .bt2020, .bt709, .bt2020),
    (V4L2_COLORSPACE_RAW, .bt601, .bt709, .bt709),
    (V4L2_COLORSPACE_DCI_P3, .bt709, .bt709, .bt709),
    (v4l2_colorspace(rawValue: 999), .bt601, .bt709, .bt709),
  ]

  @Test("A colour space alone decides what the other fields leave open", arguments: 0..<13)
  func spaces(row: Int) throws {
    let (space, matrix, transfer, primaries) = Self.spaces[row]
    let report = ColorReport(colorspace: space.rawValue)
    let range: Color.Range = space == V4L2_COLORSPACE_JPEG ? .full : .limited
    let expected = Color(matrix: matrix, range: range, transfer: transfer, primaries: primaries)
    #expect(try Self.color(report) == expected)
    let rgb = try Self.color(report, CVideo4LinuxShims_V4L2_PIX_FMT_RGB24)
    #expect(rgb.matrix == .identity && rgb.range == .full && rgb.primaries == primaries)
    let jpeg = try Self.color(report, CVideo4LinuxShims_V4L2_PIX_FMT_MJPEG)
    #expect(jpeg.matrix == matrix && jpeg.range == .full)
  }

  @Test(
    "An encoding wins over the space's, the nearest where the project has none",
    arguments: [
      (V4L2_YCBCR_ENC_601, .bt601), (V4L2_YCBCR_ENC_709, .bt709), (V4L2_YCBCR_ENC_XV601, .bt601),
      (V4L2_YCBCR_ENC_XV709, .bt709), (v4l2_ycbcr_encoding(rawValue: 5), .bt601),
      (V4L2_YCBCR_ENC_BT2020, .bt2020), (V4L2_YCBCR_ENC_BT2020_CONST_LUM, .bt2020),
      (V4L2_YCBCR_ENC_SMPTE240M, .smpte240m), (v4l2_ycbcr_encoding(rawValue: 77), .bt601),
    ] as [(v4l2_ycbcr_encoding, Color.Matrix)])
  func encodings(encoding: v4l2_ycbcr_encoding, matrix: Color.Matrix) throws {
    for (space, _, transfer, primaries) in Self.spaces where space != V4L2_COLORSPACE_JPEG {
      let report = ColorReport(colorspace: space.rawValue, encoding: encoding.rawValue)
      let expected = Color(
        matrix: matrix, range: .limited, transfer: transfer, primaries: primaries)
      #expect(try Self.color(report) == expected)
    }
  }

  @Test(
    "A transfer function wins over the space's",
    arguments: [
      (V4L2_XFER_FUNC_709, .bt709), (V4L2_XFER_FUNC_SRGB, .srgb), (V4L2_XFER_FUNC_OPRGB, .srgb),
      (V4L2_XFER_FUNC_SMPTE240M, .bt709), (V4L2_XFER_FUNC_NONE, .bt709),
      (V4L2_XFER_FUNC_DCI_P3, .bt709), (V4L2_XFER_FUNC_SMPTE2084, .bt709),
      (v4l2_xfer_func(rawValue: 99), .bt709),
    ] as [(v4l2_xfer_func, Color.Transfer)])
  func transfers(function: v4l2_xfer_func, transfer: Color.Transfer) throws {
    for (space, _, _, _) in Self.spaces {
      let report = ColorReport(colorspace: space.rawValue, transfer: function.rawValue)
      #expect(try Self.color(report).transfer == transfer)
    }
  }

  @Test("A range in so many words wins over everything")
  func ranges() throws {
    for (space, _, _, _) in Self.spaces {
      for code in [
        CVideo4LinuxShims_V4L2_PIX_FMT_YUYV, CVideo4LinuxShims_V4L2_PIX_FMT_RGB24,
        CVideo4LinuxShims_V4L2_PIX_FMT_MJPEG,
      ] {
        let full = ColorReport(
          colorspace: space.rawValue, quantization: V4L2_QUANTIZATION_FULL_RANGE.rawValue)
        #expect(try Self.color(full, code).range == .full)
        let limited = ColorReport(
          colorspace: space.rawValue, quantization: V4L2_QUANTIZATION_LIM_RANGE.rawValue)
        #expect(try Self.color(limited, code).range == .limited)
      }
    }
  }
}
