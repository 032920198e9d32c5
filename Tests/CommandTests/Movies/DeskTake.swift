import Foundation
import TestSupport
import Testing

/// `viewfinder record` with a camera and a microphone of a real PipeWire.
struct DeskTake: Sendable {
  let server: PipeWireServer
  let camera: GStreamerCamera
  let microphone: ToneMicrophone
  private let viewfinder: Viewfinder
  private let child: ChildProcess

  /// Begins a recording, and waits until picture and sound go into it.
  init() async throws {
    server = try await PipeWireServer.started()
    camera = try await GStreamerCamera.plugged(.init(name: "desk"), into: server)
    microphone = try ToneMicrophone("mic", on: server)
    try await microphone.plug()
    viewfinder = try Viewfinder(environment: server.environment)
    child = try viewfinder.start([
      "record", "a.mp4", "--backend", "pipewire", "--size", "640x360", "--json",
    ])
    try await shows(alive: true)
    try await sounds(true)
  }

  /// Waits until the newest pictures in the file change, as those of the camera always do, or stand still.
  func shows(alive: Bool) async throws {
    try await poll("pictures that \(alive ? "move" : "stand still")") { [self] in
      // Of a picture like the one before there is next to nothing to write.
      let sizes = try? await newestSizes()
      return sizes.map { !$0.isEmpty && $0.allSatisfy { ($0 > 200) == alive } } == true ? () : nil
    }
  }

  /// Waits until there is a tone at the end of the file, or silence.
  func sounds(_ loud: Bool) async throws {
    try await poll(loud ? "a tone" : "silence") { [self] in
      let end = (try? await part.sound())?.suffix(9600) ?? []
      let isLoud = end.contains { $0.magnitude > 0.1 }
      return end.count == 9600 && isLoud == loud ? () : nil
    }
  }

  private var part: MovieFile { get async throws { try await MovieFile(path("a.mp4.part")) } }

  private func path(_ name: String) -> String { viewfinder.folder.file(name) }

  /// The bytes of the last ten pictures that a player cannot begin with.
  private func newestSizes() async throws -> [Int] {
    guard child.isRunning else { throw TestSupportError(viewfinder.text("err")) }
    let (_, output) = try await ChildProcess.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=size,flags", "-of",
        "csv=p=0", path("a.mp4.part"),
      ])
    let packets = output.split(separator: "\n").filter { !$0.contains("K") }
    return packets.suffix(10).compactMap { Int($0.split(separator: ",")[0]) }
  }

  /// What was lost in a recording, and what it has become.
  struct Ending {
    let kinds: Set<String>
    let movie: MovieFile
    let sound: [Float]
  }

  /// Ends it as Ctrl-C does; nothing is missing then.
  func end() async throws -> Ending {
    child.send(SIGINT)
    #expect(try await child.exitStatus() == 130)
    let root = try #require(
      try JSONSerialization.jsonObject(with: viewfinder.data("out")) as? [String: Any],
      "\(viewfinder.text("err"))")
    #expect(root["problem"] is NSNull)
    let interruptions = try #require(root["interruptions"] as? [[String: Any]])
    #expect(interruptions.allSatisfy { $0["back"] is Double }, "\(interruptions)")
    let movie = try await MovieFile(path("a.mp4"))
    try await expectSteady(movie)
    return Ending(
      kinds: Set(interruptions.compactMap { $0["kind"] as? String }), movie: movie,
      sound: try await movie.sound())
  }

  /// Each picture has its place, and sound and pictures are of one length.
  private func expectSteady(_ movie: MovieFile) async throws {
    #expect(movie.streams.map(\.kind).sorted() == ["audio", "video"])
    let times = try await movie.pictureTimes()
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 * 30 - ($0 * 30).rounded()) < 0.015 }, "\(steps.max() ?? 0)")
    let seconds = Double(try await movie.sound().count) / 48_000
    #expect(abs(seconds - movie.duration) < 0.06, "\(seconds) s of sound in \(movie.duration) s")
  }
}

extension DeskTake.Ending {
  /// Stretches of tone and of silence, in tenths of a second and their order.
  var stretches: [(isLoud: Bool, length: Int)] {
    stride(from: 0, to: sound.count - 4800, by: 4800).reduce(into: []) { stretches, start in
      let isLoud = sound[start..<start + 4800].contains { $0.magnitude > 0.1 }
      if stretches.last?.isLoud == isLoud {
        stretches[stretches.count - 1].length += 1
      } else {
        stretches.append((isLoud, 1))
      }
    }
  }
}
