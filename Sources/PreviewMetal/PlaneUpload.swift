import MediaTypes
import Metal

/// One plane of a frame on its way to a texture.
struct PlaneUpload {
  private let frame: VideoFrame
  private let layout: PlaneLayout
  private let shape: PlaneShape
  private let width: Int
  private let height: Int

  init(_ frame: VideoFrame, plane: Int) {
    self.frame = frame
    shape = frame.format.planeShapes[plane]
    layout = frame.planes[plane]
    width = shape.samplesPerRow(width: frame.size.width)
    height = shape.rows(height: frame.size.height)
  }

  /// - Parameter scratch: memory that is kept for the planes that cannot be taken as they lie.
  func run(into texture: any MTLTexture, _ texel: TexelFormat, scratch: inout [UInt8]) {
    let region = MTLRegionMake2D(0, 0, width, height)
    // Metal takes strides of whole texels only.
    guard texel.storedBytes == shape.bytesPerSample, layout.stride % texel.storedBytes == 0 else {
      pack(texel, into: &scratch)
      // Unsafe: Metal copies before it returns.
      return unsafe scratch.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe texture.replace(
          region: region, mipmapLevel: 0, withBytes: start, bytesPerRow: width * texel.storedBytes)
      }
    }
    // Unsafe: the same, and `VideoFrame` has checked the rows' bounds.
    unsafe frame.buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe texture.replace(
        region: region, mipmapLevel: 0, withBytes: start + layout.offset,
        bytesPerRow: layout.stride)
    }
  }

  /// Copies the rows one after another, texels of three bytes as four.
  private func pack(_ texel: TexelFormat, into scratch: inout [UInt8]) {
    let (given, stored) = (shape.bytesPerSample, texel.storedBytes)
    scratch.removeAll(keepingCapacity: true)
    scratch.reserveCapacity(width * height * stored)
    // Unsafe: as above.
    unsafe frame.buffer.withUnsafeBytes { bytes in
      for row in 0..<height {
        let start = layout.offset + row * layout.stride
        for column in 0..<width {
          let at = start + column * given
          unsafe scratch.append(contentsOf: bytes[at..<at + given])
          for _ in given..<stored { scratch.append(255) }
        }
      }
    }
  }
}
