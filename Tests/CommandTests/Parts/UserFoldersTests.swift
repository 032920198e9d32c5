import Foundation
import RecordCore
import TestSupport
import Testing

import Viewfinder

@Suite("The user's folders")
struct UserFoldersTests {
  private func pictures(_ configuration: String) -> String {
    UserFolders(home: "/home/me", configuration: configuration).path(.pictures)
  }

  @Test("Without a configuration they have their usual names")
  func usual() {
    let folders = UserFolders(home: "/home/me", configuration: "")
    #expect(folders.path(.pictures) == "/home/me/Pictures")
    #expect(folders.path(.videos) == "/home/me/Videos")
  }

  @Test(
    "A configured folder is found, absolute or under the home folder",
    arguments: [
      (#"XDG_PICTURES_DIR="$HOME/Bilder""#, "/home/me/Bilder"),
      (#"  XDG_PICTURES_DIR="/data/photos""#, "/data/photos"),
      (#"XDG_PICTURES_DIR="$HOME""#, "/home/me"),
      (#"XDG_PICTURES_DIR="$HOME/a\"b\\c""#, #"/home/me/a"b\c"#),
      ("XDG_PICTURES_DIR=\"/one\"\nXDG_PICTURES_DIR=\"/two\"\n", "/two"),
      ("# XDG_PICTURES_DIR=\"/no\"\nXDG_VIDEOS_DIR=\"/films\"", "/home/me/Pictures"),
    ])
  func configured(configuration: String, path: String) {
    #expect(pictures(configuration) == path)
  }

  @Test(
    "What makes no sense is passed over",
    arguments: [
      #"XDG_PICTURES_DIR="relative""#, #"XDG_PICTURES_DIR="$HOMEless""#, "XDG_PICTURES_DIR=",
      "XDG_PICTURES_DIR=\"", "\u{0}\u{ff}", #"XDG_PICTURES_DIR=$HOME/x"#,
    ])
  func hostile(configuration: String) {
    #expect(pictures(configuration) == "/home/me/Pictures")
  }

  @Test("A name tells the date, and does not take another's place")
  func names() throws {
    let folder = try TemporaryFolder()
    let time = CivilTime(unixNanoseconds: 1_796_047_702_000_000_000, offsetSeconds: 0)
    let name = DatedName.text(time)
    #expect(name == "viewfinder-2026-11-30-14-08-22")
    let first = DatedName.free(in: folder.path, name: name, ending: ".jpg")
    #expect(first == "\(folder.path)/\(name).jpg")
    #expect(FileManager.default.createFile(atPath: first, contents: nil))
    let second = DatedName.free(in: folder.path, name: name, ending: ".jpg")
    #expect(second == "\(folder.path)/\(name)-2.jpg")
    try folder.write("", to: "a.mp4.part")
    let movie = DatedName.free(in: folder.path, name: "a", ending: ".mp4")
    #expect(movie == "\(folder.path)/a-2.mp4")
  }

  @Test("A name that is taken meanwhile leads to the next, a hundred times at most")
  func claim() async throws {
    let folder = try TemporaryFolder()
    let taken = RecordError(.exists, "taken")
    let path = try await DatedName.claim(in: folder.path, name: "a", ending: ".jpg") { path in
      guard path.hasSuffix("a-3.jpg") else {
        try Data().write(to: URL(fileURLWithPath: path))
        throw taken
      }
      return path
    }
    #expect(path == folder.file("a-3.jpg"))
    var tries = 0
    await #expect(throws: RecordError.self) {
      try await DatedName.claim(in: folder.path, name: "b", ending: ".jpg") { _ in
        tries += 1
        throw taken
      }
    }
    #expect(tries == 100)
  }
}
