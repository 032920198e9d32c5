import Foundation
import TestSupport
import Testing

/// What can be known on Linux of the sources for Apple's systems: that they fit what Apple documents.
@Suite("The sources for Apple's systems", .serialized)
struct AppleSourceTests {
  @Test("They fit the declarations of iOS and macOS, without a warning", .timeLimit(.minutes(8)))
  func fit() async throws {
    let (status, output) = try await SourceCheck.run(["both"])
    print(output)
    #expect(status == 0, "\(output)")
  }

  @Test("Each deliberate mistake is found, in its place", .timeLimit(.minutes(8)))
  func mistakes() async throws {
    // All of a module in one go: the compiler goes on after each.
    let modules = Dictionary(grouping: Mistake.all, by: \.module)
    try await withThrowingTaskGroup { group in
      for (module, mistakes) in modules {
        group.addTask { try await Self.expectFound(mistakes, in: module) }
      }
      try await group.waitForAll()
    }
    let places = Set(Mistake.all.map { "\($0.file) \($0.complaint)" })
    #expect(places.count == Mistake.all.count, "each is told from the others")
  }

  private static func expectFound(_ mistakes: [Mistake], in module: String) async throws {
    let copy = FileManager.default.temporaryDirectory
      .appending(path: "viewfinder-mistake-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try Mistake.make(mistakes, in: module, folder: copy)
    let (status, output) = try await SourceCheck.run(
      ["--sources", copy.path, "--module", module, "ios"])
    #expect(status == 1, "\(module): \(output)")
    for mistake in mistakes {
      #expect(mistake.isFound(in: output), "\(mistake): \(output)")
      print("found: \(mistake.description), \(mistake.file)")
    }
  }

  @Test("The public names are those of Linux, or have a reason", .timeLimit(.minutes(2)))
  func sameNames() async throws {
    let besideTests = BuiltProducts.folder + "/Modules"
    let (status, output) = try await SourceCheck.run(
      FileManager.default.fileExists(atPath: besideTests) ? [besideTests] : [],
      script: "compare-api.py")
    print(output)
    #expect(status == 0, "\(output)")
  }

  @Test("The documentation says of each source which of its calls block, and where")
  func threadsAreRead() throws {
    let page = try String(
      contentsOf: SourceCheck.root.appending(path: "Documentation/Apple.md"), encoding: .utf8)
    let rest = page.components(separatedBy: "## Threads of each call\n").last ?? ""
    let section = rest.components(separatedBy: "\n## ")[0]
    let folders = [
      "AppleMedia", "CaptureAVFoundation", "PreviewMetal", "RecordAVFoundation", "ImageImageIO",
      "ViewfinderUI", "Viewfinder/Apple",
    ]
    var count = 0
    for folder in folders.map({ "Sources/" + $0 }) + [
      "Examples/Apple", "Apps/Viewfinder.swiftpm/App",
    ] {
      let paths = FileManager.default.enumerator(
        atPath: SourceCheck.root.appending(path: folder).path)
      for case let path as String in try #require(paths) where path.hasSuffix(".swift") {
        count += 1
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        #expect(section.contains("`\(name)`"), "\(folder)/\(path) is not in Apple.md")
      }
    }
    #expect(count >= 60, "a folder was not found")
    print("\(count) sources, the threads of each are written down")
  }

  @Test("Each declaration names its page")
  func declarationsNamePages() throws {
    let folder = SourceCheck.root.appending(path: "Tests/AppleDeclarations")
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
    var count = 0
    for case let path as String in paths
    where path.hasSuffix(".swift") && !Self.standIns.contains(where: path.hasSuffix) {
      let lines = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        .components(separatedBy: "\n").map { $0.drop { $0 == " " } }
      for (number, line) in lines.enumerated() where Self.isDeclaration(line) {
        count += 1
        #expect(Self.namesPage(lines[..<number]), "\(path):\(number + 1) names no page")
      }
    }
    print("\(count) declarations, each with its page")
    #expect(count > 300)
  }

  /// The stand-ins' own words, which no page has.
  private static let standIns = [
    "Fake.swift", "Stage.swift", "StageControl.swift", "Pacing.swift", "CPU.swift",
  ]

  private static func isDeclaration(_ line: Substring) -> Bool {
    (line.hasPrefix("public ") || line.hasPrefix("open ")) && !line.contains(" import ")
  }

  /// Whether the comment above is a path such as `avfoundation/avcapturedevice`.
  private static func namesPage(_ above: ArraySlice<Substring>) -> Bool {
    above.reversed().drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("//") }.contains { line in
      line.firstMatch(of: /^\/\/\/ [a-z]+\//) != nil
    }
  }
}
