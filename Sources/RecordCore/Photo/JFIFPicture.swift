public import MediaTypes

/// A picture as JPEG files hold it: upright planes of luma and chroma by BT.601 in full range.
///
/// Made straight from a frame's planes. A frame in these colours already is only copied; one in
/// another range or matrix is converted with no more loss than rounding.
///
/// Source: JFIF 1.02, "Color space"; ITU-T H.273 (07/2021), 8.3.
public struct JFIFPicture: Sendable {
  /// One component.
  public struct Plane: Hashable, Sendable {
    /// In samples; of luma as many as whole blocks of chroma cover, one more than `size` at most.
    public let size: PixelSize
    /// Row by row without padding.
    public let bytes: [UInt8]
  }

  /// In pixels, upright.
  public let size: PixelSize
  /// Luma, and unless the picture is grey Cb and Cr.
  public let planes: [Plane]
  /// Pixels that a chroma sample covers, across; 1 or 2.
  public let horizontalSubsampling: Int
  /// Pixels that a chroma sample covers, down; 1 or 2.
  public let verticalSubsampling: Int

  /// Makes the picture of a frame.
  ///
  /// - Parameters:
  ///   - frame: uncompressed, with luma.
  ///   - isMirrored: whether the picture is to be as in a mirror.
  /// - Returns: nil for a frame of red, green and blue, or whose pixels are not square: encode it as
  ///   `RGBImage`.
  /// - Throws: `RecordError` for a format that is compressed or not known here.
  ///
  /// *Context*: pure; takes some milliseconds for a megapixel.
  public init?(_ frame: VideoFrame, isMirrored: Bool) throws(RecordError) {
    var components = try PhotoComponents(frame)
    guard components.kind != .rgb, frame.pixelAspect == .square else { return nil }
    JFIFConversion(frame.color).apply(to: &components)
    let mirrors = frame.isMirrored != isMirrored
    let turned = components.planes.map { $0.turned(frame.rotation, isMirrored: mirrors) }
    let (across, down) = (components.across, components.down)
    (horizontalSubsampling, verticalSubsampling) =
      frame.rotation.swapsAxes ? (down, across) : (across, down)
    size = frame.uprightSize
    let blocks = turned.count == 3 ? turned[1] : turned[0]
    let luma = turned[0].extended(
      width: blocks.width * horizontalSubsampling, height: blocks.height * verticalSubsampling)
    planes = ([luma] + turned.dropFirst()).map { plane in
      Plane(size: PixelSize(width: plane.width, height: plane.height), bytes: plane.bytes)
    }
  }
}

/// From a frame's luma and chroma to those of JFIF.
///
/// Grey is grey in every matrix, so that the new chroma depends on the old chroma alone, and the new
/// luma is the old one and a share of the chroma.
private struct JFIFConversion {
  private let luma: [UInt8]
  private let chroma: [UInt8]
  /// nil where the matrix is BT.601's already.
  private let matrix: Shares?

  /// In units of 1/65536: what of Cb and Cr goes where.
  struct Shares {
    let luma: (Int, Int)
    let blue: (Int, Int)
    let red: (Int, Int)
  }

  init(_ color: ColorDescription) {
    let isLimited = color.range == .limited
    luma = (0...255).map { isLimited ? Self.scaled($0 - 16, 255, 219, 0) : UInt8($0) }
    chroma = (0...255).map { isLimited ? Self.scaled($0 - 128, 255, 224, 128) : UInt8($0) }
    matrix = color.matrix == .bt601 ? nil : LumaWeights(color.matrix).map(Self.shares)
  }

  private static func scaled(_ value: Int, _ factor: Int, _ divisor: Int, _ offset: Int) -> UInt8 {
    UInt8(clamping: Int((Double(value * factor) / Double(divisor)).rounded()) + offset)
  }

  /// The product of "to red, green and blue" in one matrix and "from them" in BT.601's.
  private static func shares(_ from: LumaWeights) -> Shares {
    let to = LumaWeights.bt601
    func shares(_ red: Double, _ green: Double, _ blue: Double) -> (Int, Int) {
      func fixed(_ share: Double) -> Int { Int((share * 65_536).rounded()) }
      return (
        fixed(green * from.greenOfCb + blue * from.blueOfCb),
        fixed(red * from.redOfCr + green * from.greenOfCr)
      )
    }
    return Shares(
      luma: shares(to.red, to.green, to.blue),
      blue: shares(-to.red / to.blueOfCb, -to.green / to.blueOfCb, (1 - to.blue) / to.blueOfCb),
      red: shares((1 - to.red) / to.redOfCr, -to.green / to.redOfCr, -to.blue / to.redOfCr))
  }

  func apply(to components: inout PhotoComponents) {
    components.planes[0] = components.planes[0].mapped(luma)
    guard components.kind == .yuv else { return }
    for index in 1...2 { components.planes[index] = components.planes[index].mapped(chroma) }
    if let matrix { Self.apply(matrix, to: &components) }
  }

  private static func apply(_ shares: Shares, to components: inout PhotoComponents) {
    let (luma, blue, red) = (components.planes[0], components.planes[1], components.planes[2])
    for row in 0..<luma.height {
      let chromaRow = row / components.down * blue.width
      for column in 0..<luma.width {
        let chroma = chromaRow + column / components.across
        let index = row * luma.width + column
        components.planes[0].bytes[index] = mix(
          Int(luma.bytes[index]), shares.luma, blue.bytes[chroma], red.bytes[chroma])
      }
    }
    for index in blue.bytes.indices {
      let (u, v) = (blue.bytes[index], red.bytes[index])
      components.planes[1].bytes[index] = mix(128, shares.blue, u, v)
      components.planes[2].bytes[index] = mix(128, shares.red, u, v)
    }
  }

  private static func mix(_ base: Int, _ shares: (Int, Int), _ blue: UInt8, _ red: UInt8) -> UInt8 {
    let sum = shares.0 * (Int(blue) - 128) + shares.1 * (Int(red) - 128)
    return UInt8(clamping: base + (sum + 32_768) >> 16)
  }
}

extension PhotoPlane {
  /// The plane with its last column and row repeated up to a size.
  fileprivate func extended(width: Int, height: Int) -> PhotoPlane {
    guard width > self.width || height > self.height else { return self }
    var result = [UInt8]()
    result.reserveCapacity(width * height)
    for row in 0..<height {
      let start = min(row, self.height - 1) * self.width
      result += bytes[start..<start + self.width]
      result += repeatElement(bytes[start + self.width - 1], count: width - self.width)
    }
    return PhotoPlane(width: width, height: height, bytes: result)
  }
}
