import MediaTypes

/// The first line of a YUV4MPEG2 stream, as mjpegtools' `yuv4mpeg(5)` and FFmpeg's
/// `yuv4mpegdec.c` define it.
struct Y4MHeader: Hashable, Sendable {
  let size: PixelSize
  let rate: FrameRate
  let pixelAspect: PixelAspect
  /// The value of the `C` tag.
  let chroma: String
  /// The value of FFmpeg's `XCOLORRANGE` tag.
  let range: String

  /// The header for frames like this one.
  ///
  /// - Returns: nil for frames that have no planes to write.
  init?(frame: VideoFrame, rate: FrameRate) {
    guard let chroma = Self.chroma(of: frame) else { return nil }
    size = frame.size
    self.rate = rate
    pixelAspect = frame.pixelAspect
    self.chroma = chroma
    let isFull = frame.color.range == .full && frame.color.matrix != .identity
    range = isFull ? "FULL" : "LIMITED"
  }

  /// The line, with its end.
  var line: String {
    "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip"
      + " A\(pixelAspect) C\(chroma) XCOLORRANGE=\(range)\n"
  }

  private static func chroma(of frame: VideoFrame) -> String? {
    switch frame.format {
    // JPEG's chroma lies between the luma samples (JFIF 1.02); that of cameras' raw formats lies
    // on the left one, as in MPEG-2 (the kernel's rule for 4:2:0).
    case .nv12, .nv21, .i420, .yv12: frame.color.range == .full ? "420jpeg" : "420mpeg2"
    case .p010: "420p10"
    case .yuyv, .uyvy, .i422, .nv16: "422"
    case .i444, .bgra, .rgba, .rgb24: "444"
    case .grey: "mono"
    // FFmpeg's, as is the one with 10 bits.
    case .y16: "mono16"
    default: nil
    }
  }
}
