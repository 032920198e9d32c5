import CVideo4Linux
import MediaTypes

extension VideoNode {
  /// Asks for a format. The driver may set another one, and says which. `VIDIOC_S_FMT`
  func setFormat(
    _ code: UInt32, _ size: PixelSize, _ type: CaptureType
  ) throws(SystemError) -> FormatReport {
    var format = unsafe v4l2_format()
    unsafe format.type = type.rawValue
    let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    switch type {
    case .singlePlanar:
      unsafe format.fmt.pix.width = width
      unsafe format.fmt.pix.height = height
      unsafe format.fmt.pix.pixelformat = code
      unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    case .multiPlanar:
      unsafe format.fmt.pix_mp.width = width
      unsafe format.fmt.pix_mp.height = height
      unsafe format.fmt.pix_mp.pixelformat = code
      unsafe format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
    }
    unsafe try control(.setFormat, &format)
    return unsafe FormatReport(format, type)
  }

  /// What the node is set to now. `VIDIOC_G_FMT`
  func format(_ type: CaptureType) throws(SystemError) -> FormatReport {
    var format = unsafe v4l2_format()
    unsafe format.type = type.rawValue
    unsafe try control(.getFormat, &format)
    return unsafe FormatReport(format, type)
  }

  /// Asks for a rate and reads back what was set; nil when the driver does not say.
  /// `VIDIOC_S_PARM`, `VIDIOC_G_PARM`
  func setRate(_ rate: FrameRate?, _ type: CaptureType) -> FrameRate? {
    var parameters = v4l2_streamparm()
    parameters.type = type.rawValue
    if let rate {
      unsafe parameters.parm.capture.timeperframe = v4l2_fract(
        numerator: UInt32(clamping: rate.denominator), denominator: UInt32(clamping: rate.numerator)
      )
    }
    let request: Request = rate == nil ? .getParameters : .setParameters
    guard (try? control(request, &parameters)) != nil else { return nil }
    return unsafe FrameRate(interval: parameters.parm.capture.timeperframe)
  }
}

extension FormatReport {
  // Unsafe: a union of which the buffer type names the member, all of plain numbers.
  fileprivate init(_ format: v4l2_format, _ type: CaptureType) {
    switch type {
    case .singlePlanar: self.init(unsafe format.fmt.pix)
    case .multiPlanar: self.init(unsafe format.fmt.pix_mp)
    }
  }

  private init(_ pixels: v4l2_pix_format) {
    let isExtended = pixels.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    self.init(
      code: pixels.pixelformat,
      size: PixelSize(width: Int(pixels.width), height: Int(pixels.height)), field: pixels.field,
      planes: [Plane(stride: Int(pixels.bytesperline), byteCount: Int(pixels.sizeimage))],
      color: ColorReport(
        colorspace: pixels.colorspace, encoding: isExtended ? pixels.ycbcr_enc : 0,
        quantization: isExtended ? pixels.quantization : 0,
        transfer: isExtended ? pixels.xfer_func : 0))
  }

  private init(_ pixels: v4l2_pix_format_mplane) {
    // Unsafe: a fixed array of plain structures, read as such; its length bounds the count.
    let planes = unsafe withUnsafeBytes(of: pixels.plane_fmt) { bytes in
      unsafe bytes.bindMemory(to: v4l2_plane_pix_format.self).prefix(Int(pixels.num_planes)).map {
        Plane(stride: Int($0.bytesperline), byteCount: Int($0.sizeimage))
      }
    }
    self.init(
      code: pixels.pixelformat,
      size: PixelSize(width: Int(pixels.width), height: Int(pixels.height)), field: pixels.field,
      planes: planes,
      color: ColorReport(
        colorspace: pixels.colorspace, encoding: UInt32(pixels.ycbcr_enc),
        quantization: UInt32(pixels.quantization), transfer: UInt32(pixels.xfer_func)))
  }
}
