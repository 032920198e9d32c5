import MediaTypes
import Testing

struct MediaTimeTests {
  @Test func sumsAndDifferencesStayAtTheEndsOfTheRange() {
    let most = MediaTime(nanoseconds: .max)
    let least = MediaTime(nanoseconds: .min)
    let one = MediaTime(nanoseconds: 1)
    #expect(most + one == most && most - least == most && most + most == most)
    #expect(least - one == least && least - most == least && least + least == least)
    #expect(MediaTime.zero - least == most)
    #expect(most + least == MediaTime(nanoseconds: -1))
    #expect(most - one + one == most)
  }

  @Test func lengthsThatAreTooLongStayAtTheEnds() {
    #expect(MediaTime.seconds(.max) == MediaTime(nanoseconds: .max))
    #expect(MediaTime.seconds(.min) == MediaTime(nanoseconds: .min))
    #expect(MediaTime.milliseconds(.max) == MediaTime(nanoseconds: .max))
    #expect(MediaTime.milliseconds(-3) == MediaTime(nanoseconds: -3_000_000))
    #expect(MediaTime.seconds(9_223_372_036).nanoseconds == 9_223_372_036_000_000_000)
  }

  @Test(
    arguments: [
      (1.5, 1_500_000_000), (-0.25, -250_000_000), (0.000_000_000_4, 0), (0.000_000_000_6, 1),
      (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min),
      (9.3e9, .max), (-0.0, 0),
    ] as [(Double, Int64)])
  func secondsAreRoundedAndClamped(seconds: Double, nanoseconds: Int64) {
    #expect(MediaTime(seconds: seconds).nanoseconds == nanoseconds)
  }

  @Test func theEarlierIsTheLesser() {
    #expect(MediaTime.milliseconds(999) < .seconds(1))
    #expect(MediaTime.seconds(-1) < .zero)
    #expect(MediaTime.seconds(2).seconds == 2)
  }
}

struct FrameRateTests {
  @Test(arguments: [
    (0, 0), (0, 1), (1, 0), (-30, 1), (30, -1), (-30, -1), (1001, 1), (.max, 1), (2001, 2),
    (.min, 1), (.min, .min), (1, .min),
  ])
  func ratesThatNoCameraHasAreRefused(numerator: Int, denominator: Int) {
    #expect(FrameRate(numerator, per: denominator) == nil)
  }

  @Test func ratesAreInLowestTerms() throws {
    let rate = try #require(FrameRate(60, per: 2))
    #expect(rate == .fps30 && rate.description == "30")
    #expect(FrameRate(.max, per: .max)?.description == "1")
    #expect(FrameRate(30000, per: 1001)?.description == "30000/1001")
    #expect(FrameRate(1000)?.framesPerSecond == 1000)
  }

  @Test func slowRatesHaveADuration() throws {
    let slow = try #require(FrameRate(1, per: .max))
    #expect(slow.frameDuration > .seconds(1_000_000))
    #expect(slow < .fps30)
    #expect(FrameRate.fps30.frameDuration.nanoseconds == 33_333_333)
    #expect(FrameRate.fps60.frameDuration.nanoseconds == 16_666_667)
  }

  @Test func ratesAreOrderedAsNumbers() throws {
    let ntsc = try #require(FrameRate(30000, per: 1001))
    #expect(ntsc < .fps30)
    #expect(FrameRate.fps30 < .fps60)
    #expect(!(FrameRate.fps30 < FrameRate.fps30))
  }
}

struct PixelFormatTests {
  @Test func codesAreThoseOfVideo4Linux() {
    #expect(PixelFormat.nv12.fourCharacterCode == 0x3231_564e)
    #expect(PixelFormat.mjpeg.fourCharacterCode == 0x4750_4a4d)
    #expect(PixelFormat.y16.fourCharacterCode == 0x2036_3159)
    #expect(PixelFormat.rgba.fourCharacterCode == 0x3432_4241)
    #expect(Set(PixelFormat.known.map(\.fourCharacterCode)).count == PixelFormat.known.count)
  }

  @Test(
    arguments: [
      (0x4356_4548, "HEVC"), (0, "????"), (0xffff_ffff, "????"), (0x0a0d_1b41, "A???"),
      (0x2041_2041, "A?A?"), (0x7e21_7f80, "??!~"),
    ] as [(UInt32, String)])
  func unknownFormatsAreShownByTheirPrintableCharacters(code: UInt32, text: String) {
    let format = PixelFormat(fourCharacterCode: code)
    #expect(format.description == text)
    #expect(format.planeShapes.isEmpty && !format.isCompressed)
  }

  @Test func onlyCompressedFormatsHaveNoPlanes() {
    #expect(PixelFormat.known.filter(\.isCompressed) == [.mjpeg, .h264])
    for format in PixelFormat.known {
      #expect(format.planeShapes.isEmpty == format.isCompressed)
      #expect(format.planeShapes.count <= PlaneLayouts.maximumCount)
      #expect(!format.description.contains("?"))
    }
  }

  @Test func eachComponentLiesInsideItsPlane() {
    for format in PixelFormat.uncompressed {
      let (planes, bytes) = (format.planeShapes, format.bytesPerComponent)
      #expect(format.componentShapes.count == (format.components == .grey ? 1 : 3))
      var taken: Set<[Int]> = []
      for component in format.componentShapes {
        let plane = planes[component.plane]
        let (across, down) = (component.horizontalSubsampling, component.verticalSubsampling)
        #expect(down == plane.verticalSubsampling)
        #expect(component.offset + bytes <= plane.bytesPerSample)
        #expect(component.step * plane.horizontalSubsampling == plane.bytesPerSample * across)
        #expect(taken.insert([component.plane, component.offset]).inserted)
        for width in 1...7 {
          let last = component.offset + (component.columns(width: width) - 1) * component.step
          #expect(last + bytes <= plane.bytesPerRow(width: width))
          #expect(component.rows(height: width) == plane.rows(height: width))
        }
      }
    }
    #expect(PixelFormat.mjpeg.componentShapes.isEmpty && PixelFormat.mjpeg.components == nil)
  }

  @Test func depthsAndBytes() {
    #expect(PixelFormat.uncompressed.filter { $0.bitDepth != 8 } == [.p010, .y16])
    #expect(PixelFormat.p010.bitDepth == 10 && PixelFormat.y16.bitDepth == 16)
    let bytes = [PixelFormat.nv12, .nv16, .p010, .yuyv, .rgba, .rgb24, .y16, .mjpeg]
    #expect(bytes.map(\.bytesPerPixel) == [1.5, 2, 3, 2, 4, 3, 2, 0])
  }

  @Test func oddSizesRoundUp() {
    let shapes = PixelFormat.nv12.planeShapes
    #expect(shapes[1].bytesPerRow(width: 5) == 6 && shapes[1].rows(height: 5) == 3)
    #expect(PixelFormat.yuyv.planeShapes[0].bytesPerRow(width: 5) == 12)
  }
}

struct PlaneLayoutsTests {
  @Test func aFifthPlaneIsRefused() {
    var planes = PlaneLayouts()
    #expect(planes.isEmpty)
    for index in 0..<4 {
      let isAdded = planes.append(PlaneLayout(offset: index, stride: index + 1))
      #expect(isAdded)
    }
    let before = planes
    let isAdded = planes.append(PlaneLayout(offset: 9, stride: 9))
    #expect(!isAdded && planes == before && planes.count == 4)
    #expect(planes.map(\.offset) == [0, 1, 2, 3])
    let many = PlaneLayouts((0..<9).map { PlaneLayout(offset: $0, stride: 1) })
    #expect(many.count == 4)
  }

  @Test func eachPlaneCanBeChanged() {
    var planes = PlaneLayouts((0..<4).map { PlaneLayout(offset: $0, stride: 1) })
    for index in planes.indices { planes[index].stride = 10 * index }
    #expect(planes.map(\.stride) == [0, 10, 20, 30])
  }

  @Test func equalityDoesNotSeeWhatIsNotThere() {
    let one = PlaneLayouts([PlaneLayout(offset: 1, stride: 2)])
    #expect(one == PlaneLayouts([PlaneLayout(offset: 1, stride: 2)]))
    #expect(one != PlaneLayouts())
    #expect(one.hashValue == PlaneLayouts([PlaneLayout(offset: 1, stride: 2)]).hashValue)
  }

  @Test func packedPlanesFollowOneAnother() {
    let size = PixelSize(width: 5, height: 3)
    let packed = PlaneLayouts(packing: .i420, size: size)
    #expect(packed.map(\.offset) == [0, 15, 21] && packed.map(\.stride) == [5, 3, 3])
    let aligned = PlaneLayouts(packing: .i420, size: size, alignment: 16)
    #expect(aligned.map(\.offset) == [0, 48, 80] && aligned.map(\.stride) == [16, 16, 16])
    #expect(PlaneLayouts(packing: .mjpeg, size: size).isEmpty)
    #expect(PlaneLayouts(packing: PixelFormat(fourCharacterCode: 1), size: size).isEmpty)
  }
}

struct RotationTests {
  @Test func turnsAreAGroupOfFour() {
    for first in Rotation.allCases {
      #expect(first + .none == first && Rotation.none + first == first)
      #expect(first + first.inverse == .none)
      #expect(first.inverse.inverse == first)
      for second in Rotation.allCases {
        #expect(first + second == second + first)
        #expect((first + second).swapsAxes == (first.swapsAxes != second.swapsAxes))
        for third in Rotation.allCases {
          #expect((first + second) + third == first + (second + third))
        }
      }
    }
    #expect(Rotation.clockwise90 + .clockwise90 == .half)
    #expect(Rotation.clockwise90.inverse == .clockwise270)
  }
}

struct AudioBufferTests {
  private func make(_ samples: Int, channels: Int, rate: Int) -> AudioBuffer? {
    AudioBuffer(
      samples: Array(repeating: 0, count: samples), channelCount: channels, sampleRate: rate,
      presentationTime: .seconds(1))
  }

  @Test(arguments: [(3, 2, 48000), (2, 0, 48000), (2, -1, 48000), (2, 1, 0), (2, 2, -1)])
  func whatMakesNoWholeMomentsIsRefused(samples: Int, channels: Int, rate: Int) {
    #expect(make(samples, channels: channels, rate: rate) == nil)
  }

  @Test func momentsAndDurationFollowFromSamples() throws {
    let buffer = try #require(make(960, channels: 2, rate: 48000))
    #expect(buffer.frameCount == 480 && buffer.duration == .milliseconds(10))
    #expect(try #require(make(0, channels: 1, rate: 1)).duration == .zero)
  }
}

struct SmallValueTests {
  @Test func sizesAreCheckedAndTheirAreaDoesNotOverflow() {
    #expect(PixelSize(width: 1, height: PixelSize.maximumEdge).isValid)
    #expect(!PixelSize(width: 0, height: 1).isValid)
    #expect(!PixelSize(width: 1, height: PixelSize.maximumEdge + 1).isValid)
    #expect(PixelSize(width: .max, height: .max).area == .max)
    #expect(PixelSize(width: -2, height: -2).area == 0)
    #expect(PixelSize(width: .min, height: .max).area == 0)
    #expect(PixelSize(width: 4, height: 3).transposed == PixelSize(width: 3, height: 4))
    #expect(PixelSize(width: 1280, height: 720).description == "1280x720")
  }

  @Test func identitiesAreOrderedByTheirText() {
    let ids = ["b", "a", "", "ab"].map { CameraID($0) }
    #expect(ids.sorted().map(\.rawValue) == ["", "a", "ab", "b"])
    #expect(CameraID("x") == CameraID("x") && CameraID("x").description == "x")
  }

  @Test func frontAndBackAreOpposite() {
    for position in CameraPosition.allCases {
      if let opposite = position.opposite { #expect(opposite.opposite == position) }
    }
    #expect(CameraPosition.external.opposite == nil && CameraPosition.unknown.opposite == nil)
  }

  @Test func theUsualColourIsThatOfTheSource() {
    #expect(ColorDescription.usual(for: .mjpeg) == .jpeg)
    #expect(ColorDescription.usual(for: .bgra).matrix == .identity)
    #expect(ColorDescription.usual(for: .yuyv).range == .limited)
    #expect(ColorDescription.usual(for: PixelFormat(fourCharacterCode: 0)) == .webcam)
  }
}

struct PixelAspectTests {
  @Test func absurdShapesAreRefused() {
    #expect(PixelAspect(width: 24, height: 22)?.description == "12:11")
    #expect(PixelAspect(width: 7, height: 7) == .square)
    for (width, height) in [(0, 1), (1, 0), (-1, -1), (8, 1), (1, 9), (Int.max, 1)] {
      #expect(PixelAspect(width: width, height: height) == nil)
    }
  }
}

struct PixelRectangleTests {
  @Test(arguments: [
    (0, 0, 64, 48, true), (1, 0, 63, 48, true), (1, 0, 64, 48, false), (0, 1, 64, 48, false),
    (-1, 0, 8, 8, false), (0, 0, 0, 8, false), (Int.max, 0, 8, 8, false), (0, Int.min, 8, 8, false),
    (0, 0, 8, Int.max, false),
  ])
  func liesInThePicture(x: Int, y: Int, width: Int, height: Int, isInside: Bool) {
    let rectangle = PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height))
    #expect(rectangle.lies(in: PixelSize(width: 64, height: 48)) == isInside)
  }
}

struct DMABufTests {
  @Test func noTwoMemoriesHaveOneIdentity() {
    let identities = (0..<100).map { _ in DMABuf.newIdentity() }
    #expect(Set(identities).count == 100)
  }
}
