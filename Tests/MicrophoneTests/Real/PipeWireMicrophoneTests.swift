import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(.requires(.pipeWire), .serialized)
struct PipeWireMicrophoneTests {
  @Test func aTonePlayedIntoALoudspeakerIsHeardInItsMonitorWithItsPitchAndLoudness() async throws {
    let server = try await PipeWireServer.started()
    try await server.addNullSink("speaker")
    let player = try server.playTone(pitch: 440, volume: 0.5, on: "speaker")
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let list = try await backend.microphoneLists().first("the monitor") {
      !$0.microphones.isEmpty
    }
    let monitor = try #require(list.microphones.first)
    #expect(monitor.id == MicrophoneID("speaker.monitor"))
    #expect(monitor.isMonitor && !monitor.isDefault && monitor.backend == "pipewire")
    let stream = try await backend.open(monitor.id, format: SoundFormat())
    #expect(stream.format == SoundFormat(sampleRate: 48_000, channelCount: 2))
    let recorder = SoundRecorder()
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("a second of the tone") { record in
      let heard = Heard(samples: record.channel(last: .milliseconds(500)), sampleRate: 48_000)
      return record.length > .seconds(1) && heard.rms > 0.3
    }
    await stream.close()
    let heard = Heard(samples: record.channel(1, last: .milliseconds(400)), sampleRate: 48_000)
    #expect(abs(heard.pitch - 440) < 2)
    #expect(abs(heard.rms - 0.3536) < 0.02)
    player.send(9)
    await server.stop()
  }

  @Test func theTimesAreThoseOfTheClockAndFollowEachOther() async throws {
    let server = try await PipeWireServer.started()
    let microphone = try ToneMicrophone("mic", on: server)
    try await microphone.plug()
    let clock = SystemClock()
    let backend = PipeWireBackend(clock: clock, remote: server.socket)
    let list = try await backend.microphoneLists().first("the microphone") {
      $0.microphones.contains { $0.isDefault }
    }
    #expect(list.microphones.map(\.id) == [MicrophoneID("mic")])
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
    #expect(first.format == SoundFormat(sampleRate: 44_100, channelCount: 1))
    #expect(first.presentationTime > started - .seconds(1))
    #expect(last.presentationTime < ended)
    #expect(age.withLock(\.self) < .seconds(1))
    let steps = zip(record.sounds, record.sounds.dropFirst()).map { before, after in
      after.presentationTime - (before.presentationTime + before.duration)
    }
    #expect(steps.allSatisfy { $0 > .milliseconds(-5) })
    let heard = Heard(samples: record.channel(last: .milliseconds(500)), sampleRate: 44_100)
    #expect(abs(heard.pitch - 440) < 2, "the tone keeps its pitch at another rate")
    await microphone.unplug()
    await server.stop()
  }

  @Test func aMicrophoneThatIsPulledOutEndsItsStreamAndTheEngineFindsItAgain() async throws {
    let server = try await PipeWireServer.started()
    let microphone = try ToneMicrophone("mic", on: server)
    try await microphone.plug()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let engine = MicrophoneEngine(backends: [backend], clock: SystemClock())
    let recorder = SoundRecorder()
    let listening = engine.feed.listen(recorder.listener)
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    for round in 1...2 {
      try await recorder.wait("sound") { $0.found.count == round && !$0.sounds.isEmpty }
      await microphone.unplug()
      try await recorder.wait("the loss") { $0.lost.count == round }
      try await microphone.plug()
    }
    try await recorder.wait("sound again") { $0.found.count == 3 }
    #expect(recorder.now.lost.allSatisfy { [.unplugged, .deviceFailed].contains($0.code) })
    await server.killDaemon()
    try await recorder.wait("the end of the service") { $0.lost.count == 3 }
    #expect(recorder.now.lost.last?.code == .serviceUnavailable)
    await microphone.unplug()
    try await server.start()
    try await microphone.plug()
    try await recorder.wait("sound from the new service") { $0.found.count == 4 }
    listening.cancel()
    await engine.stop()
    await microphone.unplug()
    await server.stop()
  }

  @Test func withoutADaemonTheListSaysWhatToDo() async throws {
    let server = try PipeWireServer()
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let list = try await backend.microphoneLists().first("a list") { _ in true }
    #expect(list.microphones.isEmpty)
    #expect(list.problem?.code == .serviceUnavailable)
    let error = await #expect(throws: CaptureError.self) {
      try await backend.open(MicrophoneID("mic"), format: SoundFormat())
    }
    #expect(error?.code == .serviceUnavailable)
  }
}
