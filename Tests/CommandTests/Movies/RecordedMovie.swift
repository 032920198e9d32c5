import CaptureVirtual
import Foundation
import MediaTypes
import TestSupport
import Testing

/// What the pictures and the sound of a movie of the virtual cameras say about themselves.
struct RecordedMovie {
  /// Large enough for the codes of a picture that was scaled and compressed.
  static let size = PixelSize(width: 640, height: 360)

  let file: MovieFile
  /// The code of each picture; nil where none can be read.
  private(set) var codes: [FrameCode.Reading?] = []
  /// When flashes begin, in seconds.
  private(set) var flashes: [Double] = []
  /// When beeps begin, in seconds.
  private(set) var beeps: [Double] = []
  /// Where the sound has holes.
  private(set) var holes: [BeepFinder.Hole] = []

  init(_ path: String) async throws {
    file = try await MovieFile(path)
    let times = try await file.pictureTimes()
    var finder = FlashFinder()
    var codes: [FrameCode.Reading?] = []
    try await file.pictures(size: Self.size) { index, luma in
      codes.append(FrameCode.read(luma: luma, size: Self.size))
      guard index < times.count else { return }
      if let level = FlashFinder.level(luma: luma, size: Self.size) {
        finder.add(level: level, at: MediaTime(seconds: times[index]))
      }
    }
    self.codes = codes
    flashes = finder.flashes.map(\.seconds)
    guard file.streams.contains(where: { $0.kind == "audio" }) else { return }
    var sound = try #require(BeepFinder(SoundFormat(sampleRate: 48_000, channelCount: 1)))
    sound.add(try await file.sound())
    (beeps, holes) = (sound.beeps.map(\.start), sound.holes)
  }

  /// One video and one audio stream, the wished number of pictures, each step and the whole as long as
  /// it should be.
  func expectShape(seconds: Double, rate: Double = 30, tolerance: Int = 2) async throws {
    #expect(file.streams.map(\.kind).sorted() == ["audio", "video"])
    let times = try await file.pictureTimes()
    #expect(abs(times.count - Int(seconds * rate)) <= tolerance, "\(times.count) pictures")
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - 1 / rate) <= 0.0005 }, "\(steps.max() ?? 0)")
    #expect(abs(file.duration - seconds) <= 0.04, "\(file.duration) s")
  }

  /// Each flash has its beep, never further apart than 20 ms, and there is no hole in the sound.
  func expectSync(seconds: Int, leavingOut gaps: [ClosedRange<Double>] = []) {
    #expect(beeps.count >= seconds - 1, "\(beeps.count) beeps")
    #expect(holes.isEmpty, "\(holes)")
    // A beep that is cut off by the movie's end is none.
    let heard = flashes.filter { $0 < file.duration - 0.1 }
    let pairs = heard.filter { flash in !gaps.contains { $0.contains(flash) } }.map { flash in
      (flash, beeps.map { $0 - flash }.min { abs($0) < abs($1) } ?? .infinity)
    }
    #expect(pairs.count >= seconds - 1 - 2 * gaps.count, "\(flashes)")
    for (flash, distance) in pairs {
      #expect(abs(distance) <= 0.020, "at \(flash) s: \(distance * 1000) ms")
    }
  }

  /// The right camera at the right time, its pictures in order, and none twice outside the gaps.
  ///
  /// - Parameters:
  ///   - flips: when, in seconds; the back camera comes first.
  ///   - gap: how long a flip may hold the last picture, in seconds.
  func expectOrder(flips: [Double], gap: Double, rate: Double = 30) {
    var last: (camera: Bool, sequence: UInt32)?
    for (index, reading) in codes.enumerated() {
      let time = (Double(index) + 0.5) / rate
      let isInGap = flips.contains { time > $0 - 1 / rate && time < $0 + gap }
      guard let code = reading?.code else {
        #expect(isInGap, "no code at \(time) s")
        continue
      }
      let isBack = code.isFrom(VirtualCamera.back.id)
      #expect(isBack || code.isFrom(VirtualCamera.front.id))
      let flipsBefore = flips.count { $0 <= time }
      #expect(isInGap || isBack == (flipsBefore % 2 == 0), "the other camera at \(time) s")
      if let last, last.camera == isBack {
        let isRight = isInGap ? code.sequence >= last.sequence : code.sequence > last.sequence
        #expect(isRight, "\(code.sequence) after \(last.sequence) at \(time) s")
      }
      last = (isBack, UInt32(code.sequence))
    }
  }
}
