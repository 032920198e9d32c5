import CTurboJPEG
import CaptureCore
import ImageTurboJPEG
import MediaTypes
import Testing

struct TurboJPEGDecoderTests {
  static let size = PixelSize(width: 320, height: 240)

  @Test(arguments: [
    (TJSAMP_420, PixelFormat.i420), (TJSAMP_422, .i422), (TJSAMP_444, .i444), (TJSAMP_GRAY, .grey),
  ])
  func theBarsComeOutInTheJPEGsOwnPlanes(sampling: TJSAMP, format: PixelFormat) throws {
    let jpeg = TestJPEG.make(Self.size, sampling: sampling)
    let picture = try TurboJPEGDecoder().decode(TestJPEG.frame(jpeg, Self.size))
    #expect(picture.format == format)
    #expect(picture.size == Self.size)
    for (index, color) in TestJPEG.colors.enumerated() {
      let expected = Self.jpegColor(color)
      let column = index * 40 + 20
      for (plane, shape) in format.planeShapes.enumerated() {
        let value = TestJPEG.sample(
          picture, plane: plane, column: column / shape.horizontalSubsampling,
          row: 100 / shape.verticalSubsampling)
        #expect(abs(value - expected[plane]) <= 2, "plane \(plane) of bar \(index)")
      }
    }
  }

  @Test func whatTheFrameKnowsIsCarriedOver() throws {
    let frame = try TestJPEG.frame(TestJPEG.make(Self.size), Self.size)
    let picture = try TurboJPEGDecoder().decode(frame)
    #expect(picture.source == frame.source)
    #expect(picture.sequence == frame.sequence)
    #expect(picture.presentationTime == frame.presentationTime)
    #expect(picture.rotation == .half)
    #expect(picture.isMirrored)
    #expect(picture.color == .jpeg)
  }

  @Test(arguments: [(1, 1), (7, 5), (641, 361), (16, 1), (1, 16)])
  func oddSizesHaveRoomForWholeChroma(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    for sampling in [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY] {
      let jpeg = TestJPEG.make(size, sampling: sampling)
      let picture = try TurboJPEGDecoder().decode(TestJPEG.frame(jpeg, size))
      #expect(picture.size == size)
      #expect(abs(TestJPEG.sample(picture, plane: 0, column: 0, row: height - 1) - 255) <= 4)
    }
  }

  @Test func aFrameWithoutHuffmanTablesIsDecodedWithTheStandardOnes() throws {
    let whole = TestJPEG.make(Self.size)
    let bare = TestJPEG.withoutHuffmanTables(whole)
    #expect(bare.count < whole.count - 400)
    // Fresh decoders, so that no table is left from the other image.
    let first = try TurboJPEGDecoder().decode(TestJPEG.frame(whole, Self.size))
    let second = try TurboJPEGDecoder().decode(TestJPEG.frame(bare, Self.size))
    for column in stride(from: 0, to: 320, by: 8) {
      #expect(
        TestJPEG.sample(first, plane: 0, column: column, row: 33)
          == TestJPEG.sample(second, plane: 0, column: column, row: 33))
    }
  }

  @Test func aPictureWithoutItsEndIsRefused() throws {
    let jpeg = TestJPEG.make(Self.size)
    for count in [2, 3, 20, jpeg.count / 2, jpeg.count - 2, jpeg.count - 1] {
      #expect(throws: JPEGError.self, "\(count) bytes") {
        try TurboJPEGDecoder().decode(TestJPEG.frame(Array(jpeg.prefix(count)), Self.size))
      }
    }
  }

  @Test func bytesAfterTheEndAreFine() throws {
    let jpeg = TestJPEG.make(Self.size) + [UInt8](repeating: 0, count: 777)
    #expect(try TurboJPEGDecoder().decode(TestJPEG.frame(jpeg, Self.size)).format == .i422)
  }

  @Test func anEndInsideASegmentIsNoEnd() throws {
    // A thumbnail in an APP1 segment has an end of its own.
    let jpeg = TestJPEG.make(Self.size)
    let thumbnail: [UInt8] = [0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9]
    let cut = Array(jpeg[0..<2]) + thumbnail + jpeg[2..<jpeg.count - 200]
    let error = #expect(throws: JPEGError.self) {
      try TurboJPEGDecoder().decode(TestJPEG.frame(cut, Self.size))
    }
    #expect(error?.code == .malformed)
  }

  @Test func aWarningIsNoError() throws {
    // Stray bytes between two segments: libjpeg warns of them.
    let jpeg = TestJPEG.make(Self.size)
    let odd = Array(jpeg[0..<2]) + [0x12, 0x34] + jpeg[2...]
    #expect(try TurboJPEGDecoder().decode(TestJPEG.frame(odd, Self.size)).size == Self.size)
  }

  @Test func anotherSizeThanAgreedIsRefused() throws {
    let jpeg = TestJPEG.make(Self.size)
    let agreed = PixelSize(width: 320, height: 239)
    let error = #expect(throws: JPEGError.self) {
      try TurboJPEGDecoder().decode(TestJPEG.frame(jpeg, agreed))
    }
    #expect(error?.code == .wrongSize)
  }

  @Test func whatCamerasDoNotSendIsRefusedByKind() throws {
    let cmyk = TestJPEG.encode(
      [UInt8](repeating: 9, count: 4 * 320 * 240), Self.size, format: TJPF_CMYK,
      sampling: TJSAMP_444)
    for jpeg in [
      cmyk, TestJPEG.make(Self.size, sampling: TJSAMP_440),
      TestJPEG.make(Self.size, sampling: TJSAMP_411),
    ] {
      let error = #expect(throws: JPEGError.self) {
        try TurboJPEGDecoder().decode(TestJPEG.frame(jpeg, Self.size))
      }
      #expect(error?.code == .unsupported)
    }
  }

  @Test func heldPicturesExhaustThePoolAndComeBack() throws {
    let decoder = TurboJPEGDecoder()
    let frame = try TestJPEG.frame(TestJPEG.make(Self.size), Self.size)
    var held = try (0..<TurboJPEGDecoder.poolCapacity).map { _ in try decoder.decode(frame) }
    let error = #expect(throws: JPEGError.self) { try decoder.decode(frame) }
    #expect(error?.code == .noBuffer)
    held.removeLast()
    #expect(try decoder.decode(frame).size == Self.size)
  }

  @Test func aDecoderFollowsAChangeOfSizeAndLivesOnAfterBadFrames() throws {
    let decoder = TurboJPEGDecoder()
    for edge in [64, 200, 64, 320] {
      let size = PixelSize(width: edge, height: edge / 2)
      let good = try TestJPEG.frame(TestJPEG.make(size), size)
      let bad = try TestJPEG.frame([0xff, 0xd8, 1, 2, 3], size)
      #expect(throws: JPEGError.self) { try decoder.decode(bad) }
      #expect(try decoder.decode(good).size == size)
    }
  }

  // JFIF 1.02: full range BT.601.
  private static func jpegColor(_ color: (red: UInt8, green: UInt8, blue: UInt8)) -> [Int] {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    return [
      0.299 * red + 0.587 * green + 0.114 * blue,
      128 - 0.168736 * red - 0.331264 * green + 0.5 * blue,
      128 + 0.5 * red - 0.418688 * green - 0.081312 * blue,
    ].map { Int(min($0.rounded(), 255)) }
  }
}
