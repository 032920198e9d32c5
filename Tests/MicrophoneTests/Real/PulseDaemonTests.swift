import CaptureCore
import CapturePulse
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// PulseAudio itself, on systems that have no PipeWire.
@Suite(.requires(.pulseDaemon), .serialized)
struct PulseDaemonTests {
  @Test func microphonesAndMonitorsAreListedAndTheDefaultIsNamed() async throws {
    let daemon = try await PulseDaemon.started()
    let backend = PulseBackend(clock: SystemClock(), server: daemon.address)
    let list = try await backend.microphoneLists().first("both sources") {
      $0.microphones.count == 2
    }
    #expect(list.problem == nil)
    let microphone = try #require(list.microphones.first { $0.id == MicrophoneID("mic") })
    let monitor = try #require(list.microphones.first { $0.id == MicrophoneID("speaker.monitor") })
    #expect(microphone.isDefault && !microphone.isMonitor)
    #expect(!monitor.isDefault && monitor.isMonitor)
    await daemon.kill()
  }

  @Test(arguments: [("mic", 660.0, 1), ("speaker.monitor", 440, 2)])
  func aToneIsHeardWithItsPitchLoudnessAndTimes(
    source: String, pitch: Double, channels: Int
  ) async throws {
    let daemon = try await PulseDaemon.started()
    let clock = SystemClock()
    let backend = PulseBackend(clock: clock, server: daemon.address)
    let stream = try await backend.open(
      MicrophoneID(source), format: SoundFormat(sampleRate: 48_000, channelCount: channels))
    let recorder = SoundRecorder()
    let started = clock.now
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("a second of the tone") { record in
      let heard = Heard(samples: record.channel(last: .milliseconds(500)), sampleRate: 48_000)
      return record.length > .seconds(1) && heard.rms > 0.3
    }
    let ended = clock.now
    await stream.close()
    let heard = Heard(
      samples: record.channel(channels - 1, last: .milliseconds(400)), sampleRate: 48_000)
    #expect(abs(heard.pitch - pitch) < 2)
    #expect(abs(heard.rms - 0.3536) < 0.02)
    // The microphone is made up by the daemon, ahead of time.
    if source == "mic" { return await daemon.kill() }
    let (first, last) = (try #require(record.sounds.first), try #require(record.sounds.last))
    #expect(first.presentationTime > started - .seconds(1))
    #expect(last.presentationTime < ended && last.presentationTime > ended - .seconds(1))
    await daemon.kill()
  }

  @Test func aDaemonThatIsKilledIsFoundAgain() async throws {
    let daemon = try await PulseDaemon.started()
    let backend = PulseBackend(clock: SystemClock(), server: daemon.address)
    let engine = MicrophoneEngine(backends: [backend], clock: SystemClock())
    let recorder = SoundRecorder()
    let listening = engine.feed.listen(recorder.listener)
    await engine.choose(.automatic)
    #expect(await engine.settled() == nil)
    await daemon.kill()
    try await recorder.wait("the loss") { $0.lost.count == 1 }
    #expect(recorder.now.lost.last?.code == .serviceUnavailable)
    try await daemon.start()
    try await recorder.wait("sound from the new daemon") { $0.found.count == 2 }
    listening.cancel()
    await engine.stop()
    await daemon.kill()
  }
}
