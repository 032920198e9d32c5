import Testing

@testable import GTKSupport

@Suite("Plain text where GTK reads markup")
struct MarkupTests {
  @Test(
    "every character that means something is an entity",
    arguments: [
      ("plain", "plain"), ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("\"q\"", "&quot;q&quot;"),
      ("", ""), ("é 日本", "é 日本"),
    ])
  func escaped(plain: String, markup: String) {
    #expect(Markup.escaped(plain) == markup)
  }
}
