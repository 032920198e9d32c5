import CAllocations
import MediaTypes
import RecordCore
import Testing

@testable import Viewfinder

@Suite(
  "Memory that a recording keeps",
  .enabled(
    if: CAllocationsAreExact(),
    "unoptimized code asks for memory of its own: `make test`"))
struct RecordingMemoryTests {
  /// Each picture and each sound wakes the recorder's thread.
  @Test("Waking the recorder costs nothing, however often it was woken")
  func waking() {
    let waker = Waker()
    waker.set {}
    for _ in 0..<10 { waker() }
    let before = CAllocationsOfThread()
    var count = 0
    while count < 1000 {
      waker()
      count += 1
    }
    #expect(CAllocationsOfThread() == before)
  }

  @Test("A take of ten minutes keeps no more than one of a minute")
  func tenMinutes() async throws {
    let rig = try RecordingRig(microphone: .automatic, movies: ForgetfulMovies())
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(60))
    let afterAMinute = CAllocationsBytesInUse()
    await rig.advance(by: .seconds(540))
    let afterTen = CAllocationsBytesInUse()
    let report = try await rig.stop(recording)
    #expect(abs(report.framesWritten - 18_000) <= 1 && report.problem == nil)
    #expect(Int(afterTen) - Int(afterAMinute) < 5_000, "\(afterAMinute), then \(afterTen) bytes")
    await rig.session.stop()
  }
}

/// Takes all, and keeps nothing.
private struct ForgetfulMovies: MovieBackend {
  func create(_ path: String, settings: MovieSettings) throws(RecordError) -> any MovieWriter {
    ForgetfulWriter(path: path)
  }

  func freeBytes(near path: String) -> Int64? { nil }
}

private final class ForgetfulWriter: MovieWriter {
  private var summary: MovieSummary

  init(path: String) {
    summary = MovieSummary(path: path, byteCount: 0, frameCount: 0, soundSampleCount: 0)
  }

  var facts: MovieWriterFacts { MovieWriterFacts(encoder: "none") }
  func append(_ frame: VideoFrame, at index: Int64) { summary.frameCount += 1 }
  func append(_ sound: AudioBuffer, at position: Int64) {}
  func lowerQuality() -> Bool { false }
  func discard() {}
  func finish() throws(RecordError) -> MovieSummary { summary }
}
