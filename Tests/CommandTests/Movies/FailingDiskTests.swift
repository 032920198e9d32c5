import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
  "A failing disk on the command line", .requires(.ffmpeg), .requires(FaultyFiles.compiler),
  .serialized, .timeLimit(.minutes(3)))
struct FailingDiskProgramTests {
  private let disk: TemporaryFolder
  private let faults: FaultyFiles

  init() async throws {
    disk = try TemporaryFolder()
    faults = try await FaultyFiles()
  }

  private func run(
    _ words: [String], _ call: FaultyFiles.Call, nth: Int, number: Int32 = EIO, stays: Bool = false
  ) async throws -> Viewfinder.Ending {
    let viewfinder = try Viewfinder(
      environment: faults.environment(
        call, nth: nth, number: number, stays: stays, in: disk.path))
    let ending = try await viewfinder.run(words)
    #expect(faults.wasReached)
    return ending
  }

  @Test(
    "A take ends well with status 1, says why, and its movie plays",
    arguments: [(FaultyFiles.Call.write, EIO), (.write, ENOSPC), (.fdatasync, EIO)])
  func take(call: FaultyFiles.Call, number: Int32) async throws {
    let movie = disk.file("a.mp4")
    let ending = try await run(
      ["record", movie, "--duration", "20s"] + RecordProgramTests.small, call,
      nth: call == .write ? 6 : 3, number: number, stays: true)
    #expect(ending.status == 1, "\(ending.errors)")
    let reason = number == EIO ? "Input/output error" : "No space left"
    #expect(ending.errors.contains(reason), "\(ending.errors)")
    #expect(ending.output.contains("ended early"), "\(ending.output)")
    #expect(disk.names == ["a.mp4"])
    #expect(try await MovieFile(movie).pictureTimes().count > 5)
  }

  @Test("A movie that cannot get its name stays as the part, and the message names it")
  func name() async throws {
    let movie = disk.file("a.mp4")
    let ending = try await run(
      ["record", movie, "--duration", "1s"] + RecordProgramTests.small, .link, nth: 1)
    // Where linking fails, renaming does it.
    #expect(ending.status == 0 && disk.names == ["a.mp4"], "\(ending.errors)")
    let second = try await run(
      ["record", movie, "--duration", "1s", "--overwrite"] + RecordProgramTests.small, .rename,
      nth: 1)
    #expect(second.status == 1 && disk.names == ["a.mp4", "a.mp4.part"], "\(second.errors)")
    #expect(second.errors.contains("a.mp4.part") && second.errors.contains("viewfinder repair"))
  }

  @Test(
    "A photo is whole or not there, and what was there stays",
    arguments: [
      (FaultyFiles.Call.write, EIO), (.write, ENOSPC), (.fsync, EIO), (.rename, EIO),
    ])
  func photo(call: FaultyFiles.Call, number: Int32) async throws {
    let photo = disk.file("a.jpg")
    try disk.write("mine", to: "a.jpg")
    let ending = try await run(
      ["photo", photo, "--backend", "virtual", "--overwrite"], call, nth: 1, number: number,
      stays: true)
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(
      ending.errors.contains(number == EIO ? "nput/output error" : "full"), "\(ending.errors)")
    #expect(disk.names == ["a.jpg"])
    #expect(try String(contentsOfFile: photo, encoding: .utf8) == "mine")
  }

  @Test("A series that a full disk ends says which photos are there")
  func series() async throws {
    let ending = try await run(
      ["photo", disk.file("a.jpg"), "--backend", "virtual", "--burst", "3"], .fsync, nth: 2,
      number: ENOSPC, stays: true)
    #expect(ending.status == 1 && ending.errors.contains("full"), "\(ending.errors)")
    #expect(disk.names == ["a-1.jpg"])
    #expect(ending.output.contains("a-1.jpg:") && !ending.output.contains("a-2.jpg"))
  }

  @Test("Short writes go on to the end")
  func short() async throws {
    let ending = try await run(
      ["photo", disk.file("a.jpg"), "--backend", "virtual"], .short, nth: 1, stays: true)
    #expect(ending.status == 0, "\(ending.errors)")
    let bytes = try Data(contentsOf: URL(filePath: disk.file("a.jpg")))
    #expect(bytes.suffix(2) == Data([0xff, 0xd9]))
  }
}
