import CaptureCore
import CVideo4Linux
import MediaTypes

// What a node can be set to. Every list is bounded: a driver may never end it.
extension VideoNode {
  /// The codes of all pixel formats. `VIDIOC_ENUM_FMT`
  func pixelFormatCodes(_ type: CaptureType) -> [UInt32] {
    var codes: [UInt32] = []
    for index in 0..<Self.listLimit {
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = type.rawValue
      guard (try? control(.enumerateFormats, &entry)) != nil else { break }
      codes.append(entry.pixelformat)
    }
    return codes
  }

  /// The sizes of a pixel format. `VIDIOC_ENUM_FRAMESIZES`
  func sizes(of code: UInt32) -> [PixelSize] {
    var sizes: [PixelSize] = []
    for index in 0..<Self.listLimit {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = code
      guard (try? control(.enumerateSizes, &entry)) != nil else { break }
      // A union: the driver's type says which member is meant, and both are plain numbers.
      guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        return SizeRange(entry.stepwise).usualSizes
      }
      let discrete = entry.discrete
      sizes.append(PixelSize(width: Int(discrete.width), height: Int(discrete.height)))
    }
    return sizes.filter(\.isValid)
  }

  /// The rates of a mode; empty when the driver does not say. `VIDIOC_ENUM_FRAMEINTERVALS`
  func rates(of code: UInt32, _ size: PixelSize) -> [FrameRate] {
    var rates: [FrameRate] = []
    for index in 0..<Self.listLimit {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = code
      entry.width = UInt32(size.width)
      entry.height = UInt32(size.height)
      guard (try? control(.enumerateIntervals, &entry)) != nil else { break }
      guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        return RateRange(entry.stepwise).usualRates
      }
      if let rate = FrameRate(interval: entry.discrete) { rates.append(rate) }
    }
    return rates
  }

  /// All modes that can be used, each once, in the driver's order.
  func modes(_ type: CaptureType) -> [CameraFormat] {
    var modes: [CameraFormat] = []
    var seen: Set<CameraFormat> = []
    for format in pixelFormatCodes(type).compactMap(DriverFormat.known) {
      for size in sizes(of: format.code) {
        let rates: [FrameRate?] = rates(of: format.code, size)
        for rate in rates.isEmpty ? [nil] : rates {
          let mode = CameraFormat(pixelFormat: format.format, size: size, rate: rate)
          if seen.insert(mode).inserted { modes.append(mode) }
          if modes.count == Self.modeLimit { return modes }
        }
      }
    }
    return modes
  }

  private static let listLimit: UInt32 = 256
  private static let modeLimit = 4096
}

extension FrameRate {
  /// The rate of a frame interval in seconds; nil for 0/0 and worse.
  init?(interval: v4l2_fract) {
    self.init(Int(interval.denominator), per: Int(interval.numerator))
  }
}
