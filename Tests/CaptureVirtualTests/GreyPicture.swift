import MediaTypes

/// Brightness only, for trying what pictures go through on their way.
struct GreyPicture {
  var size: PixelSize
  var bytes: [UInt8]

  /// Each pixel is the mean of what it covers, or lies between its neighbours when enlarged.
  func scaled(by scale: Double) -> GreyPicture {
    let target = PixelSize(
      width: Int((Double(size.width) * scale).rounded()),
      height: Int((Double(size.height) * scale).rounded()))
    let samples = max(1, Int((1 / scale).rounded(.up)))
    var result = GreyPicture(size: target, bytes: [])
    result.bytes.reserveCapacity(target.area)
    for y in 0..<target.height {
      for x in 0..<target.width {
        var sum = 0.0
        for down in 0..<samples {
          for across in 0..<samples {
            let dx = (Double(across) + 0.5) / Double(samples)
            let dy = (Double(down) + 0.5) / Double(samples)
            sum += interpolated((Double(x) + dx) / scale, (Double(y) + dy) / scale)
          }
        }
        result.bytes.append(UInt8((sum / Double(samples * samples)).rounded()))
      }
    }
    return result
  }

  var mirrored: GreyPicture {
    var result = self
    for y in 0..<size.height {
      result.bytes[y * size.width..<(y + 1) * size.width].reverse()
    }
    return result
  }

  func cropped(y: Int, height: Int) -> GreyPicture {
    GreyPicture(
      size: PixelSize(width: size.width, height: height),
      bytes: Array(bytes[y * size.width..<(y + height) * size.width]))
  }

  func cropped(x: Int, width: Int) -> GreyPicture {
    GreyPicture(
      size: PixelSize(width: width, height: size.height),
      bytes: (0..<size.height).flatMap { y in
        bytes[y * size.width + x..<y * size.width + x + width]
      })
  }

  /// What JPEG does to brightness: the cosine transform of 8×8 pixels, quantised by table K.1 of
  /// ITU-T T.81, which is what libjpeg calls quality 50.
  func throughJPEG() -> GreyPicture {
    var result = self
    for top in stride(from: 0, to: size.height, by: 8) {
      for left in stride(from: 0, to: size.width, by: 8) {
        var block = (0..<64).map { index in
          Double(pixel(left + index % 8, top + index / 8)) - 128
        }
        block = Self.transformed(block, by: Self.cosines)
        for index in block.indices {
          block[index] =
            (block[index] / Self.quantisation[index]).rounded()
            * Self.quantisation[index]
        }
        block = Self.transformed(block, by: Self.inverseCosines)
        for index in block.indices {
          let (x, y) = (left + index % 8, top + index / 8)
          guard x < size.width, y < size.height else { continue }
          result.bytes[y * size.width + x] = UInt8(min(max(block[index] + 128, 0), 255))
        }
      }
    }
    return result
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt8 {
    bytes[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
  }

  private func interpolated(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (Int((x - 0.5).rounded(.down)), Int((y - 0.5).rounded(.down)))
    let (across, down) = (x - 0.5 - Double(left), y - 0.5 - Double(top))
    let upper = Double(pixel(left, top)) * (1 - across) + Double(pixel(left + 1, top)) * across
    let lower =
      Double(pixel(left, top + 1)) * (1 - across) + Double(pixel(left + 1, top + 1)) * across
    return upper * (1 - down) + lower * down
  }

  /// M · block · Mᵀ
  private static func transformed(_ block: [Double], by matrix: [Double]) -> [Double] {
    var rows = [Double](repeating: 0, count: 64)
    var result = rows
    for i in 0..<8 {
      for j in 0..<8 {
        for k in 0..<8 { rows[i * 8 + j] += matrix[i * 8 + k] * block[k * 8 + j] }
      }
    }
    for i in 0..<8 {
      for j in 0..<8 {
        for k in 0..<8 { result[i * 8 + j] += rows[i * 8 + k] * matrix[j * 8 + k] }
      }
    }
    return result
  }

  /// cos(i · (2j + 1) · π / 16), scaled to be orthogonal; by the recurrence of Chebyshev.
  private static let cosines: [Double] = {
    let firstRow = [
      0.980785280403230, 0.831469612302545, 0.555570233019602, 0.195090322016128,
    ]
    let cosine = firstRow + firstRow.reversed().map { -$0 }
    var rows = [[Double](repeating: 1, count: 8), cosine]
    for i in 2..<8 {
      rows.append((0..<8).map { 2 * cosine[$0] * rows[i - 1][$0] - rows[i - 2][$0] })
    }
    return rows.enumerated().flatMap { i, row in
      row.map { $0 * (i == 0 ? 0.125 : 0.25).squareRoot() }
    }
  }()

  private static let inverseCosines: [Double] = (0..<64).map { cosines[$0 % 8 * 8 + $0 / 8] }

  private static let quantisation: [Double] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]
}
