public import MediaTypes

extension RGBImage {
  /// Makes the picture of a frame: upright, red, green and blue in full range as the frame's colour
  /// description says. Transfer and primaries are left as they are. Pixels that are not square are made so.
  ///
  /// - Parameters:
  ///   - frame: uncompressed.
  ///   - isMirrored: whether the picture is to be as in a mirror.
  /// - Throws: `RecordError` for a format that is compressed or not known here.
  ///
  /// *Context*: pure; takes some milliseconds for a megapixel.
  public init(_ frame: VideoFrame, isMirrored: Bool) throws(RecordError) {
    var components = try PhotoComponents(frame)
    if components.across == 2 { components.doubleChroma { $0.doubledAcross() } }
    if components.down == 2 { components.doubleChroma { $0.doubledDown() } }
    let mirrors = frame.isMirrored != isMirrored
    let size = frame.squareSize
    let stored = frame.rotation.swapsAxes ? size.transposed : size
    let planes = components.planes.map { plane in
      plane.cropped(width: frame.crop.size.width, height: frame.crop.size.height)
        .scaled(width: stored.width, height: stored.height)
        .turned(frame.rotation, isMirrored: mirrors)
    }
    let bytes = RGBConversion(frame.color).bytes(planes, kind: components.kind)
    guard let image = RGBImage(size: size, bytes: bytes) else {
      throw RecordError(.encoderFailed, "A picture of \(frame.size) cannot be made a photo.")
    }
    self = image
  }
}

extension PhotoComponents {
  fileprivate mutating func doubleChroma(_ double: (PhotoPlane) -> PhotoPlane) {
    for index in planes.indices.dropFirst() { planes[index] = double(planes[index]) }
  }
}

/// From stored components to red, green and blue in full range. ITU-T H.273 (07/2021), 8.3.
private struct RGBConversion {
  /// In units of 1/65536.
  private let scale: Int
  private let chromaScale: Double
  private let black: Int
  private let weights: LumaWeights

  init(_ color: ColorDescription) {
    let isLimited = color.range == .limited
    scale = isLimited ? 255 * 65_536 / 219 : 65_536
    chromaScale = isLimited ? 255.0 / 224 : 1
    black = isLimited ? 16 : 0
    weights = LumaWeights(color.matrix) ?? .bt601
  }

  func bytes(_ planes: [PhotoPlane], kind: PixelFormat.Components) -> [UInt8] {
    let count = planes[0].bytes.count
    var result = [UInt8]()
    result.reserveCapacity(3 * count)
    switch kind {
    case .grey:
      for byte in planes[0].bytes {
        result.append(contentsOf: repeatElement(rounded(level(byte)), count: 3))
      }
    case .rgb:
      for index in 0..<count {
        for plane in planes { result.append(rounded(level(plane.bytes[index]))) }
      }
    case .yuv: append(planes, to: &result)
    }
    return result
  }

  private func append(_ planes: [PhotoPlane], to result: inout [UInt8]) {
    func fixed(_ share: Double) -> Int { Int((share * chromaScale * 65_536).rounded()) }
    let (redOfCr, blueOfCb) = (fixed(weights.redOfCr), fixed(weights.blueOfCb))
    let (greenOfCr, greenOfCb) = (fixed(weights.greenOfCr), fixed(weights.greenOfCb))
    let (luma, cb, cr) = (planes[0].bytes, planes[1].bytes, planes[2].bytes)
    for index in luma.indices {
      let level = level(luma[index])
      let (blue, red) = (Int(cb[index]) - 128, Int(cr[index]) - 128)
      result.append(rounded(level + redOfCr * red))
      result.append(rounded(level + greenOfCb * blue + greenOfCr * red))
      result.append(rounded(level + blueOfCb * blue))
    }
  }

  private func level(_ byte: UInt8) -> Int { (Int(byte) - black) * scale }

  private func rounded(_ value: Int) -> UInt8 { UInt8(clamping: (value + 32_768) >> 16) }
}
