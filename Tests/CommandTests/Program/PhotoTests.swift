import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("viewfinder photo", .serialized)
struct PhotoCommandTests {
  let viewfinder: Viewfinder

  private static let otherPrograms = RealPart(
    "ExifTool and ImageMagick", programs: ["exiftool", "identify"],
    packages: ["libimage-exiftool-perl", "imagemagick"])

  init() throws {
    viewfinder = try Viewfinder()
  }

  private var names: [String] {
    viewfinder.folder.names.filter { $0 != "out" && $0 != "err" }
  }

  @Test("Other programs read the picture and what is said about it", .requires(otherPrograms))
  func readers() async throws {
    for name in ["a.jpg", "b.png"] {
      let ending = try await viewfinder.run(
        "photo", name, "--backend", "virtual", "--size", "640x480")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(ending.output.contains("\(name): 640x480, "), "\(ending.output)")
      #expect(ending.output.contains("Virtual Back Camera"))
      let facts = try await viewfinder.run(
        shell: "identify -verbose \(name) && exiftool -s -n -a -all -validate -warning \(name)")
      let text = facts.output.split(separator: " ").joined(separator: " ")
      for fact in [
        "640x480", "Model : Virtual Back Camera", "Software : viewfinder", "Orientation : 1",
        "OffsetTimeOriginal :", "SubSecTimeOriginal :", "Validate : 0 0 0",
      ] {
        #expect(text.contains(fact), "\(name): \(fact) in \(facts.output)")
      }
    }
  }

  @Test("JPEG and PNG of one camera show the same colours", .requires(otherPrograms))
  func colors() async throws {
    let ending = try await viewfinder.run(
      shell: """
        for f in a.jpg b.png; do "$0" photo $f --backend virtual --size 640x480 || exit 1; done
        for f in a.jpg b.png; do convert $f -crop 640x160+0+0 -resize 1x1\\! -depth 8 rgb:- |
        od -An -tu1; done
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    let pixels = ending.output.split(separator: "\n").suffix(2).map { line in
      line.split(separator: " ").compactMap { Int($0) }
    }
    try #require(pixels.count == 2 && pixels[0].count == 3)
    for (first, second) in zip(pixels[0], pixels[1]) { #expect(abs(first - second) <= 4) }
  }

  @Test("Without a name it goes to the user's Pictures folder, by date")
  func dated() async throws {
    let ending = try await viewfinder.run(
      shell: """
        mkdir -p config && echo 'XDG_PICTURES_DIR="$HOME/My Pictures"' > config/user-dirs.dirs
        HOME="$PWD" XDG_CONFIG_HOME="$PWD/config" "$0" photo --backend virtual --json
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    let folder = viewfinder.folder.file("My Pictures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 1)
    #expect(names[0].hasPrefix("viewfinder-2") && names[0].hasSuffix(".jpg"))
    #expect(ending.output.contains("\"path\":\"\(folder)/\(names[0])\""), "\(ending.output)")
    #expect(ending.output.contains("\"untouched\":false"))
  }

  @Test(
    "Several at once without a name are all kept", arguments: ["photo", "record --duration 1s"])
  func datedAtOnce(command: String) async throws {
    let ending = try await viewfinder.run(
      shell: """
        export HOME="$PWD" XDG_CONFIG_HOME="$PWD/config"
        for i in 1 2 3 4; do "$0" \(command) --backend virtual --size 640x360 & all="$all $!"; done
        for one in $all; do wait $one || failed=1; done; [ -z "$failed" ]
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    let folder = viewfinder.folder.file(command == "photo" ? "Pictures" : "Videos")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
  }

  @Test("A burst after a countdown; a name that is taken stays")
  func burst() async throws {
    try viewfinder.folder.write("mine", to: "b-2.jpg")
    let refused = try await viewfinder.run(
      "photo", "b.jpg", "--backend", "virtual", "--burst", "3", "--timer", "60s")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("b-2.jpg") && refused.errors.contains("--overwrite"))
    #expect(viewfinder.text("b-2.jpg") == "mine" && names == ["b-2.jpg"])
    let ending = try await viewfinder.run(
      "photo", "b.jpg", "--backend", "virtual", "--burst", "3", "--timer", "1s", "--overwrite")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("viewfinder: 1 s"))
    #expect(names == ["b-1.jpg", "b-2.jpg", "b-3.jpg"])
    #expect(viewfinder.text("b-2.jpg") != "mine")
  }

  @Test(
    "What cannot be done is said, with its status, and leaves no file",
    arguments: [
      (["photo.gif"], 2, ".jpg or .png"), (["photo"], 2, ".jpg or .png"),
      (["a.jpg", "b.jpg"], 2, "One file"), (["a.jpg", "--burst", "0"], 2, "--burst"),
      (["a.jpg", "--burst", "1000"], 2, "--burst"), (["a.jpg", "--timer", "soon"], 2, "--timer"),
      (["."], 2, ".jpg or .png"),
      (["a.jpg", "--camera", "nobody"], 3, "virtual-front"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, message: String) async throws {
    let child = try viewfinder.start(["photo", "--backend", "virtual"] + words)
    #expect(try await child.exitStatus() == status, "\(viewfinder.text("err"))")
    #expect(viewfinder.text("err").contains(message), "\(viewfinder.text("err"))")
    #expect(names.isEmpty)
  }

  @Test("Ctrl-C during the countdown leaves nothing and is status 130")
  func interrupted() async throws {
    let child = try viewfinder.start(
      ["photo", "a.jpg", "--backend", "virtual", "--timer", "60s"])
    _ = try await poll("the countdown") { [viewfinder] in
      viewfinder.text("err").contains("60 s") ? true : nil
    }
    child.send(SIGINT)
    #expect(try await child.exitStatus() == 130)
    #expect(names.isEmpty)
  }
}
