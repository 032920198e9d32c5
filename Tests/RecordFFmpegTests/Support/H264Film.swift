import Foundation
import MediaTypes
import TestSupport

/// A camera that sends H.264: access units of x264, and what they decode to.
struct H264Film {
  static let size = PixelSize(width: 64, height: 48)

  let units: [[UInt8]]
  let pictures: [[UInt8]]
  private let stream: EncodedPicture.Stream

  /// - Parameters:
  ///   - interval: pictures from one IDR to the next.
  ///   - options: more of the encoder's, such as `-profile:v baseline`.
  init(
    in folder: TemporaryFolder, count: Int = 60, interval: Int = 15, source: String = "testsrc2",
    _ options: String = "-profile:v main"
  ) async throws {
    let (film, raw) = (folder.file("film.h264"), folder.file("film.yuv"))
    try await Probe.shell(
      "ffmpeg -v error -y -f lavfi -i \(source)=s=\(Self.size):r=30 -frames:v \(count) "
        + "-pix_fmt yuv420p -c:v libx264 -preset ultrafast -tune zerolatency -g \(interval) "
        + "\(options) -x264-params aud=1 '\(film)' && "
        + "ffmpeg -v error -y -i '\(film)' -f rawvideo -pix_fmt yuv420p '\(raw)'")
    units = Self.split([UInt8](try Data(contentsOf: URL(filePath: film))))
    pictures = try Self.pictures(raw)
    stream = EncodedPicture.Stream(
      format: .h264, parameterSets: H264Units(units[0]).parameterSets)
  }

  /// Each begins with an access unit delimiter, the type 9.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    let code: [UInt8] = [0, 0, 0, 1, 9]
    let starts = (0..<bytes.count - 5).filter { Array(bytes[$0..<$0 + 5]) == code }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  /// The pictures of a file of raw I420.
  static func pictures(_ path: String) throws -> [[UInt8]] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let length = size.area * 3 / 2
    return stride(from: 0, to: bytes.count - length + 1, by: length).map {
      Array(bytes[$0..<$0 + length])
    }
  }

  /// A frame as a network camera's back end makes it.
  func frame(_ number: Int, stream other: EncodedPicture.Stream? = nil) throws -> VideoFrame {
    let stream = other ?? self.stream
    let unit = try TestFrame.make(units[number], .h264, Self.size)
    let encoded = EncodedPicture(
      stream: stream, number: UInt64(number), isStart: H264Units(units[number]).isStart
    ) { unit.buffer }
    return try TestFrame.make(
      pictures[number], .i420, Self.size, sequence: UInt64(number), native: encoded)
  }

  /// The units within bytes of annex B, without start codes.
  static func units(annexB bytes: [UInt8]) -> [[UInt8]] {
    var starts = (0..<max(0, bytes.count - 2)).filter {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1
    }
    starts.append(bytes.count)
    return zip(starts, starts.dropFirst()).map { start, end in
      var unit = bytes[start + 3..<end]
      while unit.last == 0 { unit.removeLast() }
      return Array(unit)
    }
  }

  /// The units of a movie's pictures, each of which has its length in front.
  static func units(ofMovie path: String) async throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    try await Probe.shell(
      "ffmpeg -v error -i '\(path)' -map 0:v -c copy -f data '\(folder.file("units"))'")
    var rest = [UInt8](try Data(contentsOf: URL(filePath: folder.file("units"))))[...]
    var units: [[UInt8]] = []
    while rest.count > 4 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      units.append(Array(rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    return units
  }
}
