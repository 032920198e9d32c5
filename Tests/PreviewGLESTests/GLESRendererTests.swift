import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewPatterns
import PreviewSoftware
import Testing

@Suite(.requiresGPU, .timeLimit(.minutes(10)))
struct GLESRendererTests {
  private static let size = PixelSize(width: 32, height: 24)

  private static func face(
    _ sequence: UInt64, camera: String = "one", _ format: PixelFormat = .nv12,
    size: PixelSize = PixelSize(width: 17, height: 11)
  ) throws -> Face {
    var pattern = PatternFrame(format, size: size)
    pattern.sequence = sequence
    pattern.source = CameraID(camera)
    pattern.seed = Int(sequence % 5)
    return Face(frame: try pattern.make())
  }

  private static func plain(_ face: Face) -> Scene {
    SceneComposer.scene(viewport: size, gravity: .aspectFill, face: face)
  }

  private static func expectNear(_ image: RenderedImage, _ scene: Scene) throws {
    let reference = try SoftwareRenderer().draw(scene)
    let worst = zip(image.bytes, reference.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect((worst ?? 0) <= 2)
  }

  @Test func `Each frame is uploaded once and nothing is made once warm`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    for sequence in 0..<4 { _ = try gpu.draw(Self.plain(try Self.face(UInt64(sequence)))) }
    let warm = gpu.counts
    #expect(warm.uploads == 4)
    for sequence in 4..<104 { _ = try gpu.draw(Self.plain(try Self.face(UInt64(sequence)))) }
    #expect(gpu.counts.uploads == warm.uploads + 100)
    #expect(gpu.counts.draws == warm.draws + 100)
    #expect(gpu.counts.objectsMade == warm.objectsMade)
  }

  @Test func `A frame that is drawn again is not uploaded again`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let face = try Self.face(0)
    let first = try gpu.draw(Self.plain(face))
    for _ in 0..<10 { #expect(try gpu.draw(Self.plain(face)) == first) }
    #expect(gpu.counts.uploads == 1)
  }

  @Test(arguments: [Transition.flipFromLeft, .crossDissolve])
  func `A transition between two live cameras uploads each frame once`(
    transition: Transition
  ) throws {
    let gpu = try HeadlessGLES(size: Self.size)
    func draw(_ step: Int) throws {
      let scene = SceneComposer.scene(
        viewport: Self.size, gravity: .aspectFit, transition: transition,
        progress: Double(step % 100) / 100, old: try Self.face(UInt64(step)),
        new: try Self.face(UInt64(step), camera: "two", .bgra))
      let before = gpu.counts.uploads
      let image = try gpu.draw(scene)
      let frames = Set(scene.patches.map { ObjectIdentifier($0.frame.buffer) })
      #expect(gpu.counts.uploads - before == frames.count)
      try Self.expectNear(image, scene)
    }
    for step in 0..<100 { try draw(step) }
    let warm = gpu.counts.objectsMade
    for step in 100..<200 { try draw(step) }
    #expect(gpu.counts.objectsMade == warm)
  }

  @Test func `A live face leaves a still face of its kind in its textures`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let still = try Self.face(0, camera: "old")
    for step in 1..<20 {
      let scene = SceneComposer.scene(
        viewport: Self.size, gravity: .aspectFill, transition: .crossDissolve, progress: 0.5,
        old: still, new: try Self.face(UInt64(step), camera: "new"))
      try Self.expectNear(try gpu.draw(scene), scene)
    }
    #expect(gpu.counts.uploads == 20)
  }

  @Test func `Formats that come and go do not pile up textures`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    for width in 1...40 {
      let scene = Self.plain(try Self.face(0, .i420, size: PixelSize(width: width, height: 7)))
      try Self.expectNear(try gpu.draw(scene), scene)
    }
    #expect(gpu.counts.uploads == 40)
  }

  @Test(arguments: [PixelFormat.nv12, .i420, .i422, .i444, .yuyv, .bgra, .rgb24, .grey])
  func `Any stride, offset and odd size is read right`(format: PixelFormat) throws {
    let gpu = try HeadlessGLES(size: Self.size)
    for (width, height) in [(1, 1), (2, 3), (7, 5), (33, 9)] {
      for padding in [0, 1, 2, 3, 5, 13] {
        var pattern = PatternFrame(format, size: PixelSize(width: width, height: height))
        (pattern.padding, pattern.offset) = (padding, padding * 7 % 4)
        let scene = Self.plain(Face(frame: try pattern.make()))
        try Self.expectNear(try gpu.draw(scene), scene)
      }
    }
  }

  @Test func `A compressed frame is refused, and the next scene is drawn`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let frame = try VideoFrame(
      buffer: PatternFrame.buffer([0xFF, 0xD8]), format: .mjpeg, size: Self.size,
      planes: PlaneLayouts([PlaneLayout(offset: 0, stride: 2)]), color: .jpeg,
      source: CameraID("camera"), sequence: 0, presentationTime: .zero)
    let error = #expect(throws: PreviewError.self) { try gpu.draw(Self.plain(Face(frame: frame))) }
    #expect(error?.code == .unsupportedFormat)
    let scene = Self.plain(try Self.face(1))
    try Self.expectNear(try gpu.draw(scene), scene)
  }

  @Test func `A frame that is larger than the GPU takes is refused or drawn`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let scene = Self.plain(try Self.face(0, .grey, size: PixelSize(width: 16384, height: 1)))
    do {
      _ = try gpu.draw(scene)
    } catch {
      #expect(error.code == .unsupportedFormat)
    }
  }

  @Test func `A scene of another size than the target is refused`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    let error = #expect(throws: PreviewError.self) {
      try gpu.draw(Scene(viewport: PixelSize(width: 5, height: 5)))
    }
    #expect(error?.code == .invalidScene)
    #expect(throws: PreviewError.self) { try HeadlessGLES(size: PixelSize(width: 0, height: 4)) }
  }

  @Test(arguments: [Double.nan, .infinity, 1e30, -1e30, 0])
  func `A hostile transform does no harm`(number: Double) throws {
    let gpu = try HeadlessGLES(size: Self.size)
    var scene = Self.plain(try Self.face(0))
    scene.patches[0].transform = Matrix4(
      columns: Vector4(number, 0, 0, 1), Vector4(0, 1, 0, number), Vector4(0, 0, 1, 0),
      Vector4(0, 0, 0, 1))
    _ = try gpu.draw(scene)
    scene.patches[0].transform = .identity
    scene.patches[0].textureTransform = TextureTransform(
      xx: number, xy: number, x0: 0, yx: 0, yy: number, y0: 0)
    _ = try gpu.draw(scene)
    let good = Self.plain(try Self.face(1))
    try Self.expectNear(try gpu.draw(good), good)
  }

  @Test func `What lies behind the eye is as in the reference`() throws {
    let gpu = try HeadlessGLES(size: Self.size)
    var scene = Self.plain(try Self.face(0))
    // The right half is at the eye and behind it.
    scene.patches[0].transform = Matrix4(
      columns: Vector4(1, 0, 0, -1.5), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0),
      Vector4(0, 0, 0, 1))
    try Self.expectNear(try gpu.draw(scene), scene)
  }

  @Test func `Two renderers in one process keep to themselves`() throws {
    let (first, second) = (
      try HeadlessGLES(size: Self.size), try HeadlessGLES(size: Self.size)
    )
    for step in 0..<5 {
      let (one, two) = (
        Self.plain(try Self.face(UInt64(step))), Self.plain(try Self.face(9, .bgra))
      )
      try Self.expectNear(try first.draw(one), one)
      try Self.expectNear(try second.draw(two), two)
    }
    var third: HeadlessGLES? = try HeadlessGLES(size: Self.size)
    _ = try third?.draw(Self.plain(try Self.face(0)))
    third = nil
    let scene = Self.plain(try Self.face(77))
    try Self.expectNear(try first.draw(scene), scene)
  }

  @Test func `Without a context there is no renderer, and it says so`() {
    let error = #expect(throws: PreviewError.self) { try GLESRenderer() }
    #expect(error?.code == .graphicsUnavailable)
  }
}
