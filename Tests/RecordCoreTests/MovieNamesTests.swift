import Testing

@testable import RecordCore

struct MovieNamesTests {
  @Test(
    "A name that is taken is numbered before its ending",
    arguments: [
      ("a.mp4", "a-2.mp4"), ("/v1.2/take", "/v1.2/take-2"), ("v/a.b.mkv", "v/a.b-2.mkv"),
    ])
  func numbered(path: String, second: String) {
    let names = Array(MovieNames.numbered(path))
    #expect(names.prefix(2) == [path, second])
    #expect(names.count == 999 && Set(names).count == 999)
  }
}
