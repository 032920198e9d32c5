import CaptureCore
import CaptureVirtual
import MediaTypes
import RecordCore
import RecordMemory
import Testing
import Viewfinder

@Suite("Recording: starts, pauses, ends", .timeLimit(.minutes(2)))
struct RecordingTests {
  @Test("pictures and silence of the same length, and nothing waits afterwards")
  func usual() async throws {
    let rig = try RecordingRig(microphone: .automatic)
    try await rig.start()
    let recording = try await rig.record()
    #expect(rig.session.recording === recording)
    #expect(recording.settings.cameraName == "back")
    #expect(recording.settings.createdAt > 1_700_000_000)
    await rig.advance(by: .seconds(3))
    #expect(recording.progress.phase == .recording)
    #expect(recording.progress.frameCount > 80)
    let report = try await rig.stop(recording)
    #expect(try await recording.stop() == report)
    let movie = try rig.movie()
    #expect(movie.violations.isEmpty)
    #expect(abs(movie.pictures.count - 90) <= 1)
    let seconds = Double(movie.soundSampleCount) / 48000
    #expect(abs(seconds - Double(movie.pictures.count) / 30) < 1e-4)
    #expect(report.droppedCount == 0)
    #expect(report.encoder == "memory")
    #expect(recording.progress.phase == .finished)
    #expect(rig.session.recording == nil)
    await rig.session.stop()
    #expect(rig.clock.armedTimerCount <= 1, "\(rig.clock.armedTimerLabels)")
  }

  @Test("a second recording waits for its turn, and a name that exists is refused")
  func second() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let first = try await rig.record()
    let busy = await #expect(throws: RecordError.self) { try await rig.record(to: "/memory/b.mp4") }
    #expect(busy?.code == .invalidRequest)
    await rig.advance(by: .seconds(1))
    _ = try await rig.stop(first)
    let exists = await #expect(throws: RecordError.self) { try await rig.record() }
    #expect(exists?.code == .exists)
    let second = try await rig.record(to: "/memory/b.mkv")
    await rig.advance(by: .seconds(1))
    _ = try await rig.stop(second)
    #expect(rig.movies.movies.count == 2)
    await rig.session.stop()
  }

  @Test("what cannot be recorded is refused with a remedy, and leaves nothing")
  func refused() async throws {
    let rig = try RecordingRig()
    let idle = await #expect(throws: RecordError.self) { try await rig.record() }
    #expect(idle?.code == .invalidRequest)
    try await rig.start()
    for path in ["/memory/take", "/memory/take.avi", ""] {
      let error = await #expect(throws: RecordError.self) { try await rig.record(to: path) }
      #expect(error?.code == .badSettings)
      #expect(error?.remedy.isEmpty == false)
    }
    var odd = RecordingRig.settings
    odd.canvas.size.width = 161
    await #expect(throws: RecordError.self) { try await rig.record(odd) }
    rig.movies.setFreeBytes(1000)
    let full = await #expect(throws: RecordError.self) { try await rig.record() }
    #expect(full?.code == .diskFull)
    rig.movies.setFreeBytes(nil)
    rig.movies.failNextCreate(with: RecordError(.noFolder, "No such folder."))
    let folder = await #expect(throws: RecordError.self) { try await rig.record() }
    #expect(folder?.code == .noFolder)
    #expect(rig.movies.openPaths.isEmpty)
    let recording = try await rig.record()
    await rig.advance(by: .milliseconds(100))
    _ = try await rig.stop(recording)
    await rig.session.stop()
  }

  @Test("stopped before the first frame there is no file, and the error says so")
  func nothing() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let recording = try await rig.record()
    let error = await #expect(throws: RecordError.self) { try await rig.stop(recording) }
    #expect(error?.code == .nothingRecorded)
    #expect(rig.movies.discarded == [RecordingRig.path])
    #expect(rig.movies.movies.isEmpty)
    await rig.session.stop()
  }

  @Test("one frame is a movie")
  func single() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .milliseconds(34))
    let report = try await rig.stop(recording)
    #expect(report.framesWritten == 1)
    #expect(try rig.movie().pictures.count == 1)
    await rig.session.stop()
  }

  @Test("an end that was planned is exact, and the recording ends by itself")
  func plannedEnd() async throws {
    let rig = try RecordingRig(microphone: .automatic)
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .milliseconds(100))
    recording.end(at: try #require(recording.progress.start) + .seconds(1))
    await rig.advance(by: .seconds(3))
    let report = try await recording.finished()
    #expect(report.duration == .seconds(1) && report.problem == nil)
    #expect(try rig.movie().pictures.map(\.index) == Array(0..<30))
    #expect(try rig.movie().soundSampleCount == 48_000)
    await rig.session.stop()
  }

  @Test("one that precedes the session's start has the camera's first picture")
  func precedesStart() async throws {
    let rig = try RecordingRig()
    var settings = RecordingRig.settings
    settings.precedesStart = true
    let recording = try await rig.record(settings)
    try await rig.start()
    await rig.advance(by: .seconds(1))
    _ = try await rig.stop(recording)
    #expect(rig.pictures.first?.code.sequence == 0)
    await rig.session.stop()
  }

  @Test("one that precedes a start that fails leaves no file")
  func precedesFailure() async throws {
    let rig = try RecordingRig(script: "back.failstart,front.failstart")
    var settings = RecordingRig.settings
    settings.precedesStart = true
    let recording = try await rig.record(settings)
    await #expect(throws: CaptureError.self) { try await rig.session.start() }
    let error = await #expect(throws: RecordError.self) { try await rig.stop(recording) }
    #expect(error?.code == .nothingRecorded && rig.movies.discarded == [RecordingRig.path])
    await rig.session.stop()
  }

  @Test("a pause is closed up")
  func pause() async throws {
    let rig = try RecordingRig(microphone: .automatic)
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(1))
    recording.pause()
    await rig.advance(by: .seconds(2))
    #expect(recording.progress.phase == .paused)
    #expect(recording.progress.duration < .milliseconds(1100))
    recording.resume()
    await rig.advance(by: .seconds(1))
    let report = try await rig.stop(recording)
    let movie = try rig.movie()
    #expect(abs(movie.pictures.count - 60) <= 1)
    #expect(abs(Double(movie.soundSampleCount) / 48000 - 2) < 0.04)
    #expect(movie.violations.isEmpty)
    #expect(report.pauses.count == 1)
    let jump = zip(rig.pictures, rig.pictures.dropFirst()).filter {
      $1.code.time - $0.code.time > .milliseconds(40)
    }
    #expect(jump.count == 1)
    await rig.session.stop()
  }

  @Test("a session that is stopped finishes its recording first")
  func sessionStop() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(1))
    let stop = Task { await rig.session.stop() }
    _ = await recording.progresses().first { [.finishing, .finished].contains($0.phase) }
    while !recording.isFinished, let next = rig.clock.nextDeadline {
      rig.clock.advance(to: next)
      await recording.caughtUp()
    }
    await stop.value
    #expect(try rig.movie().pictures.count >= 29)
  }
}

@Suite("Recording: troubles", .timeLimit(.minutes(2)))
struct RecordingTroubleTests {
  @Test("a disk that fills up warns, then ends the take well, with the reason")
  func disk() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let recording = try await rig.record()
    rig.movies.setFreeBytes(400_000_000)
    await rig.advance(by: .milliseconds(2100))
    #expect(recording.progress.warning?.code == .diskFull)
    #expect(recording.progress.freeBytes == 400_000_000)
    #expect(recording.progress.phase == .recording)
    rig.movies.setFreeBytes(40_000_000)
    await rig.advance(by: .milliseconds(2100))
    let report = try await recording.finished()
    #expect(report.problem?.code == .diskFull)
    #expect(try rig.movie().pictures.count > 60)
    #expect(rig.session.recording == nil)
    await rig.session.stop()
  }

  @Test("a writer that breaks ends the take with what could be written")
  func broken() async throws {
    let rig = try RecordingRig(microphone: .automatic)
    rig.movies.failAppends(after: 10, with: RecordError(.writeFailed, "The disk broke."))
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(1))
    let report = try await recording.finished()
    #expect(report.problem?.code == .writeFailed)
    #expect(try rig.movie().pictures.count == 10 && report.framesWritten == 10)
    await rig.session.stop()
  }

  @Test("a file that cannot be finished is an error, and the next recording works")
  func unfinished() async throws {
    let rig = try RecordingRig()
    rig.movies.failFinish(with: RecordError(.writeFailed, "The disk broke."))
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(1))
    let error = await #expect(throws: RecordError.self) { try await rig.stop(recording) }
    #expect(error?.code == .writeFailed)
    rig.movies.failFinish(with: nil)
    let next = try await rig.record()
    await rig.advance(by: .seconds(1))
    _ = try await rig.stop(next)
    await rig.session.stop()
  }

  @Test(
    "an encoder that stands still costs frames that are counted, and no memory, also one without steps",
    arguments: [2, 0])
  func overload(qualitySteps: Int) async throws {
    let rig = try RecordingRig(qualitySteps: qualitySteps)
    try await rig.start()
    let recording = try await rig.record()
    await rig.advance(by: .seconds(1))
    let stop = rig.clock.now
    rig.movies.hold()
    rig.clock.advance(by: .seconds(3))
    rig.movies.release()
    await recording.caughtUp()
    // It goes on with what was captured last, and not with what is long past, but for the one in its hands.
    let ages = rig.pictures.map { ($0.code.time - stop).seconds }
    #expect(ages.count { $0 > 0.1 && $0 < 2.6 } <= 1 && ages.contains { $0 > 2.7 }, "\(ages)")
    await rig.advance(by: .seconds(2))
    let report = try await rig.stop(recording)
    #expect((70...85).contains(report.dropped[.encoderTooSlow] ?? 0))
    #expect(report.qualitySteps.isEmpty == (qualitySteps == 0))
    #expect(try rig.movie().qualitySteps == report.qualitySteps.count)
    #expect(report.duration > .milliseconds(5900))
    // Their places stay empty: pictures shown once more would be work for the encoder too.
    #expect(try rig.movie().pictures.count < 120)
    #expect(recording.progress.warning != nil)
    await rig.session.stop()
  }

  @Test("a recording that nobody owns any more is finished all the same")
  func abandoned() async throws {
    var rig: RecordingRig? = try RecordingRig()
    let movies = try #require(rig?.movies)
    try await rig?.start()
    var recording = try await rig?.record()
    await rig?.advance(by: .seconds(1))
    let progresses = try #require(recording?.progresses())
    recording = nil
    rig = nil
    for await _ in progresses {}
    #expect(movies.movies[RecordingRig.path]?.pictures.count ?? 0 >= 29)
  }

  @Test("a recording ends with its session, also one that somebody still holds")
  func orphaned() async throws {
    var rig: RecordingRig? = try RecordingRig()
    let clock = try #require(rig?.clock)
    try await rig?.start()
    let recording = try #require(try await rig?.record())
    await rig?.advance(by: .seconds(1))
    rig = nil
    while !recording.isFinished, let next = clock.nextDeadline {
      clock.advance(to: next)
      await recording.caughtUp()
    }
    let report = try await recording.finished()
    #expect((28...32).contains(report.framesWritten), "\(report.framesWritten)")
  }

  @Test("its progress ends with it, also for who comes later and for who holds it")
  func progressEnds() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    let recording = try await rig.record()
    let progresses = recording.progresses()
    await rig.advance(by: .seconds(1))
    _ = try await rig.stop(recording)
    for stream in [progresses, recording.progresses()] {
      var last: TakeProgress?
      for await progress in stream { last = progress }
      #expect(last?.phase == .finished)
    }
  }
}
