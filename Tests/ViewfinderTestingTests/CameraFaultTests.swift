import MediaTypes
import Testing
import Viewfinder
import ViewfinderTesting

/// What a session makes of each thing that can be wrong with a camera's pictures: it goes on, what is lost
/// is counted, and nothing is shown that is not a picture.
@Suite("Faulty cameras", .timeLimit(.minutes(2)))
struct CameraFaultTests {
  private static func camera(_ format: PixelFormat = .nv12) -> VirtualCamera {
    VirtualCamera(
      id: CameraID("a"), name: "A", position: .external, pixelFormats: [format],
      sizes: [PixelSize(width: 160, height: 120)])
  }

  private func studio(_ faults: String, _ format: PixelFormat = .nv12) throws -> VirtualStudio {
    try VirtualStudio(faults: faults, cameras: [Self.camera(format)])
  }

  /// What is known of a frame that was let go again, since a camera has 16 of them.
  private struct Seen: Sendable {
    let time: MediaTime
    /// When it was taken, as its code says; nil when it has none of this camera.
    let taken: MediaTime?

    init(_ frame: VideoFrame) {
      time = frame.presentationTime
      let code = FrameCode.read(frame)?.code
      taken = code?.isFrom(CameraID("a")) == true ? code?.time : nil
    }
  }

  /// A second with a fault in it, read by somebody who wants every frame.
  private func second(
    _ faults: String, _ format: PixelFormat = .nv12
  ) async throws -> (frames: [Seen], statistics: CaptureStatistics) {
    let studio = try studio(faults, format)
    let stream = studio.session.frames(bound: 100)
    let reader = Task {
      var frames: [Seen] = []
      for await frame in stream { frames.append(Seen(frame)) }
      return frames
    }
    try await studio.start()
    try await studio.advance(by: .seconds(1))
    #expect(studio.session.state.phase == .running)
    #expect(studio.session.state.problem == nil)
    await studio.stop()
    #expect(studio.backend.openCameras.isEmpty)
    return (await reader.value, studio.session.statistics)
  }

  @Test(
    "damaged pictures are dropped and counted; the others are shown in order",
    arguments: [
      ("corrupt", FrameDropReason.corrupt, 9), ("short", .malformed, 9), ("stride", .malformed, 9),
      ("disorder", .badTime, 5),
    ])
  func damage(word: String, reason: FrameDropReason, count: Int) async throws {
    let (frames, statistics) = try await second("\(word)@500ms:300ms")
    #expect(abs(statistics.dropped[reason, default: 0] - count) <= 1)
    #expect(frames.count == statistics.delivered)
    #expect(frames.count > 15)
    let times = frames.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(frames.allSatisfy { $0.taken != nil })
  }

  @Test(
    "damaged JPEG images hang nothing",
    arguments: [("corrupt", FrameDropReason.undecodable), ("short", .undecodable)])
  func jpeg(word: String, reason: FrameDropReason) async throws {
    let (frames, statistics) = try await second("\(word)@500ms:300ms", .mjpeg)
    #expect(frames.count > 15)
    // A cut image may be decoded as far as it goes.
    let dropped = statistics.dropped[reason, default: 0]
    #expect(word == "short" ? (0...10).contains(dropped) : (8...10).contains(dropped))
    #expect(frames.last?.taken != nil)
  }

  @Test(
    "a clock that is set, drifts or jitters: times rise, and are never ahead of the session's clock",
    arguments: [
      "clock@500ms:-1h", "clock@500ms:1h", "clock@300ms:-1h,clock@600ms:1h", "drift:5000",
      "drift:-5000", "jitter:3ms", "late:200ms",
    ])
  func clocks(script: String) async throws {
    let (frames, statistics) = try await second(script)
    #expect(frames.count > 20)
    #expect(statistics.dropped[.badTime, default: 0] <= 2)
    let times = frames.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    for frame in frames {
      let error = (frame.time - (try #require(frame.taken))).seconds
      #expect(abs(error) < 0.04, "\(error) s")
    }
    if script.hasPrefix("clock") { #expect(statistics.repairedTimes > 5) }
  }

  @Test(
    "a camera whose clock was set an hour back before a start is shown after a second all the same")
  func olderThanTheStart() async throws {
    let studio = try studio("clock@500ms:-1h")
    try await studio.start()
    try await studio.advance(by: .seconds(1))
    await studio.stop()
    try await studio.start()
    #expect(studio.session.state.phase == .running)
    try await studio.advance(by: .seconds(1))
    let newest = try #require(
      studio.session.preview.scene(viewport: PixelSize(width: 16, height: 12)).patches.first?.frame)
    #expect(studio.now - newest.presentationTime < .milliseconds(50))
    await studio.stop()
  }

  @Test("a camera that another program has is shown again as soon as it is given back")
  func taken() async throws {
    let studio = try studio("taken@1s:10s")
    try await studio.start()
    let began = studio.now
    let lost = try await studio.advance { $0.phase == .interrupted }
    #expect(lost.problem?.code == .busy)
    #expect(lost.problem?.description.contains("Close the program") == true)
    let back = try await studio.advance { $0.phase == .running }
    #expect(back.problem == nil)
    // The pauses between tries double: 1 s, 2 s, 4 s, 8 s.
    #expect((11...20).contains((studio.now - began).seconds))
    await studio.stop()
  }

  @Test("a camera of 240 pictures a second and one of 7680x4320 are shown")
  func extremes() async throws {
    for (size, rate) in [
      (PixelSize(width: 64, height: 36), 240), (PixelSize(width: 7680, height: 4320), 1),
    ] {
      let camera = VirtualCamera(
        id: CameraID("a"), name: "A", position: .external, sizes: [size],
        rates: [try #require(FrameRate(rate))])
      let studio = try VirtualStudio(cameras: [camera])
      try await studio.start()
      try await studio.advance(by: .seconds(1))
      #expect(studio.session.statistics.delivered >= rate)
      #expect(studio.session.state.format?.size == size)
      await studio.stop()
    }
  }
}
