import CaptureVirtual
import MediaTypes
import RecordCore
import RecordMemory
import Testing
import Viewfinder

/// In real time, since the microphone is to be one: 5 s.
@Suite("Recording: sound", .timeLimit(.minutes(2)))
struct RecordingSoundTests {
  @Test("with a microphone 500 ppm fast each beep lies where the pictures say; there is no hole")
  func beeps() async throws {
    let movies = MemoryMovies()
    let virtual = try VirtualSession("mic.drift:500") {
      $0.movies = movies
      $0.microphone = .automatic
    }
    let session = virtual.session
    try await session.start()
    #expect(await session.microphoneSettled() == nil)
    let recording = try await session.record(to: RecordingRig.path, RecordingRig.settings)
    let clock = SystemClock()
    let start = clock.now
    for second in 1...4 as ClosedRange<Int64> {
      try await clock.sleep(until: start + .milliseconds(1100 * second))
      try await session.flip(.none)
    }
    try await clock.sleep(until: start + .seconds(5))
    let report = try await recording.stop()
    await session.stop()
    let movie = try #require(movies.movies[RecordingRig.path])
    let origin = try #require(movie.pictures.first).time
    var finder = try #require(BeepFinder(SoundFormat()))
    finder.add(movie.samples)
    #expect(finder.beeps.count >= 4)
    for beep in finder.beeps where beep.start > 0.1 {
      let heard = origin.seconds + beep.start
      #expect(abs(heard - heard.rounded()) < 0.005, "\(beep)")
    }
    #expect(finder.holes.filter { $0.start > 0.1 && $0.start < 4.8 }.isEmpty, "\(finder.holes)")
    #expect(movie.violations.isEmpty)
    let seconds = Double(movie.soundSampleCount) / 48000
    #expect(abs(seconds - report.duration.seconds) < 0.001)
    let offset = try #require(report.offset)
    #expect(abs(offset.worst.seconds) < 0.005)
  }
}
