import CPipeWire
import CPipeWireShims
import CaptureCore
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CapturePipeWire

struct FrameAssemblerTests {
  @Test func aGoodBufferBecomesAFrameOfItsOwn() throws {
    let buffer = HostileBuffer(byteCount: 64 * 36)
    var assembler = Self.assembler(.grey)
    guard case .frame(let frame, lost: 0) = buffer.assemble(&assembler) else {
      Issue.record("no frame")
      return
    }
    buffer.fill(99)
    #expect(frame.sample(plane: 0, column: 63, row: 35) == 7)
    #expect(frame.rotation == .none && !frame.isMirrored)
    #expect(frame.sequence == 0)
  }

  @Test func everyFaultIsDroppedForItsReason() {
    let faults: [(FrameDropReason, (HostileBuffer) -> Void)] = [
      (.malformed, { unsafe $0.chunk.pointee.stride = 63 }),
      (.malformed, { unsafe $0.chunk.pointee.stride = -64 }),
      (.malformed, { unsafe $0.chunk.pointee.size = 64 * 36 - 1 }),
      (.malformed, { unsafe $0.chunk.pointee.size = 0 }),
      (.malformed, { unsafe $0.chunk.pointee.offset = 1 }),
      (.malformed, { unsafe $0.data.pointee.maxsize = 100 }),
      (.malformed, { unsafe $0.data.pointee.data = nil }),
      (.malformed, { unsafe $0.buffer.pointee.n_datas = 0 }),
      (.corrupt, { unsafe $0.chunk.pointee.flags = Int32(SPA_CHUNK_FLAG_CORRUPTED) }),
      (.corrupt, { unsafe $0.header.pointee.flags = UInt32(SPA_META_HEADER_FLAG_CORRUPTED) }),
      (.lostBySource, { unsafe $0.header.pointee.flags = UInt32(SPA_META_HEADER_FLAG_GAP) }),
      (.lostBySource, { unsafe $0.chunk.pointee.flags = Int32(SPA_CHUNK_FLAG_EMPTY) }),
    ]
    for (index, (reason, spoil)) in faults.enumerated() {
      let buffer = HostileBuffer(byteCount: 64 * 36)
      spoil(buffer)
      var assembler = Self.assembler(.grey)
      guard case .dropped(reason) = buffer.assemble(&assembler) else {
        Issue.record("fault \(index) is not \(reason)")
        continue
      }
    }
  }

  @Test func aFileThatIsShorterThanItsMappingIsNotRead() throws {
    let buffer = HostileBuffer(byteCount: 64 * 36)
    let folder = try TemporaryFolder()
    let file = unsafe open(folder.file("short"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    ftruncate(file, 100)
    unsafe buffer.data.pointee.type = SPA_DATA_MemFd.rawValue
    unsafe buffer.data.pointee.fd = Int64(file)
    var assembler = Self.assembler(.grey)
    guard case .dropped(.malformed) = buffer.assemble(&assembler) else {
      Issue.record("a frame of memory that is not there")
      return
    }
    ftruncate(file, 64 * 36)
    guard case .frame = buffer.assemble(&assembler) else {
      Issue.record("no frame of memory that is there")
      return
    }
  }

  @Test(
    arguments: [
      (0, Rotation.none, false), (1, .clockwise90, false), (2, .half, false),
      (3, .clockwise270, false),
      (4, .none, true), (5, .clockwise90, true), (7, .clockwise270, true), (8, .none, false),
    ] as [(UInt32, Rotation, Bool)])
  func theTurnIsCarriedOver(transform: UInt32, rotation: Rotation, isMirrored: Bool) {
    let buffer = HostileBuffer(byteCount: 64 * 36)
    unsafe buffer.transform.pointee.transform = transform
    var assembler = Self.assembler(.grey)
    guard case .frame(let frame, _) = buffer.assemble(&assembler) else {
      Issue.record("no frame")
      return
    }
    #expect(frame.rotation == rotation)
    #expect(frame.isMirrored == isMirrored)
  }

  @Test func heldFramesUseUpThePoolAndItComesBack() {
    let buffer = HostileBuffer(byteCount: 64 * 36)
    var assembler = Self.assembler(.grey)
    var held: [VideoFrame] = []
    for _ in 0..<FrameAssembler.poolCapacity {
      if case .frame(let frame, _) = buffer.assemble(&assembler) { held.append(frame) }
    }
    #expect(held.count == FrameAssembler.poolCapacity)
    guard case .dropped(.noBuffer) = buffer.assemble(&assembler) else {
      Issue.record("more frames than the pool has")
      return
    }
    held = []
    guard case .frame = buffer.assemble(&assembler) else {
      Issue.record("the pool did not come back")
      return
    }
  }

  /// What the source says, and the part of 64 by 36 that is seen: what lies inside, or all.
  @Test(arguments: [
    ([0, 0, 0, 0], [0, 0, 64, 36]), ([8, 4, 32, 16], [8, 4, 32, 16]),
    ([-8, -4, 32, 16], [0, 0, 24, 12]), ([60, 30, 32, 16], [60, 30, 4, 6]),
    ([64, 0, 1, 1], [0, 0, 64, 36]), ([-100, 0, 50, 10], [0, 0, 64, 36]),
    ([Int(Int32.max), Int(Int32.min), Int(UInt32.max), Int(UInt32.max)], [0, 0, 64, 36]),
    ([Int(Int32.min), 1, Int(UInt32.max), 1], [0, 1, 64, 1]),
  ])
  func theCropIsWhatOfItLiesInThePicture(said: [Int], seen: [Int]) throws {
    let buffer = HostileBuffer(byteCount: 64 * 36)
    unsafe buffer.crop.pointee.region = spa_region(
      position: spa_point(x: Int32(said[0]), y: Int32(said[1])),
      size: spa_rectangle(width: UInt32(said[2]), height: UInt32(said[3])))
    var assembler = Self.assembler(.grey)
    guard case .frame(let frame, lost: 0) = buffer.assemble(&assembler) else {
      Issue.record("no frame")
      return
    }
    let size = PixelSize(width: seen[2], height: seen[3])
    #expect(frame.crop == PixelRectangle(x: seen[0], y: seen[1], size: size))
  }

  @Test func compressedFramesOfAnyLengthShareAPool() {
    var assembler = Self.assembler(.mjpeg)
    for count in [100, 140, 90, 4000, 5000, 1] {
      let buffer = HostileBuffer(byteCount: count)
      guard case .frame(let frame, _) = buffer.assemble(&assembler) else {
        Issue.record("no frame of \(count) bytes")
        continue
      }
      #expect(frame.planes[0].stride == count)
    }
  }

  private static func assembler(_ format: PixelFormat) -> FrameAssembler {
    let id = format == .mjpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw
    var parameter = FormatListTests.raw(
      format == .mjpeg ? nil : PodChoice(.id(SPA_VIDEO_FORMAT_GRAY8.rawValue)),
      size: PodChoice(FormatListTests.size(64, 36)))
    parameter.properties[SPA_FORMAT_mediaSubtype.rawValue] = PodChoice(.id(id.rawValue))
    guard let negotiated = NegotiatedFormat(parameter) else {
      preconditionFailure("the test's own")
    }
    return FrameAssembler(camera: CameraID("test"), format: negotiated)
  }
}

/// A buffer as PipeWire lends it, in memory of the test's own, to be spoilt.
@safe final class HostileBuffer {
  let buffer = UnsafeMutablePointer<spa_buffer>.allocate(capacity: 1)
  let data = UnsafeMutablePointer<spa_data>.allocate(capacity: 1)
  let chunk = UnsafeMutablePointer<spa_chunk>.allocate(capacity: 1)
  let header = UnsafeMutablePointer<spa_meta_header>.allocate(capacity: 1)
  let transform = UnsafeMutablePointer<spa_meta_videotransform>.allocate(capacity: 1)
  let crop = UnsafeMutablePointer<spa_meta_region>.allocate(capacity: 1)
  private let metas = UnsafeMutablePointer<spa_meta>.allocate(capacity: 3)
  private let memory: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    unsafe memory = .allocate(byteCount: byteCount, alignment: 8)
    unsafe chunk.initialize(
      to: spa_chunk(offset: 0, size: UInt32(byteCount), stride: 0, flags: 0))
    unsafe data.initialize(to: spa_data())
    unsafe data.pointee.type = SPA_DATA_MemPtr.rawValue
    unsafe data.pointee.maxsize = UInt32(byteCount)
    unsafe data.pointee.data = memory.baseAddress
    unsafe data.pointee.chunk = chunk
    unsafe header.initialize(to: spa_meta_header())
    unsafe transform.initialize(to: spa_meta_videotransform())
    unsafe metas.initialize(
      to: spa_meta(
        type: SPA_META_Header.rawValue, size: UInt32(MemoryLayout<spa_meta_header>.size),
        data: header))
    unsafe (metas + 1).initialize(
      to: spa_meta(
        type: SPA_META_VideoTransform.rawValue,
        size: UInt32(MemoryLayout<spa_meta_videotransform>.size), data: transform))
    unsafe crop.initialize(to: spa_meta_region())
    unsafe (metas + 2).initialize(
      to: spa_meta(
        type: SPA_META_VideoCrop.rawValue, size: UInt32(MemoryLayout<spa_meta_region>.size),
        data: crop))
    unsafe buffer.initialize(
      to: spa_buffer(n_metas: 3, n_datas: 1, metas: metas, datas: data))
    fill(7)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe buffer.deallocate()
    unsafe data.deallocate()
    unsafe chunk.deallocate()
    unsafe header.deallocate()
    unsafe transform.deallocate()
    unsafe crop.deallocate()
    unsafe metas.deallocate()
  }

  func fill(_ value: UInt8) { unsafe memory.initializeMemory(as: UInt8.self, repeating: value) }

  func assemble(_ assembler: inout FrameAssembler) -> FrameAssembler.Outcome {
    unsafe assembler.assemble(buffer, now: .seconds(5))
  }
}
