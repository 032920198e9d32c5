import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// What a real node says of each frame: time, count, faults, crop, turn.
@Suite(.requires(.pipeWire), .serialized)
struct FrameDescriptionTests {
  /// Runs a test with a started stream of a made-up camera.
  private static func withStream(
    _ words: [String] = [], body: (MadeUpCamera, Recorder) async throws -> Void
  ) async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", words, on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let stream = try await open(firstCamera(of: backend), on: backend)
    // Fewer than the pool of a stream has.
    let recorder = Recorder(keeps: 8)
    try await stream.start(recorder.handler)
    try await body(camera, recorder)
    await stream.close()
    await camera.unplug()
    await server.stop()
  }

  @Test func timesAndCountsAreTheSources() async throws {
    try await Self.withStream { camera, recorder in
      let frames = try await recorder.wait("frames") { $0.count >= 10 }.frames
      let now = SystemClock().now
      #expect(frames.allSatisfy { now - $0.presentationTime < .seconds(30) })
      #expect(
        zip(frames, frames.dropFirst()).allSatisfy { $0.presentationTime < $1.presentationTime })
      // Some pictures that the source has left out.
      let before = recorder.now.dropped[.lostBySource, default: 0]
      let next = (frames.last?.sequence ?? 0) + 200
      try await camera.say("seq=\(next)")
      let record = try await recorder.wait("a gap") {
        $0.dropped[.lostBySource, default: 0] >= before + 50
      }
      #expect(record.failure == nil)
    }
  }

  @Test func picturesThatAreFaultyOrMissingAreCountedAndNotShown() async throws {
    try await Self.withStream { camera, recorder in
      try await recorder.wait("frames") { $0.count >= 2 }
      for (words, reason) in [
        ("flags=2", FrameDropReason.corrupt), ("flags=0 chunkflags=1", .corrupt),
        ("chunkflags=0 bytes=5", .malformed), ("bytes=-1 stride=7", .malformed),
        ("stride=-1 offset=4000000", .malformed),
      ] {
        let before = recorder.now.dropped[reason, default: 0]
        try await camera.say(words)
        try await recorder.wait("\(words)") { $0.dropped[reason, default: 0] >= before + 3 }
      }
      let count = recorder.now.count
      try await camera.say("offset=-1")
      let record = try await recorder.wait("frames again") { $0.count >= count + 3 }
      #expect(record.failure == nil)
    }
  }

  private static func shows(_ crop: PixelRectangle) -> @Sendable (Recorder.Record) -> Bool {
    { $0.frames.last?.crop == crop }
  }

  @Test func theCropAndTheTurnComeWithTheFrame() async throws {
    try await Self.withStream { camera, recorder in
      let first = try await recorder.wait("a frame") { $0.count >= 1 }
      let plain = try #require(first.frames.last)
      #expect(plain.crop == PixelRectangle(whole: plain.size))
      #expect(plain.rotation == .none && !plain.isMirrored)
      try await camera.say("crop=16,8,320,180 transform=1")
      let crop = PixelRectangle(x: 16, y: 8, size: PixelSize(width: 320, height: 180))
      let record = try await recorder.wait("the crop", Self.shows(crop))
      let frame = try #require(record.frames.last)
      #expect(frame.rotation == .clockwise90)
      #expect(frame.uprightSize == PixelSize(width: 180, height: 320))
      try await camera.say("crop=600,300,320,180 transform=6")
      let rest = PixelRectangle(x: 600, y: 300, size: PixelSize(width: 40, height: 60))
      let last = try await recorder.wait(
        "what is left of it", Self.shows(rest))
      #expect(last.frames.last?.isMirrored == true && last.frames.last?.rotation == .half)
    }
  }

  @Test func timesThatMakeNoSenseRiseAllTheSame() async throws {
    try await Self.withStream { camera, recorder in
      try await recorder.wait("frames") { $0.count >= 3 }
      // None, the beginning, an hour back, the end of all times.
      let anHourAgo = (SystemClock().now - .seconds(3600)).nanoseconds
      for pts in ["none", "0", "\(max(anHourAgo, 1))", "\(Int64.max)"] {
        let count = recorder.now.count
        try await camera.say("pts=\(pts)")
        try await recorder.wait("frames at \(pts)") { $0.count >= count + 4 }
      }
      let times = recorder.now.frames.map(\.presentationTime)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.allSatisfy { $0 < SystemClock().now + .seconds(1) })
    }
  }

  @Test func noPictureWaitsBehindOthersAfterABurst() async throws {
    try await Self.withStream { camera, recorder in
      try await recorder.wait("frames") { $0.count >= 3 }
      let count = recorder.now.count
      // The camera sends on while nobody takes its pictures.
      try await camera.say("burst=6")
      let record = try await recorder.wait("the burst") { $0.count >= count + 12 }
      let ages = record.frames.suffix(4).map { SystemClock().now - $0.presentationTime }
      #expect(ages.allSatisfy { $0 < .seconds(2) })
    }
  }
}
