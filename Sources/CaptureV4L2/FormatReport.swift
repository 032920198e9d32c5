import MediaTypes

/// What a driver says its pictures are like (`v4l2_pix_format`, `v4l2_pix_format_mplane`), as it said
/// it: not checked yet.
struct FormatReport: Hashable, Sendable {
  /// One buffer of a frame.
  struct Plane: Hashable, Sendable {
    /// Bytes from one row to the next.
    var stride: Int
    /// Bytes that a buffer must have room for.
    var byteCount: Int
  }

  /// V4L2's four-character code.
  var code: UInt32
  /// In pixels.
  var size: PixelSize
  /// `V4L2_FIELD_*`.
  var field: UInt32
  /// One, or one for each buffer of a frame.
  var planes: [Plane]
  /// The four colour fields.
  var color: ColorReport
}

/// The colour fields of a driver's report: `V4L2_COLORSPACE_*`, `V4L2_YCBCR_ENC_*`,
/// `V4L2_QUANTIZATION_*` and `V4L2_XFER_FUNC_*`; 0 is "by default" in each.
struct ColorReport: Hashable, Sendable {
  var colorspace: UInt32 = 0
  var encoding: UInt32 = 0
  var quantization: UInt32 = 0
  var transfer: UInt32 = 0
}
