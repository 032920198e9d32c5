import MediaTypes

/// Writes pictures as planes of one component each, without padding, as y4m holds them.
enum PlanarWriter {
  /// Appends the planes of a frame.
  ///
  /// - Parameter frame: uncompressed. RGB becomes Y'CbCr by BT.601 in limited range, which is what
  ///   readers of y4m take it for.
  static func append(_ frame: VideoFrame, to bytes: inout [UInt8]) {
    switch frame.format {
    case .bgra: appendRGB(frame, red: 2, blue: 0, step: 4, to: &bytes)
    case .rgb24: appendRGB(frame, red: 0, blue: 2, step: 3, to: &bytes)
    default:
      for run in ComponentPlane.all(of: frame) { append(run, of: frame, to: &bytes) }
    }
  }

  private static func append(_ run: ComponentPlane, of frame: VideoFrame, to bytes: inout [UInt8]) {
    let plane = frame.planes[run.plane]
    unsafe frame.buffer.withUnsafeBytes { memory in
      for row in 0..<run.rows {
        let start = plane.offset + row * plane.stride + run.phase
        // Unsafe: `VideoFrame` has checked that each row of each plane lies in its buffer.
        let samples = unsafe UnsafeRawBufferPointer(
          rebasing: memory[start..<start + (run.columns - 1) * run.step + 1])
        if run.step == 1 {
          unsafe bytes.append(contentsOf: samples)
        } else {
          for index in 0..<run.columns { unsafe bytes.append(samples[index * run.step]) }
        }
      }
    }
  }

  private static func appendRGB(
    _ frame: VideoFrame, red: Int, blue: Int, step: Int, to bytes: inout [UInt8]
  ) {
    let first = bytes.count
    let area = frame.size.area
    bytes.append(contentsOf: repeatElement(0, count: 3 * area))
    let plane = frame.planes[0]
    unsafe frame.buffer.withUnsafeBytes { memory in
      var target = first
      for row in 0..<frame.size.height {
        var pixel = plane.offset + row * plane.stride
        for _ in 0..<frame.size.width {
          // Unsafe: inside the row, which `VideoFrame` has checked.
          let color = unsafe BT601.limited(
            red: Int(memory[pixel + red]), green: Int(memory[pixel + 1]),
            blue: Int(memory[pixel + blue]))
          bytes[target] = color.y
          bytes[target + area] = color.cb
          bytes[target + 2 * area] = color.cr
          target += 1
          pixel += step
        }
      }
    }
  }
}

/// Where the samples of one component lie in a frame.
struct ComponentPlane: Hashable, Sendable {
  /// The plane of the frame.
  let plane: Int
  /// Bytes from the start of a row to the first sample.
  let phase: Int
  /// Bytes from one sample to the next.
  let step: Int
  /// Samples in a row.
  let columns: Int
  let rows: Int

  /// Luma and then chroma of an uncompressed Y'CbCr frame; empty for other formats.
  static func all(of frame: VideoFrame) -> [ComponentPlane] {
    let (width, height) = (frame.size.width, frame.size.height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch frame.format {
    case .nv12:
      return [ComponentPlane(plane: 0, phase: 0, step: 1, columns: width, rows: height)]
        + (0...1).map {
          ComponentPlane(plane: 1, phase: $0, step: 2, columns: halfWidth, rows: halfHeight)
        }
    case .yuyv:
      return [ComponentPlane(plane: 0, phase: 0, step: 2, columns: width, rows: height)]
        + [1, 3].map {
          ComponentPlane(plane: 0, phase: $0, step: 4, columns: halfWidth, rows: height)
        }
    case .i420, .i422, .i444, .grey:
      return frame.format.planeShapes.enumerated().map { index, shape in
        ComponentPlane(
          plane: index, phase: 0, step: 1, columns: shape.bytesPerRow(width: width),
          rows: shape.rows(height: height))
      }
    default: return []
    }
  }
}

/// R'G'B' to Y'CbCr, ITU-R BT.601-7, section 2.5, 8 bits, in fixed point with 16 binary digits.
enum BT601 {
  /// Luma 16 ... 235 and chroma 16 ... 240.
  static func limited(red: Int, green: Int, blue: Int) -> (y: UInt8, cb: UInt8, cr: UInt8) {
    // Each row is the standard's coefficients times 219/255 or 224/255 and 65536, rounded; the
    // chroma rows add up to 0, so that grey stays grey.
    let luma = 16_829 * red + 33_039 * green + 6_416 * blue
    let chromaBlue = -9_714 * red - 19_070 * green + 28_784 * blue
    let chromaRed = 28_784 * red - 24_103 * green - 4_681 * blue
    return (fixed(luma, offset: 16), fixed(chromaBlue, offset: 128), fixed(chromaRed, offset: 128))
  }

  private static func fixed(_ value: Int, offset: Int) -> UInt8 {
    UInt8(clamping: (value + 32_768) >> 16 + offset)
  }
}
