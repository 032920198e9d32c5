import CPipeWire
import CaptureCore
import MediaTypes
import SeededRandom
import Testing

@testable import CapturePipeWire

/// What PipeWire and its clients say of sound, as values: all of it is other programs' word.
struct PipeWireValueTests {
  @Test(
    arguments: [
      (0, 4096, 4096, 2, 0, 4096), (8192, 4096, 8192, 2, 0, 4096),
      (4096, 4096, 8192, 2, 4096, 4096),
      (0, 4100, 8192, 2, 0, 4096), (0, 0, 8192, 2, 0, 0), (0, 4092, 4096, 3, 0, 4092),
    ] as [(UInt32, UInt32, Int, Int, Int, Int)])
  func soundThatFitsItsBufferIsTaken(
    offset: UInt32, size: UInt32, capacity: Int, channels: Int, start: Int, length: Int
  ) throws {
    let chunk = try #require(
      SoundChunk(offset: offset, size: size, capacity: capacity, channelCount: channels))
    #expect(chunk.offset == start && chunk.size == length)
  }

  @Test(
    arguments: [
      (0, 4097, 4096, 2), (4, 4096, 4096, 2), (0, .max, 4096, 2), (.max, .max, 4096, 2),
      (1, 8, 4096, 2), (0, 0, 0, 2), (0, 8, -1, 2), (0, 8, 4096, 0), (0, .max, .max, 1),
    ] as [(UInt32, UInt32, Int, Int)])
  func sizesBeyondTheBufferAndNonsenseAreRefused(
    offset: UInt32, size: UInt32, capacity: Int, channels: Int
  ) {
    #expect(
      SoundChunk(offset: offset, size: size, capacity: capacity, channelCount: channels) == nil)
  }

  @Test func timesComeFromTheCycleWithTheDelayTakenOff() throws {
    var time = pw_time()
    #expect(StreamCycle(time) == nil, "before the first cycle there is none")
    time.now = 10_000_000_000
    time.rate = spa_fraction(num: 1, denom: 48_000)
    time.delay = 480
    let cycle = try #require(StreamCycle(time))
    #expect(cycle.start(of: 960, format: SoundFormat()) == .milliseconds(9970))
    time.delay = .max
    #expect(try #require(StreamCycle(time)).delay == .zero, "such a delay is none")
    time.delay = -48_000
    #expect(try #require(StreamCycle(time)).delay == .zero)
    time.buffered = .max
    #expect(
      try #require(StreamCycle(time)).start(of: 0, format: SoundFormat()) == .seconds(10))
    time.rate = spa_fraction()
    #expect(
      try #require(StreamCycle(time)).now == .seconds(10), "a camera that drives the graph has none"
    )
  }

  @Test(
    arguments: [
      (#"{ "name": "alsa_input.usb-1" }"#, "alsa_input.usb-1"), (#"{"name":"mic"}"#, "mic"),
      (#"{ "name": "" }"#, nil), ("", nil), ("{", nil), (#"{"name":3}"#, nil),
      (#"{"name":"a\"b"}"#, nil), (#"{"other":"x"}"#, nil), (#"{"name""#, nil),
      (String(repeating: "x", count: 5000), nil),
    ] as [(String, String?)])
  func theDefaultSourceIsReadFromItsMetadata(json: String, name: String?) {
    #expect(MicrophoneNode.name(inMetadata: json) == name)
  }

  private func node(
    _ id: UInt32, _ properties: [String: String]
  ) -> (id: UInt32, serial: String, properties: MicrophoneProperties) {
    (id, "\(id)", MicrophoneProperties(properties))
  }

  @Test func sourcesAndMonitorsAreListedOnceEachWithStableNames() {
    let list = MicrophoneNode.list(
      [
        node(9, ["media.class": "Audio/Source", "node.name": "mic"]),
        node(7, ["media.class": "Audio/Source", "node.name": "mic", "node.description": "Mic"]),
        node(8, ["media.class": "Audio/Sink", "node.name": "speaker"]),
        node(
          3,
          [
            "media.class": "Audio/Source/Virtual", "node.name": "naïve \u{1b}[31m",
            "audio.rate": "0", "audio.channels": "1000",
          ]),
      ], defaultName: "mic")
    #expect(list.map(\.node) == [7, 9, 3, 8])
    #expect(list.map(\.device.id.rawValue).prefix(2) == ["mic", "mic#2"])
    #expect(list.map(\.device.isDefault) == [true, false, false, false])
    #expect(list[3].device.id.rawValue == "speaker.monitor" && list[3].device.isMonitor)
    #expect(list[3].device.name == "Monitor of speaker")
    #expect(list[2].device.format == nil)
    for device in list.map(\.device) {
      let text = device.id.rawValue + device.name
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
    }
  }

  @Test func aThousandNodesThatSayTheSameHaveAThousandNames() {
    let nodes = (0..<1000).map { node($0, ["media.class": "Audio/Source", "node.name": "mic"]) }
    var random = SeededNumbers(seed: 15)
    let list = MicrophoneNode.list(nodes.shuffled(using: &random), defaultName: "mic")
    #expect(Set(list.map(\.device.id)).count == 1000)
    #expect(list.count { $0.device.isDefault } == 1)
  }

  @Test func whatBothSidesAgreedOnIsFloatsInASoundFormatOrNothing() throws {
    let offer = try #require(SoundOffer.parameters(for: SoundFormat()).first)
    #expect(SoundOffer.agreed(offer) == SoundFormat())
    let read = try #require(PodObject(offer.bytes))
    #expect(SoundOffer.agreed(read) == SoundFormat(), "as PipeWire would send it")
    for (key, value) in [
      (SPA_FORMAT_AUDIO_rate.rawValue, PodValue.int(0)), (SPA_FORMAT_AUDIO_rate.rawValue, .other),
      (SPA_FORMAT_AUDIO_channels.rawValue, .int(1000)),
      (SPA_FORMAT_AUDIO_channels.rawValue, .int(-1)),
      (SPA_FORMAT_AUDIO_format.rawValue, .int(3)),
    ] {
      var answer = offer
      answer.properties[key] = PodChoice(value)
      #expect(SoundOffer.agreed(answer) == nil)
    }
  }
}
