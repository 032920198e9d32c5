import Foundation
import MediaTypes
import RecordCore
import Testing

// MARK: Names and ends

extension RecordConformance {
  func withoutAPictureThereIsNoFile() throws {
    let writer = try begin("a.mp4")
    try writer.append(sound(480), at: 0)
    expect(.nothingRecorded, "no picture came") { _ = try writer.finish() }
  }

  func whatIsGivenUpLeavesNothing() throws {
    try begin("a.mp4").discard()
    let writer = try begin("a.mp4")
    try feed(writer, 0..<3)
    writer.discard()
  }

  func aNameInUseIsLeftAlone() throws {
    try write("mine", to: "a.mp4")
    expect(.exists, "a file of that name") { _ = try begin("a.mp4") }
    #expect(text("a.mp4") == "mine" && names == ["a.mp4"], "it is left as it is")
    var settings = settings()
    settings.overwrites = true
    let given = try begin("a.mp4", settings)
    try feed(given, 0..<1)
    given.discard()
    #expect(text("a.mp4") == "mine", "it is replaced at the end, and not before")
    let writer = try begin("a.mp4", settings)
    try feed(writer, 0..<1)
    let summary = try writer.finish()
    #expect(summary.path == file("a.mp4") && text("a.mp4") != "mine", "it is replaced")
    try remove("a.mp4")
  }

  func aPartInUseIsLeftAlone() throws {
    try write("of a crash", to: "a.mp4.part")
    for overwrites in [false, true] {
      var settings = settings()
      settings.overwrites = overwrites
      expect(.exists, "a part that a crash left") { _ = try begin("a.mp4", settings) }
    }
    #expect(text("a.mp4.part") == "of a crash", "it is left as it is")
    try remove("a.mp4.part")
    let first = try begin("a.mp4")
    try feed(first, 0..<1)
    expect(.exists, "a recording that runs") { _ = try begin("a.mp4") }
    #expect(try first.finish().frameCount == 1, "the first one does not notice")
    try remove("a.mp4")
  }

  func aNameTakenMeanwhileLosesNothing() throws {
    let writer = try begin("a.mp4")
    try feed(writer, 0..<2)
    try write("mine", to: "a.mp4")
    let summary = try writer.finish()
    #expect(text("a.mp4") == "mine", "the other's file is left as it is")
    #expect(summary.path == file("a-2.mp4") && !summary.note.isEmpty, "and the movie is beside")
    #expect(summary.byteCount == byteCount("a-2.mp4"))
    try remove("a.mp4", "a-2.mp4")
  }

  func aMissingFolderIsNamed() throws {
    let backend = makeBackend()
    expect(.noFolder, "no such folder") {
      _ = try backend.create(file("no/such/a.mp4"), settings: settings())
    }
    #expect(backend.freeBytes(near: file("a.mp4")).map { $0 > 0 } == true, "the disk has room")
  }

  func afterTheEndNothingIsTaken() throws {
    let writer = try begin("a.mp4")
    try feed(writer, 0..<2)
    _ = try writer.finish()
    expect(.invalidRequest, "a picture after the end") { try feed(writer, 2..<3) }
    expect(.invalidRequest, "sound after the end") { try writer.append(sound(480), at: 0) }
    expect(.invalidRequest, "a second end") { _ = try writer.finish() }
    writer.discard()
    #expect(names == ["a.mp4"], "a movie that is finished cannot be given up")
    try remove("a.mp4")
  }

  func aDiskThatFailsLosesNothing() throws {
    let writer = try begin("a.mp4")
    try feed(writer, 0..<60)
    breakWriting(file("a.mp4.part"))
    defer { mend() }
    let error = failure { try feed(writer, 60..<600) }
    #expect([.diskFull, .writeFailed].contains(error?.code), "the reason: \(error as Any)")
    #expect(failure { try feed(writer, 600..<601) }?.code == error?.code, "it is said again")
    do {
      let summary = try writer.finish()
      #expect(summary.frameCount > 0 && !summary.note.isEmpty, "what could be written, and why")
      #expect(names == ["a.mp4"], "is the movie")
      try remove("a.mp4")
    } catch {
      #expect(names == ["a.mp4.part"], "there is no movie, and its part can be repaired")
      writer.discard()
    }
  }
}
