import MediaTypes

/// One component of a picture: bytes row by row, without padding.
struct PhotoPlane: Hashable, Sendable {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  /// The plane turned and then mirrored.
  func turned(_ rotation: Rotation, isMirrored: Bool) -> PhotoPlane {
    guard rotation != .none || isMirrored else { return self }
    let (newWidth, newHeight) = rotation.swapsAxes ? (height, width) : (width, height)
    // The old index of the new pixel (x, y) is first + x * across + y * down.
    var (first, across, down) =
      switch rotation {
      case .none: (0, 1, width)
      case .clockwise90: ((height - 1) * width, -width, 1)
      case .half: (height * width - 1, -1, -width)
      case .clockwise270: (width - 1, width, -1)
      }
    if isMirrored {
      first += (newWidth - 1) * across
      across = -across
    }
    var result = [UInt8]()
    result.reserveCapacity(bytes.count)
    for y in 0..<newHeight {
      var index = first + y * down
      for _ in 0..<newWidth {
        result.append(bytes[index])
        index += across
      }
    }
    return PhotoPlane(width: newWidth, height: newHeight, bytes: result)
  }

  /// The plane with each of its bytes changed.
  func mapped(_ table: [UInt8]) -> PhotoPlane {
    PhotoPlane(width: width, height: height, bytes: bytes.map { table[Int($0)] })
  }

  /// The upper left part.
  func cropped(width: Int, height: Int) -> PhotoPlane {
    guard width < self.width || height < self.height else { return self }
    let rows = (0..<height).map { bytes[$0 * self.width..<$0 * self.width + width] }
    return PhotoPlane(width: width, height: height, bytes: Array(rows.joined()))
  }

  /// Twice as wide: each new sample is three parts its own and one part its neighbour's, which is
  /// linear in between samples that lie in the middle of what they cover.
  func doubledAcross() -> PhotoPlane {
    var result = [UInt8]()
    result.reserveCapacity(bytes.count * 2)
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        let left = bytes[column > 0 ? index - 1 : index]
        let right = bytes[column < width - 1 ? index + 1 : index]
        result.append(Self.mix(bytes[index], left))
        result.append(Self.mix(bytes[index], right))
      }
    }
    return PhotoPlane(width: width * 2, height: height, bytes: result)
  }

  /// Twice as high, in the same way.
  func doubledDown() -> PhotoPlane {
    var result = [UInt8]()
    result.reserveCapacity(bytes.count * 2)
    for row in 0..<height * 2 {
      let near = row / 2
      let far = min(max(row % 2 == 0 ? near - 1 : near + 1, 0), height - 1)
      for column in 0..<width {
        result.append(Self.mix(bytes[near * width + column], bytes[far * width + column]))
      }
    }
    return PhotoPlane(width: width, height: height * 2, bytes: result)
  }

  /// The plane in another size, linear between the middles of its samples.
  func scaled(width newWidth: Int, height newHeight: Int) -> PhotoPlane {
    guard newWidth != width || newHeight != height else { return self }
    let columns = Self.places(newWidth, of: width)
    var result = [UInt8]()
    result.reserveCapacity(newWidth * newHeight)
    for row in Self.places(newHeight, of: height) {
      let (upper, lower) = (row.first * width, row.second * width)
      for column in columns {
        let above = column.mix(bytes[upper + column.first], bytes[upper + column.second])
        let below = column.mix(bytes[lower + column.first], bytes[lower + column.second])
        result.append(UInt8((above * (256 - row.share) + below * row.share + 32_768) >> 16))
      }
    }
    return PhotoPlane(width: newWidth, height: newHeight, bytes: result)
  }

  /// Between which two samples a new one lies, and the share of the second in 256 parts.
  private struct Place {
    let first: Int
    let second: Int
    let share: Int

    func mix(_ near: UInt8, _ far: UInt8) -> Int { Int(near) * (256 - share) + Int(far) * share }
  }

  private static func places(_ count: Int, of old: Int) -> [Place] {
    (0..<count).map { index in
      let place = (Double(index) + 0.5) * Double(old) / Double(count) - 0.5
      let inside = min(max(place, 0), Double(old - 1))
      let first = Int(inside)
      return Place(
        first: first, second: min(first + 1, old - 1),
        share: Int(((inside - Double(first)) * 256).rounded()))
    }
  }

  private static func mix(_ near: UInt8, _ far: UInt8) -> UInt8 {
    UInt8((3 * UInt16(near) + UInt16(far) + 2) / 4)
  }
}
