import CaptureCore
import CaptureVirtual
import MediaTypes
import Testing

/// Keeps what a microphone says.
private final class SoundLog: Sendable {
  private let events = Locked<[MicrophoneStreamEvent]>([])

  var handler: MicrophoneHandler { { [self] event in events.withLock { $0.append(event) } } }

  var sounds: [AudioBuffer] {
    events.withLock { events in
      events.compactMap { if case .sound(let sound) = $0 { sound } else { nil } }
    }
  }

  var gaps: [MediaTime] {
    events.withLock { events in
      events.compactMap { if case .gap(let length) = $0 { length } else { nil } }
    }
  }

  var failure: CaptureError? {
    events.withLock { events in
      events.compactMap { if case .failed(let error) = $0 { error } else { nil } }.last
    }
  }
}

@Suite(.timeLimit(.minutes(1)))
struct VirtualMicrophoneTests {
  private let clock = ManualClock()
  private let log = SoundLog()
  private let id = VirtualMicrophone.standard.id
  private let mono = SoundFormat(sampleRate: 48_000, channelCount: 1)

  private func backend(_ script: String = "") throws -> VirtualBackend {
    VirtualBackend(clock: clock, script: try FaultScript(parsing: script))
  }

  private func start(
    _ backend: VirtualBackend, format: SoundFormat? = nil
  ) async throws -> any MicrophoneStream {
    let stream = try await backend.open(id, format: format ?? mono)
    try await stream.start(log.handler)
    return stream
  }

  private func refusal(_ script: String) async throws -> CaptureError.Code? {
    let backend = try backend(script)
    do throws(CaptureError) {
      let stream = try await backend.open(id, format: mono)
      try await stream.start { _ in }
      return nil
    } catch {
      return error.code
    }
  }

  /// Beeps in what was heard, as moments of the clock.
  private func beeps() throws -> [Double] {
    let first = try #require(log.sounds.first)
    var finder = try #require(BeepFinder(first.format))
    for sound in log.sounds { finder.add(sound.samples) }
    return finder.beeps.map { first.presentationTime.seconds + $0.start }
  }

  @Test func itBeepsAtEachWholeSecondOfTheClock() async throws {
    clock.advance(by: .milliseconds(437))
    let stream = try await start(try backend())
    clock.advance(by: .seconds(4))
    let beeps = try beeps()
    #expect(beeps.count == 4)
    for beep in beeps { #expect(abs(beep - beep.rounded()) < 0.001) }
    await stream.close()
    #expect(clock.armedTimerCount == 0)
  }

  @Test(arguments: [8_000, 16_000, 44_100, 48_000, 96_000], [1, 2, 6])
  func buffersFollowEachOtherInEveryFormat(rate: Int, channels: Int) async throws {
    let format = SoundFormat(sampleRate: rate, channelCount: channels)
    let stream = try await start(try backend(), format: format)
    clock.advance(by: .milliseconds(1500))
    let sounds = log.sounds
    #expect(sounds.count >= 148 && sounds.allSatisfy { $0.format == format })
    for (before, after) in zip(sounds, sounds.dropFirst()) {
      let step = after.presentationTime - before.presentationTime - before.duration
      #expect(abs(step.nanoseconds) < 1000)
    }
    let latest = clock.now + .milliseconds(1)
    #expect(sounds.allSatisfy { $0.presentationTime + $0.duration <= latest })
    await stream.close()
  }

  @Test func aFastClockGivesMoreSamplesWhileTheBeepsStayOnTheSecond() async throws {
    let stream = try await start(try backend("mic.drift:500"))
    clock.advance(by: .seconds(60))
    let count = log.sounds.reduce(0) { $0 + $1.frameCount }
    let nominal = 60.0 * 48_000
    let block = 480.0
    #expect(abs(Double(count) - nominal * 1.0005) < block + 20)
    let first = try #require(log.sounds.first)
    let last = try #require(log.sounds.last)
    let span = last.presentationTime - first.presentationTime
    #expect(span > .milliseconds(59_970) && span < .milliseconds(60_030))
    await stream.close()
  }

  @Test func jitterMovesTheToldTimesAndNotTheSound() async throws {
    let stream = try await start(try backend("mic.jitter:4ms"))
    clock.advance(by: .seconds(2))
    let first = try #require(log.sounds.first)
    let errors = log.sounds.enumerated().map { index, sound -> Int64 in
      let offset = sound.presentationTime - first.presentationTime
      return abs(offset.nanoseconds - Int64(index) * 10_000_000)
    }
    #expect((errors.max() ?? 0) > 1_000_000)
    #expect(errors.allSatisfy { $0 <= 8_000_001 })
    await stream.close()
  }

  @Test func unplugAndReplugChangeStreamAndListOnTime() async throws {
    let backend = try backend("mic.unplug@2s,mic.replug@3s")
    var lists = backend.microphoneLists().makeAsyncIterator()
    #expect(await lists.next()?.microphones.map(\.id) == [id])
    let stream = try await start(backend)
    clock.advance(by: .seconds(2))
    #expect(log.failure?.code == .unplugged)
    #expect(await lists.next()?.microphones.isEmpty == true)
    clock.advance(by: .seconds(1))
    let back = try #require(await lists.next()?.microphones.first)
    #expect(back.isDefault && back.id == id)
    await stream.close()
    let again = try await start(backend)
    await again.close()
    #expect(backend.openMicrophones.isEmpty)
  }

  @Test func aStallIsAHoleInTime() async throws {
    let stream = try await start(try backend("mic.stall@500ms:300ms"))
    clock.advance(by: .seconds(1))
    let ends = log.sounds.map { $0.presentationTime + $0.duration }
    let holes = zip(ends, log.sounds.dropFirst()).map { $1.presentationTime - $0 }
      .filter { $0 > .milliseconds(1) }
    let hole = try #require(holes.first)
    #expect(holes.count == 1)
    #expect(hole >= .milliseconds(290) && hole <= .milliseconds(310))
    #expect(!log.gaps.isEmpty)
    await stream.close()
  }

  @Test(
    arguments: [
      ("mic.busy", .busy), ("mic.denied", .notPermitted), ("mic.failstart", .startFailed),
      ("mic.vanish", .unplugged), ("busy,front.denied", nil), ("mic.nostart", nil),
    ] as [(String, CaptureError.Code?)])
  func refusalsAreThoseOfTheMicrophoneAlone(script: String, code: CaptureError.Code?) async throws {
    #expect(try await refusal(script) == code)
  }

  @Test(arguments: [
    "drift:", "mic.flash", "mic.drift:",
    "mic.drift:1e3", "mic.drift:5001", "mic.drift:-5001", "mic.drift:99999999999999999999",
    "mic.jitter:5", "mic.", "mic", "flash:1s",
  ])
  func whatIsNoFaultOfAMicrophoneIsRefusedWithAnExample(text: String) {
    #expect {
      try FaultScript(parsing: text)
    } throws: { error in
      let error = try #require(error as? FaultScriptError)
      return error.remedy.contains("Example") || error.remedy.contains("500ms")
    }
  }

  @Test func itCanBeOpenedOnceAtATime() async throws {
    let backend = try backend()
    let stream = try await start(backend)
    let error = await #expect(throws: CaptureError.self) { try await start(backend) }
    #expect(error?.code == .busy)
    await stream.close()
    await (try await start(backend)).close()
    let unknown = await #expect(throws: CaptureError.self) {
      try await backend.open(MicrophoneID("x"), format: mono)
    }
    #expect(unknown?.code == .noSuchMicrophone)
    let wrong = await #expect(throws: CaptureError.self) {
      try await backend.open(id, format: SoundFormat(sampleRate: 0, channelCount: 0))
    }
    #expect(wrong?.code == .unsupportedFormat)
  }
}
