import CaptureVirtual
import MediaTypes
import RecordCore
import RecordMemory
import Testing
import Viewfinder

@Suite("Recording: flips", .timeLimit(.minutes(5)))
struct RecordingFlipTests {
  @Test("60 s with flips at 7, 20, 21 and 40 s: every frame once, in place, from the right camera")
  func flips() async throws {
    let rig = try RecordingRig(script: "front.slow:300ms")
    try await rig.start()
    let recording = try await rig.record()
    let start = rig.clock.now
    var flips: [FlipReport] = []
    for second in [7, 20, 21, 40] as [Int64] {
      await rig.advance(to: start + .seconds(second))
      flips.append(try await rig.flip())
    }
    await rig.advance(to: start + .seconds(60))
    let report = try await rig.stop(recording)
    #expect(flips.allSatisfy { $0.outcome == .done })
    let movie = try rig.movie()
    #expect(movie.violations.isEmpty)
    #expect(abs(movie.pictures.count - 1800) <= 2)
    #expect(movie.pictures.map(\.index) == Array(0..<Int64(movie.pictures.count)))
    #expect(rig.pictures.map(\.index) == movie.pictures.map(\.index), "every code can be read")
    try check(rig.pictures, flips: flips)
    #expect(report.flipCount == 4)
    #expect(report.gaps.count == 4)
    #expect(report.gaps.allSatisfy { $0.reason == .flip })
    #expect(report.problem == nil)
    #expect(abs(report.duration.seconds - 60) < 0.04)
    #expect(report.framesWritten == Int64(movie.pictures.count))
    await rig.session.stop()
  }

  private func check(_ pictures: [RecordingRig.Seen], flips: [FlipReport]) throws {
    let codes = pictures.map(\.code)
    let origin = try #require(codes.first?.time)
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0.time <= $1.time }, "none out of order")
    // The new camera is seen from its first frame on, which is in the movie.
    var expected = try #require(flips.first?.from)
    var remaining = flips[...]
    var repeats = 0
    for (picture, before) in zip(pictures, [nil] + pictures.map(Optional.some)) {
      if let next = remaining.first, let first = next.firstNewFrame, !picture.code.isFrom(expected)
      {
        #expect(picture.code.isFrom(next.to))
        #expect(
          abs((picture.code.time - first).seconds) < 1e-5, "the first frame is the first seen")
        (expected, remaining) = (next.to, remaining.dropFirst())
      }
      #expect(picture.code.isFrom(expected))
      let due = origin + MediaTime(seconds: Double(picture.index) / 30)
      let isHeld = before?.code == picture.code
      repeats += isHeld ? 1 : 0
      if !isHeld { #expect(abs((picture.code.time - due).seconds) < 0.025, "\(picture)") }
    }
    #expect(remaining.isEmpty)
    // The front camera sends 25 for 30, for 33 s; the gaps are 0.3 s and less.
    #expect((165...220).contains(repeats), "\(repeats)")
  }

  @Test("where both cameras are live, a flip costs no more than a frame")
  func live() async throws {
    let size = PixelSize(width: 160, height: 120)
    let rig = try RecordingRig([
      RecordingRig.camera("back", .back, .i420, size, 30, .independent),
      RecordingRig.camera("front", .front, .nv12, size, 30, .independent),
    ])
    try await rig.start()
    let recording = try await rig.record()
    for _ in 1...5 {
      await rig.advance(by: .milliseconds(1010))
      try await rig.flip()
    }
    await rig.advance(by: .seconds(1))
    let report = try await rig.stop(recording)
    let codes = rig.pictures.map(\.code)
    #expect(zip(codes, codes.dropFirst()).count { $0 == $1 } <= 5)
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(report.droppedCount <= 10)
    #expect(report.gaps.allSatisfy { $0.length < .milliseconds(70) })
    await rig.session.stop()
  }

  @Test("an unplugged camera, also the only one, is a gap; it goes on when it is back")
  func unplugged() async throws {
    let rig = try RecordingRig([RecordingRig.twoCameras[0]])
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(2))
    let starts = rig.cameras.starts
    rig.backend.unplug(CameraID("back"))
    _ = try await rig.session.state { $0.phase == .interrupted }
    await rig.advance(by: .seconds(5))
    #expect(recording.progress.phase == .recording)
    #expect(recording.progress.duration > .seconds(6))
    rig.backend.plug(CameraID("back"))
    await rig.cameras.started(after: starts)
    await rig.advance(by: .milliseconds(50))
    _ = try await rig.session.state { $0.phase == .running }
    await rig.advance(by: .seconds(2))
    let report = try await rig.stop(recording)
    let movie = try rig.movie()
    #expect(abs(movie.pictures.count - 271) <= 4)
    #expect(movie.pictures.map(\.index) == Array(0..<Int64(movie.pictures.count)))
    #expect(report.gaps.count == 1)
    #expect(report.gaps.first?.reason == .interruption)
    #expect(report.interruptions.count == 1)
    #expect(report.interruptions.first?.kind == .camera)
    #expect(report.interruptions.first?.end != nil)
    #expect("\(report)".contains("camera lost"))
    await rig.session.stop()
  }
}
