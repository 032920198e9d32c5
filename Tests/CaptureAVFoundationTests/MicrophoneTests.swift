@_spi(Stage) import AVFoundation
import CaptureCore
import CoreMedia
import Foundation
import MediaTypes
import Synchronization
import Testing

@testable import CaptureAVFoundation

extension OnStage {
  @Suite("Microphones", .timeLimit(.minutes(1)))
  struct Microphones {
    init() {
      Telephone.unpack()
      var facts = DeviceFacts("mic", formats: [])
      (facts.media, facts.type) = (.audio, .microphone)
      Telephone.stage.plug(facts)
    }

    @Test("Sound comes in the microphone's own format, in a session of its own")
    func sound() async throws {
      let microphones = AVFoundationMicrophones(clock: HostClock())
      var lists = microphones.microphoneLists().makeAsyncIterator()
      let device = try #require(await lists.next()?.microphones.first)
      #expect(device.isDefault && device.id == MicrophoneID("apple-mic"))
      let stream = try await microphones.open(device.id, format: SoundFormat())
      #expect(stream.format == SoundFormat(sampleRate: 48_000, channelCount: 1))
      let (sounds, continuation) = AsyncStream.makeStream(of: AudioBuffer.self)
      try await stream.start { if case .sound(let buffer) = $0 { continuation.yield(buffer) } }
      var iterator = sounds.makeAsyncIterator()
      let first = try #require(await iterator.next())
      #expect(first.samples.prefix(2) == [0.5, -0.5])
      let second = try #require(await iterator.next())
      #expect(second.presentationTime > first.presentationTime)
      await stream.close()
      #expect(!Telephone.stage.isAnyRunning)
      #expect(Telephone.stage.misuses == [])
    }

    @Test("A flip does not touch the microphone's session")
    func flip() async throws {
      let microphones = AVFoundationMicrophones(clock: HostClock())
      let stream = try await microphones.open(MicrophoneID("apple-mic"), format: SoundFormat())
      let before = Telephone.stage.journal
      #expect(before == ["begin", "+mic", "commit", "start"])
      let backend = Telephone.backend()
      for camera in [Telephone.back, Telephone.front] {
        let picture = try await backend.open(camera, format: Telephone.format)
        try await picture.start { _ in }
        await picture.close()
      }
      #expect(!Telephone.stage.journal.contains("-mic"))
      await stream.close()
    }

    @Test("Unplugging ends the stream and leaves the list")
    func unplug() async throws {
      let microphones = AVFoundationMicrophones(clock: HostClock())
      let stream = try await microphones.open(MicrophoneID("apple-mic"), format: SoundFormat())
      let (ends, continuation) = AsyncStream.makeStream(of: CaptureError.self)
      try await stream.start { if case .failed(let error) = $0 { continuation.yield(error) } }
      Telephone.stage.unplug("mic")
      var iterator = ends.makeAsyncIterator()
      #expect(await iterator.next()?.code == .unplugged)
      await stream.close()
      var lists = microphones.microphoneLists().makeAsyncIterator()
      #expect(await lists.next()?.microphones.isEmpty == true)
    }

    @Test("Refused permission says where to give it")
    func denied() async throws {
      Telephone.stage.authorization = .denied
      do {
        _ = try await AVFoundationMicrophones(clock: HostClock())
          .open(MicrophoneID("apple-mic"), format: SoundFormat())
        Issue.record("it opened")
      } catch {
        #expect(error.code == .notPermitted && error.remedy.contains("Microphone"))
      }
    }
  }
}
