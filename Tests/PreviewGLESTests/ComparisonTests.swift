import Foundation
import MediaTypes
import PreviewComparison
import PreviewCore
import PreviewGLES
import PreviewPatterns
import PreviewSoftware
import Testing

/// What `PreviewComparison` runs on any machine's GPU, here on the one that EGL gives.
@Suite(.requiresGPU, .timeLimit(.minutes(30)))
struct ComparisonTests {
  @Test(arguments: ComparisonCase.formats)
  func `GLES draws what the reference draws`(format: PixelFormat) throws {
    let gpu = try HeadlessGLES(size: ComparisonCase.viewport)
    var table = ComparisonTable()
    let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_SOAK"] != nil
    try table.compare(ComparisonCase.all(format, isLong ? .full : .brief), draw: gpu.draw)
    print(table.text)
    #expect(table.failures == [])
    #expect(table.count > 40)
  }

  @Test func `The comparison sees a picture that is moved by two pixels`() throws {
    var pattern = PatternFrame(.rgb24, size: ComparisonCase.frameSize)
    pattern.seed = 3
    let face = Face(frame: try pattern.make())
    let scene = SceneComposer.scene(
      viewport: ComparisonCase.viewport, gravity: .aspectFit, transition: .flipFromLeft,
      progress: 0.2, old: face, new: face)
    let reference = try SoftwareRenderer().draw(scene)
    let moved = try #require(
      RenderedImage(
        size: reference.size, bytes: Array(reference.bytes[8...] + reference.bytes[..<8])))
    #expect(ImageDifference(reference, reference: reference, of: scene).isWithinTolerance)
    #expect(!ImageDifference(moved, reference: reference, of: scene).isWithinTolerance)
  }

  @Test(arguments: [0.02, 0.25, 0.47, 0.53, 0.9])
  func `A picture of many pixels seen at a sharp angle is as exact`(progress: Double) throws {
    // 1280 columns in less than a hundred pixels: where 32-bit positions are put to the test.
    let size = PixelSize(width: 1280, height: 12)
    var pattern = PatternFrame(.nv12, size: size)
    let old = Face(frame: try pattern.make())
    pattern.seed = 1
    let scene = SceneComposer.scene(
      viewport: ComparisonCase.viewport, gravity: .resize, transition: .flipFromRight,
      progress: progress, old: old, new: Face(frame: try pattern.make()))
    let gpu = try HeadlessGLES(size: ComparisonCase.viewport)
    let difference = ImageDifference(
      try gpu.draw(scene), reference: try SoftwareRenderer().draw(scene), of: scene)
    #expect(difference.isWithinTolerance, "\(difference)")
  }
}
