import MediaTypes

/// A quarter turn, and whether left and right change places after it.
struct PictureTurn: Hashable {
  var rotation: Rotation
  var mirrors: Bool

  /// Whether the picture stays as it is.
  var isNone: Bool { rotation == .none && !mirrors }

  /// Where the sample lies that comes to a place of the turned plane: `origin + x·across + y·down`.
  struct Walk: Hashable {
    var origin: Int
    var across: Int
    var down: Int
  }

  /// The walk through a stored plane.
  ///
  /// - Parameters:
  ///   - size: of the stored plane, in samples.
  ///   - stride: bytes from a row to the next.
  ///   - sample: bytes of a sample.
  func walk(size: PixelSize, stride: Int, sample: Int) -> Walk {
    let (right, bottom) = ((size.width - 1) * sample, (size.height - 1) * stride)
    var walk =
      switch rotation {
      case .none: Walk(origin: 0, across: sample, down: stride)
      case .clockwise90: Walk(origin: bottom, across: -stride, down: sample)
      case .half: Walk(origin: right + bottom, across: -sample, down: -stride)
      case .clockwise270: Walk(origin: right, across: stride, down: -sample)
      }
    if mirrors {
      let width = rotation.swapsAxes ? size.height : size.width
      walk.origin += (width - 1) * walk.across
      walk.across = -walk.across
    }
    return walk
  }

  /// Turns all planes of a picture into another one.
  ///
  /// - Parameters:
  ///   - size: of the stored picture; both edges even.
  ///   - source: its planes.
  ///   - target: planes of a picture of the turned size and the same layout; no byte is shared.
  func apply(
    size: PixelSize, layout: PictureLayout, from source: PlanePointers, to target: PlanePointers
  ) {
    for (index, shape) in layout.format.planeShapes.enumerated() {
      guard let from = unsafe source.addresses[index], let to = unsafe target.addresses[index]
      else { continue }
      let plane = PixelSize(
        width: shape.samplesPerRow(width: size.width), height: shape.rows(height: size.height))
      let walk = walk(
        size: plane, stride: Int(unsafe source.strides[index]), sample: shape.bytesPerSample)
      let turned = rotation.swapsAxes ? plane.transposed : plane
      let stride = Int(unsafe target.strides[index])
      if shape.bytesPerSample == 2 {
        unsafe Self.copy(UInt16.self, from, walk, to: to, stride: stride, size: turned)
      } else {
        unsafe Self.copy(UInt8.self, from, walk, to: to, stride: stride, size: turned)
      }
    }
  }

  /// Copies tile by tile, so that the rows and columns in use stay in the processor's cache.
  private static func copy<Sample: FixedWidthInteger & BitwiseCopyable>(
    _: Sample.Type, _ source: UnsafePointer<UInt8>, _ walk: Walk,
    to target: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize
  ) {
    let tile = 32
    let source = unsafe UnsafeRawPointer(source)
    let target = UnsafeMutableRawPointer(target)
    for top in Swift.stride(from: 0, to: size.height, by: tile) {
      for left in Swift.stride(from: 0, to: size.width, by: tile) {
        for y in top..<min(top + tile, size.height) {
          var from = walk.origin + y * walk.down + left * walk.across
          var to = y * stride + left * MemoryLayout<Sample>.size
          for _ in left..<min(left + tile, size.width) {
            let sample = unsafe source.loadUnaligned(fromByteOffset: from, as: Sample.self)
            unsafe target.storeBytes(of: sample, toByteOffset: to, as: Sample.self)
            from += walk.across
            to += MemoryLayout<Sample>.size
          }
        }
      }
    }
  }
}
