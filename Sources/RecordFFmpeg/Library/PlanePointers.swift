import CFFmpeg
import MediaTypes

/// Where the planes of a picture lie in memory: what the library calls `data` and `linesize`.
///
/// Good only while somebody holds the picture.
@unsafe struct PlanePointers {
  /// Four, those that the format does not have are nil.
  var addresses: [UnsafeMutablePointer<UInt8>?]
  /// Bytes from a row to the next, four.
  var strides: [Int32]

  init(_ picture: UnsafeMutablePointer<AVFrame>) {
    let (data, lines) = unsafe (picture.pointee.data, picture.pointee.linesize)
    unsafe addresses = unsafe [data.0, data.1, data.2, data.3]
    unsafe strides = [lines.0, lines.1, lines.2, lines.3]
  }

  /// The planes of a camera's frame, whose bounds were checked when it was made.
  init(_ frame: VideoFrame) {
    unsafe addresses = Array(repeating: nil, count: 4)
    unsafe strides = Array(repeating: 0, count: 4)
    unsafe frame.buffer.withUnsafeBytes { bytes in
      let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      for (index, plane) in frame.planes.enumerated() {
        unsafe addresses[index] = unsafe start.map {
          unsafe ($0 + plane.offset).assumingMemoryBound(to: UInt8.self)
        }
        unsafe strides[index] = Int32(clamping: plane.stride)
      }
    }
    // The library has no name for V before U.
    if frame.format == .yv12 {
      unsafe addresses.swapAt(1, 2)
      unsafe strides.swapAt(1, 2)
    }
  }

  /// The same planes from a place within the picture on.
  ///
  /// - Parameters:
  ///   - x: pixels from the left, a multiple of the format's subsampling.
  ///   - y: rows from the top, likewise.
  func moved(x: Int, y: Int, layout: PictureLayout) -> PlanePointers {
    var moved = unsafe self
    for (index, shape) in layout.format.planeShapes.enumerated() {
      let across = x / shape.horizontalSubsampling * shape.bytesPerSample
      let down = y / shape.verticalSubsampling * Int(unsafe strides[index])
      unsafe moved.addresses[index] = unsafe addresses[index].map { unsafe $0 + across + down }
    }
    return unsafe moved
  }

  /// Puts them into a picture of the library.
  func store(into picture: UnsafeMutablePointer<AVFrame>) {
    unsafe picture.pointee.data.0 = unsafe addresses[0]
    unsafe picture.pointee.data.1 = unsafe addresses[1]
    unsafe picture.pointee.data.2 = unsafe addresses[2]
    unsafe picture.pointee.linesize.0 = unsafe strides[0]
    unsafe picture.pointee.linesize.1 = unsafe strides[1]
    unsafe picture.pointee.linesize.2 = unsafe strides[2]
  }
}
