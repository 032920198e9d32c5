import Foundation
import MediaTypes
import PreviewComparison
import PreviewCore
import PreviewMetal
import Testing

/// The renderer for Metal on Linux: its programs are C++ and run on the CPU, its textures, buffers and
/// commands are stand-ins that do what Metal documents. The cases and tolerances are those of GLES.
@Suite(.timeLimit(.minutes(30)))
struct ComparisonTests {
  @Test(arguments: ComparisonCase.formats)
  func `Metal's programs draw what the reference draws`(format: PixelFormat) throws {
    let renderer = try MetalRenderer()
    var table = ComparisonTable()
    let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil
    let cases = try ComparisonCase.all(format, isLong ? .full : .brief)
    // The reference takes its time; in brief the formats take turns at what is left of the cases.
    let first = ComparisonCase.formats.firstIndex(of: format) ?? 0
    let share = isLong ? 1 : 4
    try table.compare(
      cases.enumerated().filter { ($0.offset + first) % share == 0 }.map(\.element),
      draw: renderer.draw)
    print(table.text)
    #expect(table.failures == [])
    #expect(table.count > 10)
  }
}
