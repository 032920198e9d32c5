import MediaTypes
import SeededRandom
import Testing

/// The geometry check: whatever a driver says, nothing outside the buffer is ever read.
struct VideoFrameTests {
  private static let size = PixelSize(width: 16, height: 8)

  private func check(
    _ format: PixelFormat, size: PixelSize = Self.size, _ planes: [(Int, Int)], bytes: Int
  ) -> FrameError.Code? {
    do throws(FrameError) {
      try VideoFrame.check(
        format: format, size: size,
        planes: PlaneLayouts(planes.map { PlaneLayout(offset: $0.0, stride: $0.1) }),
        byteCount: bytes)
      return nil
    } catch {
      #expect(!error.message.isEmpty)
      return error.code
    }
  }

  @Test(arguments: PixelFormat.known.filter { !$0.isCompressed })
  func packedPlanesFitExactlyAndNotWithAByteLess(format: PixelFormat) throws {
    for size in [Self.size, PixelSize(width: 7, height: 5), PixelSize(width: 1, height: 1)] {
      let planes = PlaneLayouts(packing: format, size: size)
      let bytes = zip(planes, format.planeShapes).reduce(0) {
        $0 + $1.0.stride * $1.1.rows(height: size.height)
      }
      try VideoFrame.check(format: format, size: size, planes: planes, byteCount: bytes)
      #expect(throws: FrameError.self) {
        try VideoFrame.check(format: format, size: size, planes: planes, byteCount: bytes - 1)
      }
    }
  }

  @Test func theLastRowNeedsNoPadding() {
    #expect(check(.grey, [(0, 100)], bytes: 100 * 7 + 16) == nil)
    #expect(check(.grey, [(0, 100)], bytes: 100 * 7 + 15) == .bufferTooShort)
    #expect(check(.grey, [(5, 100)], bytes: 100 * 7 + 16) == .bufferTooShort)
  }

  @Test func aStrideShorterThanARowIsRefused() {
    #expect(check(.grey, [(0, 16)], bytes: 4096) == nil)
    for stride in [15, 1, 0, -16, .min] {
      #expect(check(.grey, [(0, stride)], bytes: 4096) == .strideTooSmall)
    }
    #expect(check(.bgra, [(0, 63)], bytes: 4096) == .strideTooSmall)
    #expect(check(.nv12, [(0, 16), (128, 15)], bytes: 4096) == .strideTooSmall)
    #expect(
      check(.yuyv, size: PixelSize(width: 15, height: 8), [(0, 30)], bytes: 4096) == .strideTooSmall
    )
  }

  @Test func numbersThatOverflowAreRefusedAndDoNotTrap() {
    for stride in [Int.max, .max / 2, .max / 7] {
      #expect(check(.grey, [(0, stride)], bytes: .max) == .bufferTooShort)
    }
    for offset in [Int.max, .max - 1, -1, .min] {
      #expect(check(.grey, [(offset, 16)], bytes: .max) == .bufferTooShort)
      #expect(check(.mjpeg, [(offset, 16)], bytes: .max - 1) == .bufferTooShort)
    }
    #expect(check(.grey, [(0, 16)], bytes: -1) == .bufferTooShort)
    #expect(check(.grey, [(0, 16)], bytes: .min) == .bufferTooShort)
  }

  @Test func sizesThatNoFrameHasAreRefused() {
    for (width, height) in [
      (0, 8), (16, 0), (-16, 8), (16, -8), (16385, 8), (16, 16385), (Int.max, .max), (.min, .min),
    ] {
      let size = PixelSize(width: width, height: height)
      #expect(check(.grey, size: size, [(0, 16)], bytes: 4096) == .invalidSize)
      #expect(check(.mjpeg, size: size, [(0, 16)], bytes: 4096) == .invalidSize)
    }
    let largest = PixelSize(width: 16384, height: 16384)
    #expect(check(.grey, size: largest, [(0, 16384)], bytes: largest.area) == nil)
  }

  @Test func planesMustBeAsManyAsTheFormatHas() {
    #expect(check(.nv12, [(0, 16)], bytes: 4096) == .wrongPlaneCount)
    #expect(check(.grey, [(0, 16), (0, 16)], bytes: 4096) == .wrongPlaneCount)
    #expect(check(.grey, [], bytes: 4096) == .wrongPlaneCount)
    #expect(check(.mjpeg, [], bytes: 4096) == .wrongPlaneCount)
    let unknown = PixelFormat(fourCharacterCode: 0)
    #expect(check(unknown, [(0, 16)], bytes: 4096) == .wrongPlaneCount)
    #expect(check(unknown, [], bytes: 4096) == .wrongPlaneCount)
  }

  @Test func aCompressedFrameIsItsBytes() {
    #expect(check(.mjpeg, [(10, 90)], bytes: 100) == nil)
    #expect(check(.mjpeg, [(10, 91)], bytes: 100) == .bufferTooShort)
    #expect(check(.mjpeg, [(0, 0)], bytes: 100) == .empty)
    #expect(check(.mjpeg, [(0, -5)], bytes: 100) == .empty)
  }

  @Test func noNumbersOfWhateverKindPassThatReachOutside() {
    var generator = SeededNumbers(seed: 3)
    let values = [Int.min, -1, 0, 1, 7, 8, 15, 16, 17, 64, 127, 128, 129, 4096, .max / 8, .max]
    func pick() -> Int { values.randomElement(using: &generator) ?? 0 }
    for _ in 0..<20_000 {
      let planes = (0..<Int.random(in: 0...4, using: &generator)).map { _ in (pick(), pick()) }
      let format = PixelFormat.known.randomElement(using: &generator) ?? .grey
      let size = PixelSize(width: pick(), height: pick())
      let bytes = pick()
      guard check(format, size: size, planes, bytes: bytes) == nil else { continue }
      for (plane, shape) in zip(planes, format.planeShapes) {
        let rows = shape.rows(height: size.height)
        let end = plane.0 + plane.1 * (rows - 1) + shape.bytesPerRow(width: size.width)
        #expect(plane.0 >= 0 && end <= bytes)
      }
    }
  }

  @Test func cropAndPixelAspectMakeTheShapeThatIsSeen() throws {
    let pool = FramePool(byteCount: 128, capacity: 1)
    let buffer = try #require(
      unsafe pool.make { unsafe $0.initializeMemory(as: UInt8.self, repeating: 9) })
    func shape(_ crop: PixelRectangle?, _ rotation: Rotation) throws -> Double {
      try VideoFrame(
        buffer: buffer, format: .grey, size: Self.size,
        planes: PlaneLayouts(packing: .grey, size: Self.size), color: .webcam,
        rotation: rotation, pixelAspect: PixelAspect(width: 1, height: 2) ?? .square, crop: crop,
        source: CameraID("a"), sequence: 0, presentationTime: .zero
      ).uprightAspectRatio
    }
    #expect(try shape(nil, .none) == 1)
    #expect(try shape(nil, .clockwise90) == 1)
    let part = PixelRectangle(x: 8, y: 0, size: PixelSize(width: 8, height: 8))
    #expect(try shape(part, .none) == 0.5)
    #expect(try shape(part, .clockwise270) == 2)
    let outside = PixelRectangle(x: 9, y: 0, size: PixelSize(width: 8, height: 8))
    #expect(throws: FrameError.self) { _ = try shape(outside, .none) }
  }

  @Test func aFrameKeepsWhatItIsGivenAndItsBufferAlive() throws {
    let released = Locked(0)
    let pool = FramePool(byteCount: 128, capacity: 1)
    do {
      let buffer = try #require(
        unsafe pool.make { unsafe $0.initializeMemory(as: UInt8.self, repeating: 9) })
      let frame = try VideoFrame(
        buffer: buffer, format: .grey, size: Self.size,
        planes: PlaneLayouts(packing: .grey, size: Self.size), color: .jpeg,
        rotation: .clockwise90, isMirrored: true, source: CameraID("a"), sequence: 3,
        presentationTime: .seconds(4))
      #expect(frame.uprightSize == PixelSize(width: 8, height: 16))
      #expect(frame.isMirrored && frame.sequence == 3 && frame.presentationTime == .seconds(4))
      #expect(frame.source == CameraID("a") && frame.color == .jpeg)
      released.withLock { $0 += 1 }
    }
    #expect(released.withLock { $0 } == 1)
    #expect(unsafe pool.make { _ in } != nil, "the slot came back with the frame")
  }
}
