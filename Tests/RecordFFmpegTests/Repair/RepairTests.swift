import Foundation
import RecordCore
import RecordFFmpeg
import SeededRandom
import TestSupport
import Testing

@testable import RecordFFmpeg

@Suite(
  "Repair keeps what can be read, and never loses a byte of what cannot", .requires(Probe.programs))
struct RepairTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records, and lets go without an end, as a crash does.
  private func abandon(_ name: String, count: Int64 = 75) throws -> String {
    let container = try #require(MovieContainer(fileName: name))
    let settings = TestMovie.settings(container)
    do {
      let writer = try TestMovie.backend.create(folder.file(name), settings: settings)
      try TestMovie.feed(writer, settings, 0..<count)
    }
    OpenFile.settle()
    return folder.file(name + ".part")
  }

  private func cut(_ path: String, to byteCount: Int) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.truncate(atOffset: UInt64(byteCount))
    try file.close()
  }

  private func size(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test("A part becomes an ordinary movie with its tags", arguments: ["a.mp4", "a.mkv", "a.webm"])
  func part(name: String) async throws {
    let part = try abandon(name)
    let summary = try MovieRepair.repair(part)
    #expect(summary.frameCount >= 60)
    let probe = try await Probe(folder.file(name))
    #expect(probe.pictureTimes.count == Int(summary.frameCount))
    #expect(probe.answer.format.tags?["creation_time"]?.hasPrefix("2023-11-14T22:13:20") == true)
    #expect(!FileManager.default.fileExists(atPath: part))
    #expect(throws: RecordError.self) { try MovieRepair.repair(folder.file(name)) }
  }

  @Test("Cut anywhere: a playable movie, or a reason and the file as it was")
  func cutAnywhere() throws {
    let part = try abandon("a.mp4")
    let whole = try Data(contentsOf: URL(filePath: part))
    var random = SeededNumbers(seed: 12)
    for number in 0..<40 {
      let length = number * whole.count / 40 + Int.random(in: 0..<whole.count / 40, using: &random)
      try whole.prefix(length).write(to: URL(filePath: part))
      do {
        let summary = try MovieRepair.repair(part)
        #expect(summary.frameCount > 0)
        try FileManager.default.removeItem(atPath: summary.path)
      } catch let error as RecordError {
        #expect(error.code == .damagedFile)
        #expect(try size(part) == length)
        #expect(length < 4096, "\(length) of \(whole.count): \(error)")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.contains { $0.hasSuffix(".fin") })
  }

  @Test("Cut within the first fragment, also before its sound: the pictures there are kept")
  func cutInFirstFragment() throws {
    let part = try abandon("a.mp4", count: 30)
    let whole = try Data(contentsOf: URL(filePath: part))
    let head = Data("moof".utf8)
    let first = try #require(whole.range(of: head))
    let second = try #require(whole.range(of: head, in: first.upperBound..<whole.count))
    var kept: Int64 = 0
    for length in stride(from: first.lowerBound, to: second.lowerBound, by: 24) {
      try whole.prefix(length).write(to: URL(filePath: part))
      do {
        let summary = try MovieRepair.repair(part)
        // What a shorter piece had is in a longer one.
        #expect(summary.frameCount >= max(kept, 1), "\(length)")
        kept = summary.frameCount
        try FileManager.default.removeItem(atPath: summary.path)
      } catch let error as RecordError {
        #expect(kept == 0 && error.code == .damagedFile, "\(length): \(error)")
        #expect(try size(part) == length)
      }
    }
    #expect(kept > 0)
  }

  @Test("Bytes that are not the movie's: no crash, and the file stays when nothing comes of it")
  func hostile() throws {
    let part = try abandon("a.mp4", count: 40)
    let whole = try Data(contentsOf: URL(filePath: part))
    var random = SeededNumbers(seed: 13)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try bytes.write(to: URL(filePath: part))
      if let summary = try? MovieRepair.repair(part) {
        try FileManager.default.removeItem(atPath: summary.path)
      } else {
        #expect(try Data(contentsOf: URL(filePath: part)) == bytes)
      }
    }
  }

  @Test("A pipe is no file, and nobody waits for somebody who writes to it")
  func pipe() throws {
    let path = folder.file("pipe.mp4.part")
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    #expect { try MovieRepair.repair(path) } throws: { ($0 as? RecordError)?.code == .damagedFile }
  }

  @Test("Empty, foreign, missing and whole files", arguments: ["", "just a text, no movie at all"])
  func foreign(text: String) throws {
    try folder.write(text, to: "a.mp4.part")
    let path = folder.file("a.mp4.part")
    #expect { try MovieRepair.repair(path) } throws: { ($0 as? RecordError)?.code == .damagedFile }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect { try MovieRepair.repair(folder.file("none.mp4")) } throws: {
      ($0 as? RecordError)?.code == .damagedFile
    }
    #expect { try MovieRepair.repair(folder.path) } throws: {
      ($0 as? RecordError)?.code == .damagedFile
    }
    let whole = folder.file("whole.mp4")
    _ = try TestMovie.write(whole, TestMovie.settings(), count: 3)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    #expect { try MovieRepair.repair(whole) } throws: {
      ($0 as? RecordError)?.code == .invalidRequest
    }
    #expect(try Data(contentsOf: URL(filePath: whole)) == bytes)
  }

  @Test("A part that is whole gets its name", arguments: ["a.mp4", "a.mkv"])
  func wholePart(name: String) throws {
    let container = try #require(MovieContainer(fileName: name))
    let path = folder.file(name)
    _ = try TestMovie.write(path, TestMovie.settings(container), count: 3)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".part")
    let summary = try MovieRepair.repair(path + ".part")
    #expect(summary.path == path && summary.frameCount == 3 && summary.note.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test("A movie of the name is not replaced by what was left over")
  func targetExists() throws {
    let part = try abandon("a.mp4")
    try folder.write("precious", to: "a.mp4")
    let summary = try MovieRepair.repair(part)
    #expect(summary.path == folder.file("a-2.mp4"))
    #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "precious")
  }

  @Test("A damaged file under its own name is replaced by its repaired self")
  func ownName() async throws {
    let part = try abandon("a.mp4")
    let movie = folder.file("b.mp4")
    try FileManager.default.moveItem(atPath: part, toPath: movie)
    try cut(movie, to: try size(movie) - 100)
    let summary = try MovieRepair.repair(movie)
    #expect(summary.path == movie)
    #expect(try await Probe(movie).pictureTimes.count == Int(summary.frameCount))
  }

  @Test("Left-overs are found by name and by nobody writing them")
  func leftOvers() throws {
    let part = try abandon("b.mp4")
    _ = try abandon("a.mkv")
    try folder.write("x", to: "notes.txt.part")
    try folder.write("x", to: "c.mp4")
    let settings = TestMovie.settings()
    let running = try TestMovie.backend.create(folder.file("d.mp4"), settings: settings)
    try TestMovie.feed(running, settings, 0..<2)
    let found = MovieRepair.leftOvers(in: folder.path)
    #expect(found.map(\.target) == [folder.file("a.mkv"), folder.file("b.mp4")])
    #expect(found.last?.path == part)
    #expect(MovieRepair.leftOvers(in: "/missing").isEmpty)
    running.discard()
  }
}
