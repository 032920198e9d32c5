import Foundation
import MediaTypes
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("A camera's own H.264", .requires(Probe.programs))
struct H264PassingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writer(_ path: String, passes: Bool = true) throws -> any MovieWriter {
    var settings = TestMovie.settings(
      try #require(MovieContainer(fileName: path)), size: H264Film.size, sound: nil)
    settings.passesThrough = passes
    return try TestMovie.backend.create(path, settings: settings)
  }

  /// The pictures of a movie, from a time on.
  private func decoded(_ path: String, from seconds: Double = 0) async throws -> [[UInt8]] {
    let raw = folder.file("decoded.yuv")
    try await Probe.shell(
      "ffmpeg -v error -y -ss \(seconds) -i '\(path)' -fps_mode passthrough -f rawvideo "
        + "-pix_fmt yuv420p '\(raw)'")
    return try H264Film.pictures(raw)
  }

  /// The mean difference of brightness, in steps of 255.
  private func difference(_ left: [UInt8], _ right: [UInt8]) -> Double {
    let count = H264Film.size.area
    let sum = (0..<count).reduce(0) { $0 + abs(Int(left[$1]) - Int(right[$1])) }
    return Double(sum) / Double(count)
  }

  @Test("It goes into the file untouched, each picture in its time", arguments: ["mp4", "mkv"])
  func untouched(ending: String) async throws {
    let path = folder.file("a." + ending)
    let film = try await H264Film(in: folder)
    let writer = try writer(path)
    for index in 0..<60 { try writer.append(try film.frame(index), at: Int64(index)) }
    #expect(writer.facts.passedThroughCount == 60)
    #expect(writer.facts.encoder == "the camera's H.264")
    #expect(try writer.finish().frameCount == 60)
    let written = try await H264Film.units(ofMovie: path)
    #expect(written == film.units.flatMap { H264Film.units(annexB: $0) })
    let probe = try await Probe(path)
    #expect(probe.video?.codec_name == "h264")
    let times = probe.pictureTimes
    #expect(times.count == 60)
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 30) < 0.002) }
    #expect(abs(probe.duration - 2) < 0.04)
    let keys = (probe.answer.packets ?? []).map { $0.flags?.hasPrefix("K") == true }
    #expect(keys == (0..<60).map { $0 % 15 == 0 })
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
    #expect(try await decoded(path) == film.pictures)
  }

  /// What the movie shows: pictures of the film, or of another camera.
  private enum Shown { case film(Int), other }

  @Test(
    "Begun in the middle, lost pictures, another camera, a hold: no picture lacks what it builds on",
    arguments: ["mp4", "mkv"])
  func mixed(ending: String) async throws {
    let path = folder.file("a." + ending)
    let film = try await H264Film(in: folder)
    let other = try TestFrame.grey(PixelSize(width: 32, height: 32), level: 90)
    let writer = try writer(path)
    var shown: [Shown] = []
    // From 5, without 20 to 22; the other camera instead of 35 to 37; 48 is held for long.
    for number in 5..<20 { shown.append(.film(number)) }
    for number in 23..<35 { shown.append(.film(number)) }
    shown += [.other, .other, .other]
    for number in 38..<48 { shown.append(.film(number)) }
    shown += (0..<40).map { _ in .film(48) }
    for number in 49..<60 { shown.append(.film(number)) }
    let held = try film.frame(48)
    for (index, picture) in shown.enumerated() {
      let frame =
        switch picture {
        case .film(48): held
        case .film(let number): try film.frame(number)
        case .other: other
        }
      try writer.append(frame, at: Int64(index))
    }
    // 15 ... 19, 30 ... 34, 45 ... 48: from an IDR picture to what is missing.
    #expect(writer.facts.passedThroughCount == 14)
    #expect(writer.facts.encoder == "the camera's H.264 and libx264")
    _ = try writer.finish()
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
    let probe = try await Probe(path)
    #expect(abs(probe.duration - Double(shown.count) / 30) < 0.05)
    let pictures = try await decoded(path)
    #expect(pictures.count == probe.pictureTimes.count)
    for (time, picture) in zip(probe.pictureTimes, pictures) {
      guard case .film(let number) = shown[Int((time * 30).rounded())] else { continue }
      let off = difference(picture, film.pictures[number])
      #expect(off < 8, "\(off) at \(time)")
    }
    try await checkSeeking(path, film, shown)
  }

  /// A player may begin anywhere.
  private func checkSeeking(_ path: String, _ film: H264Film, _ shown: [Shown]) async throws {
    for index in [2, 12, 20, 33, 42, 70, 85] {
      let first = try #require(try await decoded(path, from: Double(index) / 30 - 0.005).first)
      guard case .film(let number) = shown[index] else { continue }
      let off = difference(first, film.pictures[number])
      #expect(off < 8, "\(off) at \(index)")
    }
    let (status, output) = try await ChildProcess.run(
      "sh",
      [
        "-c",
        "gst-launch-1.0 -q filesrc location='\(path)' ! decodebin ! video/x-raw ! fakesink 2>&1",
      ], limit: .seconds(60))
    #expect(status == 0 && !output.contains("ERROR"), "\(output)")
  }

  @Test("Another stream of the same camera goes on when its parameter sets are the file's")
  func reopened() async throws {
    let path = folder.file("a.mp4")
    let film = try await H264Film(in: folder)
    let again = EncodedPicture.Stream(
      format: .h264, parameterSets: H264Units(film.units[0]).parameterSets)
    let strange = EncodedPicture.Stream(
      format: .h264, parameterSets: [0, 0, 0, 1, 0x67, 1, 2, 3, 0x80, 0, 0, 0, 1, 0x68, 0x80])
    let writer = try writer(path)
    for index in 0..<10 { try writer.append(try film.frame(index), at: Int64(index)) }
    for index in 15..<25 {
      try writer.append(try film.frame(index, stream: again), at: Int64(index))
    }
    #expect(writer.facts.passedThroughCount == 20)
    for index in 30..<40 {
      try writer.append(try film.frame(index, stream: strange), at: Int64(index))
    }
    #expect(writer.facts.passedThroughCount == 20)
    #expect(try writer.finish().frameCount == 30)
    let refusals = await Probe.refusals(of: path)
    #expect(refusals.isEmpty, "\(refusals)")
  }

  @Test("The quality of what is encoded goes down within the file")
  func steps() async throws {
    let path = folder.file("a.mp4")
    let film = try await H264Film(in: folder)
    let writer = try writer(path)
    for index in 0..<60 {
      // Every fourth is lost, so that nearly all are encoded.
      if index % 4 == 3 { continue }
      try writer.append(try film.frame(index), at: Int64(index))
      if index % 20 == 0 { #expect(writer.lowerQuality()) }
    }
    #expect(try writer.finish().frameCount == 45)
    let pictures = try await decoded(path)
    #expect(pictures.count == 45)
    for (picture, number) in zip(pictures, (0..<60).filter { $0 % 4 != 3 }) {
      #expect(difference(picture, film.pictures[number]) < 12)
    }
  }

  @Test("It is encoded where nobody has asked to keep it, or the canvas is another")
  func encoded() async throws {
    let film = try await H264Film(in: folder, count: 6)
    let plain = try writer(folder.file("a.mp4"), passes: false)
    for index in 0..<6 { try plain.append(try film.frame(index), at: Int64(index)) }
    #expect(plain.facts.passedThroughCount == 0)
    _ = try plain.finish()
    var settings = TestMovie.settings(size: PixelSize(width: 96, height: 64), sound: nil)
    settings.passesThrough = true
    let other = try TestMovie.backend.create(folder.file("b.mp4"), settings: settings)
    for index in 0..<6 { try other.append(try film.frame(index), at: Int64(index)) }
    #expect(other.facts.passedThroughCount == 0)
    #expect(try other.finish().frameCount == 6)
  }
}
