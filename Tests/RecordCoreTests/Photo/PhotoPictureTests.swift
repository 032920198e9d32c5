import MediaTypes
import Testing

@testable import RecordCore

@Suite("A frame made into a photo's picture")
struct PhotoPictureTests {
  /// Every matrix and range.
  static let colors: [ColorDescription] = ColorDescription.Matrix.allCases.filter {
    $0 != .identity
  }.flatMap {
    matrix in
    ColorDescription.Range.allCases.map { range in
      ColorDescription(matrix: matrix, range: range, transfer: .bt709, primaries: .bt709)
    }
  }

  /// H.273 in floating point: the colour of stored luma and chroma, 0 ... 255.
  static func reference(_ y: UInt8, _ u: UInt8, _ v: UInt8, _ color: ColorDescription) -> [Double] {
    let (kr, kb) =
      switch color.matrix {
      case .bt709: (0.2126, 0.0722)
      case .smpte240m: (0.212, 0.087)
      case .bt2020: (0.2627, 0.0593)
      case .bt601, .identity: (0.299, 0.114)
      }
    let isLimited = color.range == .limited
    let luma = isLimited ? (Double(y) - 16) / 219 : Double(y) / 255
    let cb = (Double(u) - 128) / (isLimited ? 224 : 255)
    let cr = (Double(v) - 128) / (isLimited ? 224 : 255)
    let red = luma + 2 * (1 - kr) * cr
    let blue = luma + 2 * (1 - kb) * cb
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [red, green, blue].map { max(0, min(255, $0 * 255)) }
  }

  private static let samples: [(UInt8, UInt8, UInt8)] = [
    (16, 128, 128), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110), (120, 100, 160),
    (200, 128, 90),
  ]

  @Test("Every format with luma comes out in the colours that it means", arguments: colors)
  func meaning(_ color: ColorDescription) throws {
    let size = PixelSize(width: 4, height: 4)
    for format in PixelFormat.uncompressed where format.components == .yuv {
      for (y, u, v) in Self.samples {
        let frame = try PhotoFixture.plain(format, size, y: y, u: u, v: v, color: color)
        let expected = Self.reference(y, u, v, color)
        let image = try RGBImage(frame, isMirrored: false)
        for (value, wanted) in zip(image.bytes.prefix(3), expected) {
          #expect(abs(Double(value) - wanted) <= 1, "\(format) as RGB")
        }
        let picture = try #require(try JFIFPicture(frame, isMirrored: false))
        let planes = picture.planes.map { $0.bytes[0] }
        let seen = Self.reference(planes[0], planes[1], planes[2], .jpeg)
        // Chroma that JFIF rounds away is worth up to 1.772 / 2 in blue.
        for (value, wanted) in zip(seen, expected) {
          #expect(abs(value - wanted) <= 2.5, "\(format) for JPEG: \(seen) \(expected)")
        }
      }
    }
  }

  @Test("JPEG's own colours are copied as they are")
  func copied() throws {
    let size = PixelSize(width: 4, height: 2)
    let bytes: [UInt8] = [0, 50, 100, 150, 200, 250, 255, 1, 10, 20, 30, 40]
    let frame = try PhotoFixture.frame(.i420, size, bytes, color: .jpeg)
    let picture = try #require(try JFIFPicture(frame, isMirrored: false))
    #expect(picture.planes.flatMap(\.bytes) == bytes)
    #expect(picture.horizontalSubsampling == 2 && picture.verticalSubsampling == 2)
  }

  @Test("Red, green and blue stay exactly what they are")
  func rgb() throws {
    let size = PixelSize(width: 2, height: 1)
    let frame = try PhotoFixture.frame(.bgra, size, [3, 2, 1, 255, 6, 5, 4, 255])
    #expect(try RGBImage(frame, isMirrored: false).bytes == [1, 2, 3, 4, 5, 6])
    #expect(try RGBImage(frame, isMirrored: true).bytes == [4, 5, 6, 1, 2, 3])
    #expect(try JFIFPicture(frame, isMirrored: false) == nil)
  }

  @Test(
    "It stands upright, and is mirrored after that",
    arguments: [
      (Rotation.none, false, [1, 2, 3, 4, 5, 6]), (.clockwise90, false, [4, 1, 5, 2, 6, 3]),
      (.half, false, [6, 5, 4, 3, 2, 1]), (.clockwise270, false, [3, 6, 2, 5, 1, 4]),
      (.none, true, [3, 2, 1, 6, 5, 4]), (.clockwise90, true, [1, 4, 2, 5, 3, 6]),
      (.half, true, [4, 5, 6, 1, 2, 3]), (.clockwise270, true, [6, 3, 5, 2, 4, 1]),
    ])
  func upright(rotation: Rotation, isMirrored: Bool, luma: [UInt8]) throws {
    let size = PixelSize(width: 3, height: 2)
    for isStoredMirrored in [false, true] {
      let frame = try PhotoFixture.frame(
        .grey, size, [1, 2, 3, 4, 5, 6], color: .jpeg, rotation: rotation,
        isMirrored: isStoredMirrored)
      let picture = try #require(
        try JFIFPicture(frame, isMirrored: isMirrored != isStoredMirrored))
      #expect(picture.planes[0].bytes == luma)
      #expect(picture.size == (rotation.swapsAxes ? size.transposed : size))
    }
  }

  @Test("Only the part that is to be seen is in it")
  func crop() throws {
    let size = PixelSize(width: 4, height: 4)
    let bytes = (0..<16).map { UInt8($0) } + [100, 101, 102, 103, 200, 201, 202, 203]
    let crop = PixelRectangle(x: 2, y: 2, size: PixelSize(width: 2, height: 1))
    let frame = try PhotoFixture.frame(.i420, size, bytes, color: .jpeg, crop: crop)
    let picture = try #require(try JFIFPicture(frame, isMirrored: false))
    #expect(picture.size == crop.size)
    #expect(picture.planes.map(\.bytes) == [[10, 11, 10, 11], [103], [203]])
    #expect(try RGBImage(frame, isMirrored: false).size == crop.size)
    let jpeg = try PhotoFixture.frame(.mjpeg, size, [1], crop: crop)
    #expect(
      UntouchedPhoto.bytes(jpeg, isMirrored: false, metadata: PhotoFixture.metadata) == nil)
  }

  @Test(
    "Planes of green, blue and red are understood; where chroma is smaller there is no such thing")
  func identity() throws {
    let size = PixelSize(width: 2, height: 2)
    var color = ColorDescription.srgb
    let frame = try PhotoFixture.plain(.i444, size, y: 2, u: 3, v: 1, color: color)
    #expect(try RGBImage(frame, isMirrored: false).bytes.prefix(3) == [1, 2, 3])
    #expect(try JFIFPicture(frame, isMirrored: false) == nil)
    color.range = .limited
    for format in PixelFormat.uncompressed where format.components == .yuv {
      let frame = try PhotoFixture.plain(format, size, y: 2, u: 3, v: 1, color: color)
      #expect(try RGBImage(frame, isMirrored: false).size == size)
    }
  }

  @Test("Odd sizes get whole blocks of chroma", arguments: Rotation.allCases)
  func odd(rotation: Rotation) throws {
    for format in PixelFormat.uncompressed where format.components == .yuv {
      let size = PixelSize(width: 5, height: 3)
      let frame = try PhotoFixture.plain(
        format, size, y: 1, u: 2, v: 3, color: .jpeg, rotation: rotation)
      let picture = try #require(try JFIFPicture(frame, isMirrored: false))
      let (luma, chroma) = (picture.planes[0].size, picture.planes[1].size)
      #expect(luma.width == chroma.width * picture.horizontalSubsampling)
      #expect(luma.height == chroma.height * picture.verticalSubsampling)
      for plane in picture.planes { #expect(plane.bytes.count == plane.size.area) }
      #expect(try RGBImage(frame, isMirrored: false).size == frame.uprightSize)
    }
  }

  @Test("Every format that the project knows can be made a photo; others are refused")
  func formats() throws {
    let size = PixelSize(width: 2, height: 2)
    for format in PixelFormat.uncompressed {
      let frame = try PhotoFixture.plain(format, size, y: 1, u: 2, v: 3, color: .jpeg)
      #expect(throws: Never.self, "\(format)") { try RGBImage(frame, isMirrored: false) }
    }
    let compressed = try PhotoFixture.frame(.mjpeg, size, [1])
    #expect(throws: RecordError.self) { try RGBImage(compressed, isMirrored: false) }
  }

  @Test("Chroma in between is mixed of its neighbours")
  func chroma() {
    let plane = PhotoPlane(width: 2, height: 1, bytes: [0, 100])
    #expect(plane.doubledAcross().bytes == [0, 25, 75, 100])
    let tall = PhotoPlane(width: 1, height: 2, bytes: [0, 100])
    #expect(tall.doubledDown().bytes == [0, 25, 75, 100])
  }
}

@Suite("The format of a photo")
struct PhotoFormatTests {
  @Test(
    "The ending of the name says it",
    arguments: [
      ("a.jpg", PhotoFormat.jpeg), ("/x/b.JPEG", .jpeg), ("c.png", .png), ("d.jpe", .jpeg),
      ("e", nil), ("f.gif", nil), ("", nil), ("jpg", nil), ("/a.jpg/b", nil), ("g.jpg.", nil),
      (".jpg", nil), ("/a/.png", nil), ("h.png/", nil), ("..jpg", .jpeg),
    ] as [(String, PhotoFormat?)])
  func endings(name: String, format: PhotoFormat?) {
    #expect(PhotoFormat(fileName: name) == format)
  }

  @Test(
    "Pixels that are not square are made so, also turned",
    arguments: [
      (2, 1, Rotation.none, 8, 2), (2, 1, .clockwise90, 2, 8), (1, 2, .none, 4, 4),
      (1, 2, .clockwise270, 4, 4), (3, 2, .half, 6, 2),
    ])
  func aspect(wide: Int, high: Int, rotation: Rotation, width: Int, height: Int) throws {
    let aspect = try #require(PixelAspect(width: wide, height: high))
    let frame = try PhotoFixture.frame(
      .grey, PixelSize(width: 4, height: 2), [0, 80, 160, 240, 0, 80, 160, 240],
      color: .jpeg, rotation: rotation, pixelAspect: aspect)
    let image = try RGBImage(frame, isMirrored: false)
    #expect(image.size == PixelSize(width: width, height: height))
    #expect(frame.squareSize == image.size)
    #expect(try JFIFPicture(frame, isMirrored: false) == nil)
    let levels = stride(from: 0, to: image.bytes.count, by: 3).map { Int(image.bytes[$0]) }
    #expect(levels.min() == 0 && levels.max() == 240)
    guard wide == 2, rotation == .none else { return }
    #expect(levels.prefix(8) == [0, 20, 60, 100, 140, 180, 220, 240])
  }

  @Test("A camera's own JPEG with other pixels is not kept untouched")
  func untouchedAspect() throws {
    let aspect = try #require(PixelAspect(width: 12, height: 11))
    let frame = try PhotoFixture.frame(
      .mjpeg, PixelSize(width: 4, height: 2), [0xff, 0xd8, 0xff, 0xd9], pixelAspect: aspect)
    let bytes = UntouchedPhoto.bytes(frame, isMirrored: false, metadata: PhotoFixture.metadata)
    #expect(bytes == nil)
  }
}
