/// How the stand-in for a pixel buffer lays out its memory; rows are padded to 64 bytes, planes follow
/// each other, as an IOSurface has them.
struct BufferLayout: Hashable {
  struct Plane: Hashable {
    var offset: Int
    var stride: Int
    var rows: Int
  }

  let width: Int
  let height: Int
  let format: OSType
  private(set) var planes: [Plane] = []
  private(set) var byteCount = 0

  init?(width: Int, height: Int, format: OSType) {
    (self.width, self.height, self.format) = (width, height, format)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch format {
    case kCVPixelFormatType_32BGRA: add(width * 4, height)
    case kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs:
      add(halfWidth * 4, height)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      add(width, height)
      add(halfWidth * 2, halfHeight)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      add(width * 2, height)
      add(halfWidth * 4, halfHeight)
    default: return nil
    }
  }

  private mutating func add(_ bytes: Int, _ rows: Int) {
    let stride = (bytes + 63) / 64 * 64
    planes.append(Plane(offset: byteCount, stride: stride, rows: rows))
    byteCount += stride * rows
  }
}

extension CVBuffer {
  /// A buffer as a camera would hand it out, for tests.
  ///
  /// - Parameter ended: called when the last reference is gone.
  @_spi(Stage)
  public convenience init?(
    width: Int, height: Int, format: OSType, ended: (@Sendable () -> Void)? = nil
  ) {
    guard let layout = BufferLayout(width: width, height: height, format: format) else {
      return nil
    }
    self.init(layout, ended: ended)
  }

  /// How often it is locked at present.
  @_spi(Stage) public var lockCount: Int { locks }

  /// Writes its memory.
  @_spi(Stage)
  public func fill(_ value: (Int) -> UInt8) {
    for index in 0..<layout.byteCount {
      unsafe memory.storeBytes(of: value(index), toByteOffset: index, as: UInt8.self)
    }
  }
}
