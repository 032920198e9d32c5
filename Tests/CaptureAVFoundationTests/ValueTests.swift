@_spi(Stage) import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
@_spi(Stage) import CoreVideo
import Foundation
import MediaTypes
import Testing

@testable import CaptureAVFoundation

@Suite("What AVFoundation's back end decides")
struct ValueTests {
  typealias Machine = VideoSessionMachine
  private let a = CameraID("a")
  private let b = CameraID("b")
  private func ticket(_ number: UInt64) -> Machine.Ticket { .init(rawValue: number) }

  @Test(
    "Any order of events ends in an empty session once all is closed and time has passed",
    arguments: [false, true])
  func everyOrderEnds(several: Bool) throws {
    let gone = CaptureError(.deviceFailed, "")
    let events: [Machine.Event] = [
      .open(ticket(1), a), .open(ticket(2), b), .start(ticket(1)), .start(ticket(2)),
      .close(ticket(1)), .unplugged(a), .interrupted(gone), .interruptionEnded, .runtimeError(gone),
      .timePassed,
    ]
    var machines: Set<Machine> = [Machine(holdsSeveral: several)]
    var open = machines
    while !open.isEmpty {
      let next = Set(
        open.flatMap { machine in
          events.map { event in
            var machine = machine
            _ = machine.handle(event)
            return machine
          }
        }
      ).subtracting(machines)
      machines.formUnion(next)
      open = next
      try #require(machines.count < 20_000, "the states do not end")
    }
    for var machine in machines {
      for event: Machine.Event in [
        .interruptionEnded, .close(ticket(1)), .close(ticket(1)), .close(ticket(2)),
        .close(ticket(2)), .close(ticket(1)), .timePassed,
      ] {
        _ = machine.handle(event)
      }
      // Two streams of one ticket do not happen; they are cut short here by an error.
      if machine.phase != .empty { _ = machine.handle(.runtimeError(gone)) }
      if machine.phase != .empty { _ = machine.handle(.runtimeError(gone)) }
      #expect([.empty, .configured].contains(machine.phase))
    }
  }

  @Test("A camera of one's own is not opened twice, and a second one only where several run")
  func refusals() {
    var one = Machine(holdsSeveral: false)
    _ = one.handle(.open(ticket(1), a))
    for camera in [a, b] {
      guard case .refuse(let error)? = one.handle(.open(ticket(2), camera)).first else {
        Issue.record("\(camera) was not refused")
        continue
      }
      #expect(error.code == .busy)
    }
    var several = Machine(holdsSeveral: true)
    _ = several.handle(.open(ticket(1), a))
    #expect(several.handle(.open(ticket(2), b)) == [.configure(remove: [], add: b)])
  }

  @Test(
    "The device's angle is the nearest quarter turn",
    arguments: [
      (0.0, Rotation.none), (90, .clockwise90), (180, .half), (270, .clockwise270),
      (-90, .clockwise270),
      (44, .none), (46, .clockwise90), (720, .none), (.nan, .none), (.infinity, .none),
    ])
  func angles(degrees: Double, rotation: Rotation) {
    #expect(RotationWatch.rotation(degrees: degrees) == rotation)
  }

  @Test("Modes become the usual rates and the highest, and lead back to themselves")
  func modes() {
    let modes = [
      ModeFacts(
        size: PixelSize(width: 640, height: 480),
        subtype: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, rates: [2...30],
        isMultiCam: false),
      ModeFacts(
        size: PixelSize(width: 640, height: 480),
        subtype: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, rates: [3...46.5],
        isMultiCam: true),
    ]
    let formats = ModeList.formats(modes, isShared: false)
    #expect(formats.compactMap(\.rate?.framesPerSecond) == [24, 25, 30, 46.5])
    for format in formats {
      #expect(ModeList.index(of: format, in: modes, isShared: false) != nil)
    }
    #expect(ModeList.index(of: formats[0], in: modes, isShared: true) == 1)
  }

  @Test("Pressure never raises a rate")
  func pressure() {
    for level in [PressureLevel.nominal, .fair, .serious, .critical, .shutdown] {
      for rate in [10, 24, 30, 60].compactMap({ FrameRate($0) }) {
        #expect(level.rate(below: rate).map { $0 <= rate } == true)
      }
    }
    #expect(PressureLevel.serious.rate(below: .fps30) == FrameRate(20))
  }

  @Test("Sound of each kind becomes floats; what is none is refused")
  func sound() throws {
    func description(
      _ flags: AudioFormatFlags, bits: UInt32, channels: UInt32 = 1
    ) -> AudioStreamBasicDescription {
      AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
        mBytesPerPacket: 0, mFramesPerPacket: 1, mBytesPerFrame: 0, mChannelsPerFrame: channels,
        mBitsPerChannel: bits, mReserved: 0)
    }
    let int16 = try #require(PCMSamples(description(12, bits: 16, channels: 2)))
    #expect(int16.floats(in: Data([0, 64, 0, 192, 7])) == [0.5, -0.5])
    let float = try #require(PCMSamples(description(kAudioFormatFlagIsFloat, bits: 32)))
    #expect(float.floats(in: Data([0, 0, 0x80, 0x3e])) == [0.25])
    #expect(PCMSamples(description(kAudioFormatFlagIsBigEndian, bits: 16)) == nil)
    #expect(PCMSamples(description(kAudioFormatFlagIsNonInterleaved, bits: 16, channels: 2)) == nil)
    #expect(PCMSamples(description(0, bits: 24)) == nil)
  }

  @Test(
    "A picture of each format is lent as it lies, and read within its bounds",
    arguments: [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8,
    ])
  func lending(type: OSType) throws {
    let picture = try #require(CVPixelBuffer(width: 33, height: 17, format: type))
    picture.fill { UInt8(truncatingIfNeeded: $0) }
    var lent = FrameBuffer.lending(picture)
    let memory = try #require(lent)
    let kind = try #require(PixelKind(type))
    try VideoFrame.check(
      format: kind.format, size: PixelSize(width: 33, height: 17), planes: memory.planes,
      byteCount: memory.buffer.byteCount)
    #expect(
      memory.buffer.withBytes { unsafe $0.unsafeLoad(fromByteOffset: 65, as: UInt8.self) } == 65)
    lent = nil
  }
}
