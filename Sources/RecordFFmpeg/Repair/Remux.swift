import CFFmpeg
import Glibc
import MediaTypes
import RecordCore

/// Makes an ordinary file of a movie: the packets as they are, in order, with a head that says where
/// each of them lies.
struct Remux {
  /// What was found in a movie.
  struct Contents: Hashable {
    /// Packets of each track.
    var packetCounts: [Int64]
    /// How long each track is.
    var durations: [MediaTime]
    /// The number of the track of pictures, and of that of sound.
    var picture: Int?
    var sound: Int?
    var soundRate = 0

    /// Packets of each track that has any: one without is not in an ordinary file.
    var filledTracks: [Int64] { packetCounts.filter { $0 > 0 } }

    var pictureCount: Int64 { picture.map { packetCounts[$0] } ?? 0 }

    var soundSampleCount: Int64 {
      sound.map { Int64((durations[$0].seconds * Double(soundRate)).rounded()) } ?? 0
    }

    fileprivate init(_ tracks: [TrackDescription]) {
      packetCounts = tracks.map { _ in 0 }
      durations = tracks.map { _ in .zero }
      let kinds = tracks.map { unsafe $0.parameters.pointer.pointee.codec_type }
      picture = kinds.firstIndex(of: AVMEDIA_TYPE_VIDEO)
      sound = kinds.firstIndex(of: AVMEDIA_TYPE_AUDIO)
      if let sound {
        soundRate = Int(unsafe tracks[sound].parameters.pointer.pointee.sample_rate)
      }
    }

    fileprivate mutating func count(_ packet: MediaPacket, _ track: Int, unit: AVRational) {
      packetCounts[track] += 1
      let end = unsafe packet.pointer.pointee.pts &+ packet.pointer.pointee.duration
      let seconds = Double(end) * Double(unit.num) / Double(max(1, unit.den))
      durations[track] = max(durations[track], MediaTime(seconds: seconds))
    }
  }

  let source: OpenFile
  /// How much of the source is read.
  let byteCount: Int64
  let container: MovieContainer
  /// Whether packets count that a player leaves out.
  var everything = false

  /// Reads the movie to its end, or to where it cannot be read further.
  ///
  /// - Parameter handle: gets each packet, with the number of its track.
  func read(
    tracks use: ([TrackDescription], [String: String]) throws(RecordError) -> Void = { _, _ in },
    _ handle: (MediaPacket, Int) throws(RecordError) -> Void = { _, _ in }
  ) throws(RecordError) -> Contents {
    let movie = try InputMovie(
      try FileInput(source, byteCount: byteCount), everything: everything)
    if container != .mp4 { movie.examine() }
    let tracks = try movie.tracks()
    try use(tracks, movie.tags)
    var contents = Contents(tracks)
    while let packet = try movie.next() {
      let track = Int(unsafe packet.pointer.pointee.stream_index)
      // Tracks may appear late in a hostile file, and a packet may be cut at the end.
      guard tracks.indices.contains(track), !packet.isDamaged else { continue }
      contents.count(packet, track, unit: tracks[track].timeBase)
      try handle(packet, track)
    }
    return contents
  }

  /// Writes the movie to another file, and that file to the disk.
  func write(to path: String) throws(RecordError) -> Contents {
    let file = try OpenFile(
      path, flags: O_RDWR | O_CREAT | O_TRUNC, what: "\(path) cannot be made")
    var muxer: MovieMuxer?
    let contents = try read { tracks, tags throws(RecordError) in
      muxer = try MovieMuxer(
        try FileOutput(file), container: container, tracks: tracks, tags: Self.kept(tags),
        options: container == .mp4 ? ["movflags": "faststart"] : [:], url: "file:\(path)")
    } _: { packet, track throws(RecordError) in
      try muxer?.write(packet, track: track)
    }
    guard contents.pictureCount > 0 else {
      throw RecordError(.damagedFile, "\(source.path) holds no picture that can be read.")
    }
    try muxer?.finish()
    try file.synchronize()
    return contents
  }

  /// What the file said of itself, without what its new head says anew.
  private static func kept(_ tags: [String: String]) -> [String: String] {
    var kept: [String: String] = [:]
    for (name, value) in tags {
      let name = name.lowercased()
      if ["creation_time", "encoder", "comment"].contains(name) { kept[name] = value }
    }
    kept["encoding_tool"] = kept["encoder"]
    return kept
  }
}

extension MediaPacket {
  /// Whether its bytes are not all there (`AV_PKT_FLAG_CORRUPT`), or it has no time.
  var isDamaged: Bool {
    unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
      || pointer.pointee.pts == .min || pointer.pointee.dts == .min
  }
}
