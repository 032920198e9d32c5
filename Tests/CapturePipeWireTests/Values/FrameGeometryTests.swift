import MediaTypes
import SeededRandom
import Testing

@testable import CapturePipeWire

struct FrameGeometryTests {
  private static let size = PixelSize(width: 64, height: 36)

  private static func block(
    _ count: Int, stride: Int, offset: Int = 0
  ) -> FrameBlock {
    FrameBlock(
      offset: UInt32(offset), size: UInt32(count), stride: Int32(stride),
      capacity: UInt32(count + offset))
  }

  @Test func planesInOneBlockFollowEachOtherWithTheFirstOnesStride() throws {
    let geometry = try FrameGeometry(
      format: .i420, size: Self.size, blocks: [Self.block(80 * 36 * 3 / 2, stride: 80, offset: 5)])
    #expect(geometry.planes.map(\.stride) == [80, 40, 40])
    #expect(geometry.planes.map(\.offset) == [0, 80 * 36, 80 * 36 + 40 * 18])
    #expect(geometry.runs.count == 1)
    #expect(geometry.runs[0].source == 5)
  }

  @Test func planesInBlocksOfTheirOwnArePutTogether() throws {
    let geometry = try FrameGeometry(
      format: .nv12, size: Self.size,
      blocks: [Self.block(64 * 36, stride: 64), Self.block(96 * 18, stride: 96, offset: 32)])
    #expect(geometry.planes.map(\.stride) == [64, 96])
    #expect(geometry.planes.map(\.offset) == [0, 64 * 36])
    #expect(geometry.runs.map(\.source) == [0, 32])
    #expect(geometry.byteCount == 64 * 36 + 96 * 17 + 64)
  }

  @Test func noStrideMeansNoPadding() throws {
    for format in PixelFormat.known where !format.isCompressed {
      let packed = PlaneLayouts(packing: format, size: Self.size)
      let geometry = try FrameGeometry(
        format: format, size: Self.size, blocks: [Self.block(64 * 36 * 4, stride: 0)])
      #expect(geometry.planes == packed, "\(format)")
    }
  }

  @Test func aStrideSmallerThanALineIsRefused() {
    for stride in [63, 1, -64, -1] {
      let error = #expect(throws: FrameError.self) {
        try FrameGeometry(
          format: .nv12, size: Self.size, blocks: [Self.block(1 << 16, stride: stride)])
      }
      #expect(error?.code == .strideTooSmall)
      #expect(throws: FrameError.self) {
        try FrameGeometry(
          format: .nv12, size: Self.size,
          blocks: [Self.block(1 << 16, stride: 64), Self.block(1 << 16, stride: stride)])
      }
    }
  }

  @Test func aBlockShorterThanItsPlanesIsRefused() {
    let whole = 64 * 36 * 3 / 2
    for count in [0, 1, whole / 2, whole - 1] {
      let error = #expect(throws: FrameError.self) {
        try FrameGeometry(
          format: .nv12, size: Self.size, blocks: [Self.block(count, stride: 64)])
      }
      #expect(error?.code == .bufferTooShort)
    }
    #expect(throws: FrameError.self) {
      try FrameGeometry(
        format: .nv12, size: Self.size,
        blocks: [Self.block(64 * 36, stride: 64), Self.block(64 * 18 - 1, stride: 64)])
    }
  }

  @Test func anotherNumberOfBlocksThanPlanesIsRefused() {
    for count in [0, 2, 4] {
      let blocks = [FrameBlock](repeating: Self.block(1 << 16, stride: 64), count: count)
      #expect(throws: FrameError.self) {
        try FrameGeometry(format: .i420, size: Self.size, blocks: blocks)
      }
    }
    #expect(throws: FrameError.self) {
      try FrameGeometry(format: .mjpeg, size: Self.size, blocks: [])
    }
  }

  @Test func compressedFramesTakeTheBytesThatAreThere() throws {
    let geometry = try FrameGeometry(
      format: .mjpeg, size: Self.size, blocks: [Self.block(777, stride: 0, offset: 3)])
    #expect(geometry.planes.map(\.stride) == [777])
    #expect(geometry.runs[0].source == 3)
    for count in [0, FrameGeometry.maximumCompressedByteCount + 1] {
      #expect(throws: FrameError.self) {
        try FrameGeometry(
          format: .mjpeg, size: Self.size, blocks: [Self.block(count, stride: 0)])
      }
    }
  }

  @Test func theOtherSidesNumbersAreWrappedAndClampedAsSPAWants() {
    let block = FrameBlock(offset: 1010, size: 5000, stride: 7, capacity: 1000)
    #expect(block.offset == 10)
    #expect(block.byteCount == 990)
    #expect(FrameBlock(offset: 9, size: 9, stride: 0, capacity: 0).byteCount == 0)
  }

  @Test func noNumbersReachOutsideTheirBlocks() {
    var random = SeededNumbers(seed: 11)
    let edges: [UInt32] = [0, 1, 2, 63, 64, 65, 4096, 1 << 16, .max / 2, .max]
    for _ in 0..<5000 {
      let format = PixelFormat.known.randomElement(using: &random) ?? .nv12
      let blocks = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        FrameBlock(
          offset: edges.randomElement(using: &random) ?? 0,
          size: edges.randomElement(using: &random) ?? 0,
          stride: Int32(truncatingIfNeeded: edges.randomElement(using: &random) ?? 0),
          capacity: edges.randomElement(using: &random) ?? 0)
      }
      let edge = Int(edges.randomElement(using: &random) ?? 0)
      guard
        let geometry = try? FrameGeometry(
          format: format, size: PixelSize(width: edge, height: 2), blocks: blocks)
      else { continue }
      for run in geometry.runs {
        let block = blocks[run.block]
        #expect(run.source >= block.offset)
        #expect(run.source + run.byteCount <= block.offset + block.byteCount)
        #expect(run.target + run.byteCount <= geometry.byteCount)
      }
    }
  }
}
