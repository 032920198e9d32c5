import Foundation
import RecordCore
import TestSupport
import Testing
import Viewfinder

@Suite("A photo's file", .timeLimit(.minutes(1)))
struct PhotoFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func content(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder.file(name)).map { [UInt8]($0) }
  }

  private func failure(_ path: String, replacing: Bool = false) -> RecordError? {
    #expect(throws: RecordError.self) {
      try PhotoFile.write([1], to: path, replacing: replacing)
    }
  }

  @Test("All of it is there, and nothing else")
  func write() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try PhotoFile.write(bytes, to: folder.file("a.jpg"), replacing: false)
    #expect(content("a.jpg") == bytes)
    #expect(folder.names == ["a.jpg"])
  }

  @Test("A file that is there stays as it is unless it may be replaced")
  func exists() throws {
    try folder.write("mine", to: "a.jpg")
    let error = failure(folder.file("a.jpg"))
    #expect(error?.code == .exists && error?.remedy.isEmpty == false)
    #expect(content("a.jpg") == Array("mine".utf8))
    try PhotoFile.write([1, 2], to: folder.file("a.jpg"), replacing: true)
    #expect(content("a.jpg") == [1, 2])
    #expect(folder.names == ["a.jpg"])
  }

  @Test("Of many who write one name at once, one wins and the others are told")
  func race() async throws {
    let path = folder.file("a.jpg")
    let won: [UInt8] = await withTaskGroup(of: UInt8?.self) { group in
      for number in 0..<32 as Range<UInt8> {
        group.addTask {
          do {
            try PhotoFile.write([number, number], to: path, replacing: false)
            return number
          } catch {
            return (error as? RecordError)?.code == .exists ? nil : 255
          }
        }
      }
      return await group.reduce(into: []) { winners, number in
        if let number { winners.append(number) }
      }
    }
    try #require(won.count == 1)
    #expect(content("a.jpg") == [won[0], won[0]])
    #expect(folder.names == ["a.jpg"])
  }

  @Test("What cannot be written is said, and leaves nothing")
  func refused() throws {
    #expect(failure(folder.file("no/a.jpg"))?.code == .noFolder)
    #expect(failure(folder.path)?.code == .invalidRequest)
    #expect(failure(folder.file("a/"))?.code == .invalidRequest)
    #expect(failure("")?.code == .invalidRequest)
    #expect(failure(folder.file(String(repeating: "x", count: 300)))?.code == .badSettings)
    try folder.write("", to: "file")
    #expect(failure(folder.file("file/a.jpg"))?.code == .noFolder)
    #expect(failure("/proc/a.jpg")?.code != nil)
    #expect(failure("/dev/full", replacing: true)?.code == .invalidRequest, "it is a device")
    #expect(folder.names == ["file"])
  }

  @Test("A dangling link is a name that is taken")
  func link() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("a.jpg"), withDestinationPath: folder.file("elsewhere"))
    #expect(failure(folder.file("a.jpg"))?.code == .exists)
    #expect(folder.names == ["a.jpg"])
  }

  @Test("A message shows no control characters of a name")
  func hostileName() {
    let error = failure(folder.file("\u{1b}[31m/\n.jpg"))
    #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test("A full disk is a full disk, and the name is free")
  func fullDisk() async throws {
    // A file system of one page in a name space of its own: only root may, and CI is.
    let script = """
      mkdir "$1/d" && mount -t tmpfs -o size=64k none "$1/d" 2>/dev/null || exit 77
      """
    let (status, _) = try await ChildProcess.run("sh", ["-c", script, "sh", folder.path])
    guard status == 0 else { try Test.cancel("no file system can be mounted here") }
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let error = #expect(throws: RecordError.self) {
      try PhotoFile.write(bytes, to: folder.file("d/a.jpg"), replacing: false)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("d"))
    _ = try await ChildProcess.run("umount", [folder.file("d")])
    #expect(error?.code == .diskFull)
    #expect(left.isEmpty)
  }
}
