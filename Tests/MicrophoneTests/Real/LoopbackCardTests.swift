import CaptureALSA
import CaptureCore
import Dispatch
import Foundation
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// Run inside the virtual machine: what is played into one side of the card is heard on the other.
@Suite(.serialized, .enabled(if: SoundGuest.isInside))
struct LoopbackCardTests {
  private let clock = SystemClock()
  private let side = MicrophoneID("alsa:Loopback:1")

  /// Plays a tone for 20 s at most into the side that is heard on `side`.
  private func playTone(pitch: Double, amplitude: Double) throws -> ChildProcess {
    let file = "/tmp/tone-\(pitch).wav"
    try Tone(pitch: pitch, amplitude: amplitude, seconds: 20).write(to: file)
    return try ChildProcess("aplay", ["-q", "-D", "plughw:Loopback,0", file])
  }

  @Test func theCardIsListedByItsNameAndNotByItsNumber() async throws {
    // Lists end with their back end.
    let backend = ALSABackend(clock: clock)
    let list = try await backend.microphoneLists().first("the card") { !$0.microphones.isEmpty }
    withExtendedLifetime(backend) {}
    #expect(list.microphones.map(\.id.rawValue) == ["alsa:Loopback:0", "alsa:Loopback:1"])
    #expect(list.microphones.allSatisfy { $0.name.contains("Loopback") && $0.backend == "alsa" })
    #expect(list.problem == nil)
  }

  @Test func aToneIsHeardWithItsPitchAndLoudness() async throws {
    let player = try playTone(pitch: 440, amplitude: 0.5)
    let stream = try await ALSABackend(clock: clock).open(side, format: SoundFormat())
    #expect(stream.format == SoundFormat(sampleRate: 48_000, channelCount: 2))
    let recorder = SoundRecorder()
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("a second of the tone") { record in
      let heard = Heard(samples: record.channel(last: .milliseconds(500)), sampleRate: 48_000)
      return record.length > .seconds(1) && heard.rms > 0.3 && abs(heard.pitch - 440) < 5
    }
    await stream.close()
    let heard = Heard(samples: record.channel(1, last: .milliseconds(400)), sampleRate: 48_000)
    #expect(abs(heard.pitch - 440) < 2 && abs(heard.rms - 0.3536) < 0.03)
    await player.kill()
  }

  @Test func theTimesAreThoseOfTheMonotonicClock() async throws {
    let stream = try await ALSABackend(clock: clock).open(
      side, format: SoundFormat(sampleRate: 44_100, channelCount: 1))
    let recorder = SoundRecorder()
    let started = clock.now
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("two seconds") { $0.length > .seconds(2) }
    let ended = clock.now
    await stream.close()
    let count = recorder.now.sounds.count
    let first = try #require(record.sounds.first)
    let last = try #require(record.sounds.last)
    #expect(first.presentationTime > started - .milliseconds(200))
    #expect(last.presentationTime + last.duration < ended + .milliseconds(100))
    #expect(recorder.now.sounds.count == count, "nothing comes after close")
    for (before, after) in zip(record.sounds, record.sounds.dropFirst()) {
      #expect(after.presentationTime > before.presentationTime)
    }
  }

  @Test func anOverrunIsAHoleAndNotTheEnd() async throws {
    let stream = try await ALSABackend(clock: clock).open(side, format: SoundFormat())
    let recorder = SoundRecorder()
    let stuck = DispatchSemaphore(value: 0)
    let handler = recorder.handler
    try await stream.start { event in
      handler(event)
      if recorder.now.sounds.count == 10, case .sound = event {
        _ = stuck.wait(timeout: .now() + .milliseconds(1500))
      }
    }
    let record = try await recorder.wait("sound after the hole") {
      !$0.gaps.isEmpty && $0.sounds.count > 40
    }
    await stream.close()
    #expect(record.failure == nil)
    #expect(record.gaps.contains { $0 > .milliseconds(400) })
  }

  @Test func whoHasTheMicrophoneIsSaid() async throws {
    let backend = ALSABackend(clock: clock)
    let stream = try await backend.open(side, format: SoundFormat())
    let error = await #expect(throws: CaptureError.self) {
      try await backend.open(side, format: SoundFormat())
    }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("process \(getpid())") == true, "\(error?.message ?? "")")
    await stream.close()
    await (try await backend.open(side, format: SoundFormat())).close()
  }

  @Test func aCardThatGoesIsLostAndFoundAgainByTheEngine() async throws {
    let engine = MicrophoneEngine(backends: [ALSABackend(clock: clock)], clock: clock)
    let recorder = SoundRecorder()
    let listening = engine.feed.listen(recorder.listener)
    await engine.choose(.id(side))
    #expect(await engine.settled() == nil)
    for round in 1...2 {
      let unbind = try card("unbind")
      try await recorder.wait("the loss") { $0.lost.count == round }
      #expect(recorder.now.lost.last?.code == .unplugged)
      #expect(try await unbind.exitStatus() == 0)
      #expect(try await card("bind").exitStatus() == 0)
      try await recorder.wait("sound again") { $0.found.count == round + 1 }
    }
    await engine.choose(.none)
    await engine.stop()
    listening.cancel()
    // The module itself goes and comes too, once nobody has it.
    #expect(try await ChildProcess.run("/usr/sbin/rmmod", ["snd-aloop"]).status == 0)
    let backend = ALSABackend(clock: clock)
    let lists = backend.microphoneLists()
    _ = try await lists.first("no card") { $0.microphones.isEmpty }
    #expect(try await ChildProcess.run("/usr/sbin/modprobe", ["snd-aloop"]).status == 0)
    _ = try await lists.first("the card again") { $0.microphones.count == 2 }
    withExtendedLifetime(backend) {}
  }

  /// Takes the card from its driver, or gives it back.
  private func card(_ action: String) throws -> ChildProcess {
    try ChildProcess(
      "sh", ["-c", "echo snd_aloop.0 > /sys/bus/platform/drivers/snd_aloop/\(action)"])
  }
}

/// A tone as a WAV file of 16-bit stereo at 48 kHz.
struct Tone {
  var pitch: Double
  var amplitude: Double
  var seconds: Int

  func write(to path: String) throws {
    var data = Data()
    let count = seconds * 48_000
    func append<Value: FixedWidthInteger>(_ value: Value) {
      for index in 0..<Value.bitWidth / 8 {
        data.append(UInt8(truncatingIfNeeded: value >> (8 * Value(index))))
      }
    }
    data.append(contentsOf: "RIFF".utf8)
    append(UInt32(36 + count * 4))
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    for half in [UInt16(1), 2] { append(half) }
    for word in [UInt32(48_000), 192_000] { append(word) }
    for half in [UInt16(4), 16] { append(half) }
    data.append(contentsOf: "data".utf8)
    append(UInt32(count * 4))
    for index in 0..<count {
      let sample = Int16(32767 * amplitude * sin(2 * .pi * pitch * Double(index) / 48_000))
      append(sample)
      append(sample)
    }
    try data.write(to: URL(fileURLWithPath: path))
  }
}
