import CaptureVirtual
import Foundation
import ImageTurboJPEG
import MediaTypes
import RecordCore
import TestSupport
import Testing

@testable import Viewfinder

@Suite("Photos of a session", .timeLimit(.minutes(2)))
struct PhotoTests {
  private func running(
    _ script: String = "", cameras: [VirtualCamera] = .frontAndBack,
    configure: (inout CameraSession.Configuration) -> Void = { _ in }
  ) async throws -> CameraSession {
    let session = try VirtualSession(script, cameras: cameras, configure: configure).session
    try await session.start()
    return session
  }

  /// What the code in a JPEG photo says.
  private func code(_ photo: Photo) throws -> FrameCode.Reading {
    let pool = FramePool(byteCount: photo.bytes.count, capacity: 1)
    let buffer = try #require(unsafe pool.make { unsafe $0.copyBytes(from: photo.bytes) })
    let frame = try VideoFrame(
      buffer: buffer, format: .mjpeg, size: photo.size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: photo.bytes.count)]), color: .jpeg,
      source: photo.camera, sequence: 0, presentationTime: .zero)
    return try #require(FrameCode.read(try TurboJPEGDecoder().decode(frame)))
  }

  @Test("The next picture after the call is the photo, with its time")
  func next() async throws {
    let session = try await running()
    let before = SystemClock().now
    let photo = try await session.photo()
    #expect(photo.presentationTime >= before)
    #expect(photo.size == session.state.format?.size)
    #expect(photo.camera == VirtualCamera.back.id)
    #expect(photo.bytes.starts(with: [0xff, 0xd8]) && !photo.isUntouched)
    let png = try await session.photo(PhotoSettings(format: .png))
    #expect(png.bytes.starts(with: [0x89, 0x50]))
    #expect(png.presentationTime > photo.presentationTime)
    await session.stop()
  }

  @Test("A photo is mirrored only when that is asked for, whichever way the camera looks")
  func mirrored() async throws {
    let session = try await running { $0.camera = .position(.front) }
    let usual = try code(try await session.photo())
    #expect(!usual.isMirrored && usual.code.isFrom(VirtualCamera.front.id))
    #expect(try code(try await session.photo(PhotoSettings(isMirrored: true))).isMirrored)
    await session.stop()
  }

  @Test("Without pictures there is an error with a remedy")
  func refused() async throws {
    let session = try VirtualSession().session
    let idle = await #expect(throws: CaptureError.self) { try await session.photo() }
    #expect(idle?.code == .invalidRequest && idle?.remedy.isEmpty == false)
    let stalled = try await running("back.stall@100ms:60s", cameras: [.back]) {
      $0.settings.firstFrameTimeout = .seconds(2)
      $0.settings.stallTimeout = .seconds(60)
    }
    let error = await #expect(throws: CaptureError.self) {
      while true { _ = try await stalled.photo() }
    }
    #expect(error?.code == .noFrames)
    let taken = Task { try await stalled.photo() }
    await stalled.stop()
    await #expect(throws: CaptureError.self) { try await taken.value }
  }

  @Test("The date is that of the wall when the picture was captured")
  func date() async throws {
    let session = try await running {
      $0.wall = WallTime(unixNow: { 1_796_047_702_500_000_000 }, offset: { _ in 7_200 })
    }
    let photo = try await session.photo()
    #expect(photo.takenAt.description.hasPrefix("2026-11-30T16:08:"))
    #expect(photo.takenAt.description.hasSuffix("+02:00"))
    await session.stop()
  }

  @Test("A burst is numbered, in order, and no picture is in it twice")
  func burst() async throws {
    let folder = try TemporaryFolder()
    let session = try await running()
    let saved = try await session.photos(
      PhotoSeries(count: 12), to: folder.file("b.jpg"), PhotoSettings(jpegQuality: 50))
    await session.stop()
    #expect(
      saved.map(\.path)
        == (1...12).map { folder.file("b-\($0 < 10 ? "0" : "")\($0).jpg") })
    let times = saved.map(\.photo.presentationTime)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    for file in saved { #expect(FileManager.default.fileExists(atPath: file.path)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 12)
  }

  @Test("With an interval the photos are as far apart, and do not drift")
  func interval() async throws {
    let folder = try TemporaryFolder()
    let session = try await running()
    let saved = try await session.photos(
      PhotoSeries(count: 4, interval: .milliseconds(200)), to: folder.file("b.png"))
    await session.stop()
    let times = saved.map(\.photo.presentationTime)
    for (first, second) in zip(times, times.dropFirst()) {
      #expect((second - first).seconds > 0.13)
    }
    #expect((times[3] - times[0]).seconds > 0.55)
  }

  @Test("A timer counts the seconds down on the session's clock")
  func timer() async throws {
    let folder = try TemporaryFolder()
    let session = try await running()
    let (events, feed) = AsyncStream.makeStream(of: PhotoEvent.self)
    let asked = SystemClock().now
    try await session.photos(
      PhotoSeries(timer: .milliseconds(1_500)), to: folder.file("t.jpg")
    ) { feed.yield($0) }
    feed.finish()
    await session.stop()
    var seconds: [Int] = []
    var saved: [SavedPhoto] = []
    for await event in events {
      switch event {
      case .countdown(let left): seconds.append(left)
      case .saved(let photo): saved.append(photo)
      }
    }
    #expect(seconds == [2, 1])
    #expect(saved.count == 1)
    #expect(saved[0].photo.presentationTime - asked >= .milliseconds(1_500))
  }

  @Test("A name that is taken is refused before the countdown; the file stays")
  func taken() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "b-2.jpg")
    let session = try await running()
    let error = await #expect(throws: RecordError.self) {
      try await session.photos(
        PhotoSeries(count: 3, timer: .seconds(60)), to: folder.file("b.jpg"))
    }
    #expect(error?.code == .exists)
    for name in ["c.gif", "c"] {
      let wrong = await #expect(throws: RecordError.self) {
        try await session.photo(to: folder.file(name))
      }
      #expect(wrong?.code == .badSettings)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b-2.jpg"])
    try await session.photo(to: folder.file("b-2.jpg"), replacing: true)
    await session.stop()
  }

  @Test("The best quality is the camera's largest mode, and the session goes on in the usual one")
  func best() async throws {
    let session = try await running(cameras: [.back])
    let usual = session.state.format
    let largest = try #require(
      FormatChoice.largest(of: VirtualCamera.back.device(backend: "").formats))
    let photo = try await session.photo(PhotoSettings(quality: .best))
    #expect(photo.size == largest.size && photo.size.area > usual?.size.area ?? 0)
    #expect(session.state.format == usual)
    #expect(session.state.phase == .running)
    #expect(try await session.photo().size == usual?.size)
    await session.stop()
  }

  @Test("During a flip and right after it photos are taken, each by one camera")
  func flips() async throws {
    let session = try await running()
    let flip = Task { try await session.flip() }
    var cameras: Set<CameraID> = []
    for _ in 0..<6 { cameras.insert(try await session.photo().camera) }
    #expect(try await flip.value.outcome == .done)
    cameras.insert(try await session.photo().camera)
    #expect(cameras.contains(VirtualCamera.front.id))
    await session.stop()
  }

  @Test("A cancelled series ends at once and leaves what it has")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let session = try await running()
    let (saves, feed) = AsyncStream.makeStream(of: Void.self)
    let path = folder.file("b.jpg")
    let series = Task {
      try await session.photos(
        PhotoSeries(count: 900, interval: .milliseconds(100)), to: path
      ) { _ in feed.yield() }
    }
    for await _ in saves { break }
    series.cancel()
    await #expect(throws: CancellationError.self) { try await series.value }
    await session.stop()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty && names.count < 900 && names.allSatisfy { $0.hasPrefix("b-") })
  }
}
