import Foundation
import Glibc
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("Nothing is left in the process")
struct LeakTests {
  private var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// Resident memory in kilobytes.
  private var memory: Int {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  @Test("Many writers, finished, discarded and let go")
  func writers() throws {
    let folder = try TemporaryFolder()
    let settings = TestMovie.settings()
    let round = { (number: Int) in
      let path = folder.file("\(number).mp4")
      let writer = try TestMovie.backend.create(path, settings: settings)
      try TestMovie.feed(writer, settings, 0..<3)
      switch number % 3 {
      case 0: _ = try writer.finish()
      case 1: writer.discard()
      default: break
      }
    }
    for number in 0..<20 { try round(number) }
    let before = (descriptorCount, memory)
    for number in 20..<Soak.times(80, long: 220) { try round(number) }
    // Those that the disk's queue still holds.
    #expect(descriptorCount <= before.0 + 3)
    // A writer that stayed would keep a megabyte or more.
    #expect(memory - before.1 < Soak.times(15_000, long: 60_000), "\(memory - before.1) kB more")
  }
}
