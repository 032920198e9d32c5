package import CoreVideo
package import MediaTypes

/// Where the planes of a pixel buffer lie in memory, seen as one piece from the first plane's first byte.
///
/// Planes of a camera's picture lie in one IOSurface; the piece between them is its padding.
@safe package struct PixelBufferLayout {
  package let planes: PlaneLayouts
  // Unsafe: readable for as long as the buffer's base address is locked.
  let bytes: UnsafeRawBufferPointer

  /// Reads a buffer whose base address is locked (`CVPixelBufferGetBaseAddressOfPlane`).
  ///
  /// - Returns: nil for a buffer without addresses, or whose planes are too far apart to be one piece.
  init?(locked buffer: CVPixelBuffer) {
    var spans: [(start: Int, stride: Int, length: Int)] = []
    for plane in 0..<max(CVPixelBufferGetPlaneCount(buffer), 1) {
      guard let span = Self.span(of: plane, in: buffer) else { return nil }
      spans.append(span)
    }
    guard let first = spans.map(\.start).min(),
      let end = spans.map({ $0.start + $0.length }).max(),
      // Two planes, and rows and planes padded to pages at most: else they are two allocations.
      end - first <= spans.map(\.length).reduce(0, +) + Self.mostPadding
    else { return nil }
    planes = PlaneLayouts(spans.map { PlaneLayout(offset: $0.start - first, stride: $0.stride) })
    unsafe bytes = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: first), count: end - first)
  }

  private static let mostPadding = 1 << 20

  private static func span(
    of plane: Int, in buffer: CVPixelBuffer
  ) -> (start: Int, stride: Int, length: Int)? {
    let isPlanar = CVPixelBufferGetPlaneCount(buffer) > 0
    let address =
      isPlanar
      ? unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane)
      : unsafe CVPixelBufferGetBaseAddress(buffer)
    guard let address = unsafe address else { return nil }
    let stride =
      isPlanar
      ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
    let rows =
      isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
    let (length, overflow) = stride.multipliedReportingOverflow(by: rows)
    guard !overflow, length > 0 else { return nil }
    return (Int(bitPattern: address), stride, length)
  }
}

extension FrameBuffer {
  /// Lends a picture's memory to a frame, without a copy: it stays locked for reading until the last
  /// holder lets go (`CVPixelBufferLockBaseAddress`).
  ///
  /// - Returns: the memory and its planes; nil for a picture that cannot be read as one piece.
  package static func lending(
    _ picture: CVPixelBuffer
  ) -> (buffer: FrameBuffer, planes: PlaneLayouts)? {
    guard CVPixelBufferLockBaseAddress(picture, .readOnly) == kCVReturnSuccess else { return nil }
    let owner = PixelBuffer(picture)
    guard let layout = PixelBufferLayout(locked: picture) else {
      CVPixelBufferUnlockBaseAddress(picture, .readOnly)
      return nil
    }
    let buffer = unsafe FrameBuffer(unsafeBytes: layout.bytes, native: owner) {
      CVPixelBufferUnlockBaseAddress(owner.value, .readOnly)
    }
    return (buffer, layout.planes)
  }
}
