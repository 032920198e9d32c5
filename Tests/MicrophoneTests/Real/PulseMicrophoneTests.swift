import CaptureCore
import CapturePulse
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// PulseAudio's protocol, as `pipewire-pulse` speaks it.
@Suite(.requires(.pulse), .serialized)
struct PulseMicrophoneTests {
  private struct Stage {
    let server: PipeWireServer
    let pulse: PulseServer

    func end() async {
      await pulse.stop()
      await server.stop()
    }
  }

  private func stage() async throws -> Stage {
    let server = try await PipeWireServer.started()
    return Stage(server: server, pulse: try await PulseServer.started(on: server))
  }

  @Test func aTonePlayedIntoALoudspeakerIsHeardInItsMonitor() async throws {
    let stage = try await stage()
    try await stage.server.addNullSink("speaker")
    let player = try stage.server.playTone(pitch: 660, volume: 0.25, on: "speaker")
    let backend = PulseBackend(clock: SystemClock(), server: stage.pulse.address)
    let list = try await backend.microphoneLists().first("the monitor") {
      !$0.microphones.isEmpty
    }
    let monitor = try #require(list.microphones.first)
    #expect(monitor.id == MicrophoneID("speaker.monitor"))
    #expect(monitor.isMonitor && !monitor.isDefault && monitor.backend == "pulse")
    let stream = try await backend.open(monitor.id, format: SoundFormat())
    let recorder = SoundRecorder()
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("a second of the tone") { record in
      let heard = Heard(samples: record.channel(last: .milliseconds(500)), sampleRate: 48_000)
      return record.length > .seconds(1) && heard.rms > 0.15
    }
    await stream.close()
    let heard = Heard(samples: record.channel(1, last: .milliseconds(400)), sampleRate: 48_000)
    #expect(abs(heard.pitch - 660) < 2)
    player.send(9)
    await stage.end()
  }

  @Test func theTimesAreThoseOfTheClockAndFollowEachOther() async throws {
    let stage = try await stage()
    let microphone = try ToneMicrophone("mic", on: stage.server)
    try await microphone.plug()
    let clock = SystemClock()
    let backend = PulseBackend(clock: clock, server: stage.pulse.address)
    let lists = backend.microphoneLists()
    _ = try await lists.first("the microphone") { $0.microphones.contains { $0.isDefault } }
    let stream = try await backend.open(
      MicrophoneID("mic"), format: SoundFormat(sampleRate: 44_100, channelCount: 1))
    let recorder = SoundRecorder()
    let started = clock.now
    // The least, since a busy machine brings one or the other buffer late.
    let age = Locked(MediaTime.seconds(100))
    try await stream.start { [handler = recorder.handler] event in
      if case .sound(let sound) = event {
        age.withLock { $0 = min($0, clock.now - sound.presentationTime) }
      }
      handler(event)
    }
    let record = try await recorder.wait("two seconds") { $0.length > .seconds(2) }
    let ended = clock.now
    await stream.close()
    let first = try #require(record.sounds.first)
    let last = try #require(record.sounds.last)
    #expect(first.presentationTime > started - .seconds(1))
    #expect(last.presentationTime < ended)
    #expect(age.withLock(\.self) < .seconds(1))
    await microphone.unplug()
    await stage.end()
  }

  @Test func whatIsPulledOutIsLostAndFoundAgainAndSoIsTheServer() async throws {
    let stage = try await stage()
    let microphone = try ToneMicrophone("mic", on: stage.server)
    try await microphone.plug()
    let backend = PulseBackend(clock: SystemClock(), server: stage.pulse.address)
    let engine = MicrophoneEngine(backends: [backend], clock: SystemClock())
    let recorder = SoundRecorder()
    let listening = engine.feed.listen(recorder.listener)
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    await microphone.unplug()
    try await recorder.wait("the loss") { $0.lost.count == 1 }
    try await microphone.plug()
    try await recorder.wait("sound again") { $0.found.count == 2 }
    await stage.pulse.kill()
    try await recorder.wait("the end of the server") { $0.lost.count == 2 }
    #expect(recorder.now.lost.last?.code == .serviceUnavailable)
    try await stage.pulse.start()
    try await recorder.wait("sound from the new server") { $0.found.count == 3 }
    listening.cancel()
    await engine.stop()
    await microphone.unplug()
    await stage.end()
  }

  @Test func withoutAServerTheListSaysWhatToDoAndAStreamIsRefused() async throws {
    let backend = PulseBackend(clock: SystemClock(), server: "unix:/nowhere/native")
    let list = try await backend.microphoneLists().first("a list") { _ in true }
    #expect(list.microphones.isEmpty)
    #expect(list.problem?.code == .serviceUnavailable && list.problem?.remedy.isEmpty == false)
    let error = await #expect(throws: CaptureError.self) {
      try await backend.open(MicrophoneID("mic"), format: SoundFormat())
    }
    #expect(error?.code == .serviceUnavailable)
  }
}
