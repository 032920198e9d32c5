import AppleMedia
@_spi(Stage) import CoreVideo
import MediaTypes
@_spi(Stage) import Metal
import PreviewComparison
import PreviewCore
import PreviewPatterns
import PreviewSoftware
import Testing

@testable import PreviewMetal

@Suite struct MetalRendererTests {
  static let viewport = PixelSize(width: 64, height: 48)

  private func scene(
    _ frames: [VideoFrame], _ transition: Transition = .flipFromLeft, _ progress: Double = 0.3
  ) -> Scene {
    let faces = frames.map { Face(frame: $0) }
    return SceneComposer.scene(
      viewport: Self.viewport, gravity: .aspectFill, transition: transition, progress: progress,
      old: faces[0], new: faces[faces.count - 1])
  }

  @Test func `The programs' data is laid out as Metal reads it`() {
    #expect(MemoryLayout<PatchUniforms>.size == 19 * 16)
    #expect(MemoryLayout<PatchUniforms>.alignment == 16)
    #expect(MemoryLayout<PatchUniforms>.offset(of: \.square) == 2 * 16)
    #expect(MemoryLayout<PatchUniforms>.offset(of: \.color) == 14 * 16)
    #expect(MemoryLayout<PatchUniforms>.offset(of: \.order) == 18 * 16)
    #expect(MemoryLayout<MeshVertex>.stride == 48)
  }

  @Test(arguments: [Transition.flipFromLeft, .curlUp])
  func `Once warm, nothing is made for a scene`(transition: Transition) throws {
    let renderer = try MetalRenderer()
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: .bgra8Unorm, width: 64, height: 48, mipmapped: false)
    let target = try #require(renderer.device.makeTexture(descriptor: descriptor))
    func draw(_ number: UInt64) throws {
      var frames: [VideoFrame] = []
      for side in 0..<2 {
        var pattern = PatternFrame(.nv12, size: PixelSize(width: 32, height: 24))
        (pattern.seed, pattern.sequence) = (side, number)
        frames.append(try pattern.make())
      }
      try renderer.draw(scene(frames, transition), into: target)
    }
    for number in 0..<12 { try draw(UInt64(number)) }
    let before = Counts.shared.current
    for number in 12..<40 { try draw(UInt64(number)) }
    let after = Counts.shared.current
    #expect(after.textures == before.textures)
    #expect(after.buffers == before.buffers)
    #expect(after.pipelines == before.pipelines)
    #expect(after.draws > before.draws)
  }

  @Test(arguments: [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
  ])
  func `The platform's pictures are drawn as they lie, without a copy`(type: OSType) throws {
    let picture = try #require(CVPixelBuffer(width: 33, height: 21, format: type))
    picture.fill { UInt8(truncatingIfNeeded: $0 * 7) }
    let kind = try #require(PixelKind(type))
    let memory = try #require(FrameBuffer.lending(picture))
    let frame = try VideoFrame(
      buffer: memory.buffer, format: kind.format, size: PixelSize(width: 33, height: 21),
      planes: memory.planes, color: ColorDescription(picture, kind: kind), source: CameraID("a"),
      sequence: 1, presentationTime: .zero)
    let renderer = try MetalRenderer()
    let scene = scene([frame])
    let difference = ImageDifference(
      try renderer.draw(scene), reference: try SoftwareRenderer().draw(scene), of: scene)
    #expect(difference.isWithinTolerance, "\(difference)")
    #expect(renderer.counts.uploads == 0)
    #expect(renderer.counts.imports > 0)
  }

  @Test func `A frame is copied once, however often it is drawn`() throws {
    let renderer = try MetalRenderer()
    let frame = try PatternFrame(.nv12, size: PixelSize(width: 32, height: 24)).make()
    for _ in 0..<5 { _ = try renderer.draw(scene([frame])) }
    #expect(renderer.counts.uploads == 1)
  }

  @Test func `What cannot be drawn is refused, and the next scene is drawn`() throws {
    let renderer = try MetalRenderer()
    let frame = try PatternFrame(.nv12, size: PixelSize(width: 32, height: 24)).make()
    var empty = scene([frame])
    empty.viewport = PixelSize(width: 0, height: 4)
    #expect(throws: PreviewError.self) { _ = try renderer.draw(empty) }
    _ = try renderer.draw(scene([frame]))
    for _ in 0..<(2 * MetalRenderer.mostInFlight) {
      #expect(throws: PreviewError.self) { _ = try renderer.draw(empty) }
    }
    _ = try renderer.draw(scene([frame]))
    #expect(renderer.counts.skipped == 0)
  }

  @Test func `Every program that the renderer asks for is in the shaders' text`() throws {
    let text = String(decoding: PackageResources.Shaders_metal, as: UTF8.self)
    for layout in SampleLayout.allCases {
      #expect(text.contains("VIEWFINDER_PROGRAMS(\(layout.rawValue), "))
    }
    for surface in Surface.allCases {
      #expect(text.contains("\(surface.rawValue)Vertex(uint id"))
      #expect(text.contains("\(surface.rawValue)##Name("))
    }
  }
}
