import CaptureCore
import Foundation
import Testing

@testable import Commands

@Suite("Text for people and programs")
struct TextTests {
  @Test("Slips are counted: change, leave out, add, exchange")
  func slips() {
    #expect(NearestWord.slips(Array("count"), Array("count")) == 0)
    #expect(NearestWord.slips(Array("cuont"), Array("count")) == 1)
    #expect(NearestWord.slips(Array("coun"), Array("count")) == 1)
    #expect(NearestWord.slips(Array("ccount"), Array("count")) == 1)
    #expect(NearestWord.slips(Array(""), Array("count")) == 5)
    #expect(NearestWord.to("zzzzzz", among: ["count", "size"]) == nil)
  }

  @Test("What a terminal would obey becomes a question mark, what it shows stays")
  func printable() {
    #expect(TerminalText.printable("\u{1b}[2Jcam\u{7}\u{9b}\u{202e}\u{2028}") == "?[2Jcam????")
    for text in ["Kamera für Übung", "日本のカメラ", "👩‍🚀", "a\u{301}"] {
      #expect(TerminalText.printable(text) == text)
    }
  }

  @Test("Columns line up, also under wide characters")
  func table() {
    var table = Table(["ID", "NAME"])
    table.add(["日本", "one"])
    table.add(["a", ""])
    #expect(table.lines == ["ID    NAME", "日本  one", "a"])
  }

  @Test("JSON is read back by Foundation as it was meant, and is safe on a terminal")
  func json() throws {
    let nasty =
      "quote \" slash \\ line \n tab \t esc \u{1b} c1 \u{9b} bidi \u{202e} face 👩‍🚀 tag \u{e0001}"
    let value = JSONText.object([
      .init("text", .string(nasty)), .init("none", .null), .init("empty", .array([])),
      .init("list", .array([.integer(-3), .object([.init("a\n", .string("b"))])])),
    ])
    for text in [value.line, value.indented()] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !TerminalText.isDangerous($0) })
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let read = try #require(object as? [String: Any])
      #expect(read["text"] as? String == nasty)
      #expect(read["none"] is NSNull)
      #expect((read["list"] as? [Any])?.first as? Int == -3)
    }
    #expect(!value.line.contains("\n"))
  }

  @Test("Decimals are rounded and padded")
  func decimals() {
    #expect(Decimal.text(1.005, places: 1) == "1.0")
    #expect(Decimal.text(-0.25, places: 2) == "-0.25")
    #expect(Decimal.text(0.999, places: 2) == "1.00")
    #expect(Decimal.text(3, places: 0) == "3")
    #expect(Decimal.text(-0.001, places: 2) == "0.00")
    #expect(Decimal.padded(7, digits: 4) == "0007")
  }

  @Test("Every module's error has the program's shape")
  func errors() {
    let error = CommandError(CaptureError(.busy, "It is busy.", remedy: "Close it."))
    #expect(error == CommandError(.busy, "It is busy.", remedy: "Close it."))
    #expect("\(error)" == "It is busy. Close it.")
    #expect("\(CommandError(.failed, "No."))" == "No.")
  }
}

@Suite("Help")
struct HelpTests {
  @Test("Each command is listed, and its help names every option and example")
  func complete() {
    for command in Syntax.all {
      #expect(HelpText.program.contains("\n  \(command.name) "))
      let help = HelpText.of(command)
      for option in command.options { #expect(help.contains("\n  \(option.name)")) }
      for example in command.examples { #expect(help.contains(example.line)) }
      for status in ExitStatus.allCases { #expect(help.contains(status.meaning)) }
    }
  }

  @Test("No line is wider than a terminal of 100 columns")
  func widths() {
    for text in [HelpText.program] + Syntax.all.map(HelpText.of) {
      for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test("The examples of the help are understood, up to their pipes")
  func examples() throws {
    for example in Syntax.all.flatMap(\.examples) {
      let command = example.line.split(separator: "|")[0].split(separator: " ").map(String.init)
      #expect(command.first == "viewfinder")
      _ = try Invocation(Array(command.dropFirst()))
    }
  }
}
