import Foundation
import Testing

@Suite("Arrows point one way")
struct LayeringTests {
  @Test("Every module of Sources stands in the table")
  func everyModuleHasARow() throws {
    for name in try SourceTree.moduleNames() {
      #expect(Rows.row(of: name) != nil, "\(name) is in no row of Tests/LayeringTests/Rows.swift")
    }
  }

  @Test("A module imports only rows above its own")
  func importsPointUp() throws {
    for file in try SourceTree.swiftFiles() {
      let row = try #require(Rows.row(of: file.module))
      for imported in file.lines.compactMap(SourceTree.importedModule) {
        if let other = Rows.row(of: imported) {
          #expect(
            other < row, "\(file.path) imports \(imported), which is not above \(file.module)")
        } else if let users = Rows.usersOfFrameworks[imported] {
          #expect(users.contains(file.module), "\(file.path) imports \(imported)")
        } else {
          let allowed =
            Rows.portableRows.contains(row) ? Rows.portableModules : Rows.toolchainModules
          #expect(allowed.contains(imported), "\(file.path) may not import \(imported)")
        }
      }
    }
  }

  @Test("A C library is seen by its own module only")
  func mapsHaveOneUser() throws {
    for file in try SourceTree.swiftFiles() {
      for imported in file.lines.compactMap(SourceTree.importedModule) {
        guard let owners = Rows.ownersOfMaps[imported] else { continue }
        #expect(owners.contains(file.module), "\(file.path) imports \(imported)")
      }
    }
  }

  @Test("The architecture page has the same table")
  func pageAgrees() throws {
    let page = try String(
      contentsOf: SourceTree.root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    for (row, modules) in Rows.modules.enumerated() {
      let line = page.components(separatedBy: "\n").first { $0.hasPrefix("| \(row) |") }
      for module in modules {
        #expect(line?.contains("`\(module)`") == true, "row \(row) of the page lacks \(module)")
      }
    }
  }

  @Test("The README's lines of Swift are the example that is built")
  func readmeShowsTheExample() throws {
    let readme = try String(
      contentsOf: SourceTree.root.appending(path: "README.md"), encoding: .utf8)
    let example = try String(
      contentsOf: SourceTree.root.appending(path: "Examples/Window/main.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```"))
  }

  @Test("The code of the guide for tests is the example that is built")
  func guideShowsTheExample() throws {
    let guide = try String(
      contentsOf: SourceTree.root.appending(path: "Documentation/Testing.md"), encoding: .utf8)
    let example = try String(
      contentsOf: SourceTree.root.appending(path: "Examples/Testing/CameraTests.swift"),
      encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count > 4)
    let built = Self.withoutIndentation(example)
    for paragraph in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
      let shown = Self.withoutIndentation(paragraph)
      #expect(built.contains(shown), "not in the example: \(paragraph)")
    }
  }

  private static func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test(
    "An import is recognised in each of its forms",
    arguments: [
      ("import A", "A"), ("public import A", "A"), ("@_exported public import A", "A"),
      ("@preconcurrency import A", "A"), ("import struct A.B", "A"), ("@testable import A", "A"),
      ("  private import A", "A"),
    ])
  func importForms(line: String, module: String) {
    #expect(SourceTree.importedModule(in: line) == module)
  }

  @Test("What is no import is not taken for one", arguments: ["// import A", "let import = 1", ""])
  func notImports(line: String) {
    #expect(SourceTree.importedModule(in: line) == nil)
  }
}
