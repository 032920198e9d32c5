import MediaTypes

/// Writes pictures as planes of one component each, without padding, as y4m holds them.
enum PlanarWriter {
  /// Appends the planes of a frame.
  ///
  /// - Parameter frame: uncompressed. RGB becomes Y'CbCr by BT.601 in limited range, which is what
  ///   readers of y4m take it for.
  static func append(_ frame: VideoFrame, to bytes: inout [UInt8]) {
    if frame.format.components == .rgb {
      appendRGB(frame, to: &bytes)
    } else {
      for shape in frame.format.componentShapes { append(shape, of: frame, to: &bytes) }
    }
  }

  private static func append(
    _ shape: ComponentShape, of frame: VideoFrame, to bytes: inout [UInt8]
  ) {
    let plane = frame.planes[shape.plane]
    let columns = shape.columns(width: frame.size.width)
    let sampleBytes = frame.format.bytesPerComponent
    unsafe frame.buffer.withUnsafeBytes { memory in
      for row in 0..<shape.rows(height: frame.size.height) {
        let start = plane.offset + row * plane.stride + shape.offset
        // Unsafe: `VideoFrame` has checked that each row of each plane lies in its buffer.
        let samples = unsafe UnsafeRawBufferPointer(
          rebasing: memory[start..<start + (columns - 1) * shape.step + sampleBytes])
        if sampleBytes == 2 {
          let unused = 16 - frame.format.bitDepth
          unsafe append(words: samples, step: shape.step, columns, unused: unused, to: &bytes)
        } else if shape.step == 1 {
          unsafe bytes.append(contentsOf: samples)
        } else {
          for index in 0..<columns { unsafe bytes.append(samples[index * shape.step]) }
        }
      }
    }
  }

  /// Little-endian words; y4m counts from the lowest bit, where P010 counts from the highest.
  private static func append(
    words samples: UnsafeRawBufferPointer, step: Int, _ columns: Int, unused: Int,
    to bytes: inout [UInt8]
  ) {
    for index in 0..<columns {
      let word =
        unsafe (UInt16(samples[index * step]) | UInt16(samples[index * step + 1]) << 8) >> unused
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    }
  }

  private static func appendRGB(_ frame: VideoFrame, to bytes: inout [UInt8]) {
    let shapes = frame.format.componentShapes
    let (red, green, blue) = (shapes[0].offset, shapes[1].offset, shapes[2].offset)
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
            red: Int(memory[pixel + red]), green: Int(memory[pixel + green]),
            blue: Int(memory[pixel + blue]))
          bytes[target] = color.y
          bytes[target + area] = color.cb
          bytes[target + 2 * area] = color.cr
          target += 1
          pixel += shapes[0].step
        }
      }
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
