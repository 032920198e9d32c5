import Testing

@Suite("Habits that the compiler does not check")
struct HabitTests {
  private static let forbidden = [
    "try!", "fatalError(", "Thread.sleep", "usleep(", "nanosleep(", " sleep(1", "as! ",
  ]

  @Test("No forced try, no crash on purpose, no sleeping", arguments: ["Sources", "Examples"])
  func forbiddenWords(folder: String) throws {
    for file in try SourceTree.swiftFiles(below: folder) {
      for (number, line) in file.lines.enumerated() where !line.contains("///") {
        for word in Self.forbidden where line.contains(word) {
          Issue.record("\(file.path):\(number + 1) has '\(word)'")
        }
      }
    }
  }

  @Test("Locks are those that the thread sanitizer sees: Locked, not a bare Mutex")
  func locksAreSeen() throws {
    for folder in ["Sources", "Examples", "Tests"] {
      for file in try SourceTree.swiftFiles(below: folder)
      where !file.path.contains("/Locked") && file.module != "LayeringTests" {
        for (number, line) in file.lines.enumerated()
        where line.contains("Mutex<") || line.contains("Mutex(") {
          Issue.record("\(file.path):\(number + 1) has a bare Mutex; use Locked")
        }
      }
    }
  }

  @Test("A closure behind a lock is a structure's member: alone it grows with each reading")
  func closuresAreMembers() throws {
    let alone = /Locked<[^>]*->|Locked<\w*(Handler|Factory|Job|Reply|Composer)\??>/
    for folder in ["Sources", "Examples", "Tests", "Benchmarks"] {
      for file in try SourceTree.swiftFiles(below: folder) where file.module != "LayeringTests" {
        for (number, line) in file.lines.enumerated()
        where line.contains("Locked<") && line.contains(alone) {
          Issue.record("\(file.path):\(number + 1) locks a closure alone")
        }
      }
    }
  }

  @Test("Random input can be had again: by a seed, so that a failure can be repeated")
  func randomInputHasASeed() throws {
    let unseeded =
      /SystemRandomNumberGenerator|\.random\((in: [^,]*)?\)|randomElement\(\)|shuffled?\(\)/
    for file in try ["Tests", "Examples"].flatMap(SourceTree.swiftFiles(below:))
    where file.module != "LayeringTests" && !file.path.hasSuffix("/TemporaryFolder.swift") {
      // A seed may be drawn, to be printed.
      for (number, line) in file.lines.enumerated()
      where (line.contains("andom") || line.contains("shuffle")) && line.contains(unseeded)
        && !line.lowercased().contains("seed")
      {
        Issue.record("\(file.path):\(number + 1) draws without a seed; use SeededNumbers")
      }
    }
  }

  @Test("What follows a stream's end holds up nobody: afterEnd, not onTermination")
  func endingsTakeNoLock() throws {
    for file in try SourceTree.swiftFiles(below: "Sources")
    where !file.path.hasSuffix("AsyncStream+AfterEnd.swift") {
      for (number, line) in file.lines.enumerated() where line.contains(".onTermination") {
        Issue.record("\(file.path):\(number + 1) has onTermination; use afterEnd")
      }
    }
  }

  @Test("Every escape from checking has its reason beside it")
  func escapesAreExplained() throws {
    let marks = ["@unchecked Sendable", "nonisolated(unsafe)"]
    for file in try SourceTree.swiftFiles() {
      for (number, line) in file.lines.enumerated()
      where marks.contains(where: line.contains) && !line.trimmed.hasPrefix("//") {
        let near = file.lines[max(0, number - 6)...min(file.lines.count - 1, number + 2)]
        #expect(near.contains { $0.contains("//") }, "\(file.path):\(number + 1) gives no reason")
      }
    }
  }

  @Test("Conditional compilation stands at file level only")
  func conditionsAreAtFileLevel() throws {
    for file in try SourceTree.swiftFiles() {
      for (number, line) in file.lines.enumerated() where line.trimmed.hasPrefix("#if") {
        #expect(!line.hasPrefix(" "), "\(file.path):\(number + 1) has an indented #if")
      }
    }
  }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
