public import AppleMedia
import Foundation
import MediaTypes
package import Metal
public import PreviewCore
import Synchronization

/// Draws scenes with Metal.
///
/// The platform's own pictures are shown as they lie, by one texture cache; all other frames are copied to
/// the GPU once, however often they are drawn. Once warm, drawing makes no textures, buffers or programs of
/// its own. The GPU may be behind by `mostInFlight` scenes; what comes then is not drawn, and nothing waits.
///
/// *Context*: one thread at a time; no call waits for the GPU, except `draw(_:)` to an image.
public final class MetalRenderer {
  /// What a renderer has done since it was made.
  public struct Counts: Hashable, Sendable {
    /// Frames copied to the GPU.
    public var uploads = 0
    /// Frames shown as they lie.
    public var imports = 0
    /// Patches drawn.
    public var draws = 0
    /// Scenes that were not drawn, since the GPU was behind.
    public var skipped = 0

    /// None of anything.
    public init() {}
  }

  /// Scenes that the GPU may have before it at once.
  public static let mostInFlight = 3
  /// Of everything that is drawn on, since the programs are made for it.
  static let pixelFormat = MTLPixelFormat.bgra8Unorm

  /// The GPU.
  package let device: any MTLDevice
  private let queue: any MTLCommandQueue
  private var pipelines: Pipelines
  private var textures: TextureCache
  private var meshes: MeshBuffers
  private let inFlight = InFlight()
  private var done = Counts()

  /// Makes a renderer on the system's usual GPU.
  ///
  /// - Throws: `PreviewError` when there is none, or it cannot draw.
  public init() throws(PreviewError) {
    guard let device = MTLCreateSystemDefaultDevice(), let queue = device.makeCommandQueue() else {
      throw PreviewError(
        .graphicsUnavailable, "This machine has no GPU for Metal.",
        remedy: "In a virtual machine or simulator, use PreviewSoftware.")
    }
    (self.device, self.queue) = (device, queue)
    pipelines = try Pipelines(device)
    textures = try TextureCache(device)
    meshes = MeshBuffers(device)
  }

  /// What has been done so far.
  public var counts: Counts {
    var counts = done
    (counts.uploads, counts.imports) = (textures.uploads, textures.imports)
    return counts
  }

  /// Draws a scene over the whole of a texture, and shows it when that is a drawable's.
  ///
  /// - Parameters:
  ///   - scene: what to draw; each frame decoded. Its viewport is the texture's size.
  ///   - drawable: is presented when the scene is drawn.
  /// - Returns: false when the GPU is too far behind: nothing is drawn then.
  /// - Throws: `PreviewError` for a scene or frame that cannot be drawn: nothing is drawn then.
  @discardableResult
  package func draw(
    _ scene: Scene, into target: any MTLTexture, presenting drawable: (any MTLDrawable)? = nil
  ) throws(PreviewError) -> Bool {
    try commit(scene, target, drawable) != nil
  }

  /// Draws a scene to ordinary memory.
  ///
  /// *Context*: waits for the GPU.
  public func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    guard scene.viewport.isValid else { throw .cannotDraw(viewport: scene.viewport) }
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: Self.pixelFormat, width: scene.viewport.width, height: scene.viewport.height,
      mipmapped: false)
    descriptor.usage = [.renderTarget, .shaderRead]
    descriptor.storageMode = .shared
    guard let target = device.makeTexture(descriptor: descriptor),
      let commands = try commit(scene, target, nil)
    else {
      throw PreviewError(.graphicsFailed, "A picture of \(scene.viewport) pixels was not drawn.")
    }
    commands.waitUntilCompleted()
    return try target.image(of: scene.viewport)
  }

  /// Draws a scene over the whole of a picture of the platform's, which nobody else has yet.
  ///
  /// - Parameters:
  ///   - scene: its viewport is the picture's size.
  ///   - picture: BGRA.
  ///
  /// *Context*: waits for the GPU.
  public func draw(_ scene: Scene, into picture: PixelBuffer) throws(PreviewError) {
    let (target, owner) = try textures.target(picture.value, size: scene.viewport)
    defer { withExtendedLifetime(owner) {} }
    guard let commands = try commit(scene, target, nil) else {
      throw PreviewError(.graphicsFailed, "The GPU is too far behind.")
    }
    commands.waitUntilCompleted()
  }

  private func commit(
    _ scene: Scene, _ target: any MTLTexture, _ drawable: (any MTLDrawable)?
  ) throws(PreviewError) -> (any MTLCommandBuffer)? {
    let patches = try visible(scene)
    guard inFlight.enter() else {
      done.skipped += 1
      return nil
    }
    do throws(PreviewError) {
      let shown = try textures.textures(for: patches.map(\.frame))
      try meshes.begin(vertexCount: patches.reduce(0) { $0 + $1.vertices.count })
      let commands = try encode(scene, patches, shown, target)
      let held = Held(shown.flatMap(\.owners))
      commands.addCompletedHandler { [inFlight] _ in
        held.release()
        inFlight.leave()
      }
      if let drawable { commands.present(drawable) }
      commands.commit()
      return commands
    } catch {
      inFlight.leave()
      throw error
    }
  }

  private func visible(_ scene: Scene) throws(PreviewError) -> [VisiblePatch] {
    guard scene.viewport.isValid else { throw .cannotDraw(viewport: scene.viewport) }
    var patches: [VisiblePatch] = []
    for patch in scene.patches {
      if let visible = try VisiblePatch(patch, in: scene.viewport) { patches.append(visible) }
    }
    return patches
  }
}

// MARK: - Encoding

extension MetalRenderer {
  private func encode(
    _ scene: Scene, _ patches: [VisiblePatch], _ textures: [TextureCache.Textures],
    _ target: any MTLTexture
  ) throws(PreviewError) -> any MTLCommandBuffer {
    guard let commands = queue.makeCommandBuffer(),
      let encoder = commands.makeRenderCommandEncoder(descriptor: pass(scene, target))
    else { throw PreviewError(.graphicsFailed, "\(device.name) takes no more commands.") }
    // An encoder that is not ended ends the program.
    defer { encoder.endEncoding() }
    encoder.setViewport(
      MTLViewport(
        originX: 0, originY: 0, width: Double(scene.viewport.width),
        height: Double(scene.viewport.height), znear: 0, zfar: 1))
    for (patch, textures) in zip(patches, textures) {
      encoder.setRenderPipelineState(try pipelines.pipeline(patch.layout, patch.surface))
      draw(patch, textures.planes, encoder)
      done.draws += 1
    }
    return commands
  }

  private func draw(
    _ patch: VisiblePatch, _ planes: [any MTLTexture], _ encoder: any MTLRenderCommandEncoder
  ) {
    // Every place is filled, since all programs name three.
    for unit in 0..<3 {
      encoder.setFragmentTexture(planes[min(unit, planes.count - 1)], index: unit)
    }
    // Unsafe: copied before the call returns.
    var uniforms = patch.uniforms
    let length = MemoryLayout<PatchUniforms>.size
    unsafe withUnsafeBytes(of: &uniforms) { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe encoder.setVertexBytes(start, length: length, index: 0)
      unsafe encoder.setFragmentBytes(start, length: length, index: 0)
    }
    switch patch.surface {
    case .quad: encoder.drawPrimitives(type: .triangleStrip, vertexStart: 0, vertexCount: 4)
    case .mesh:
      guard let place = meshes.put(patch.vertices) else { return }
      encoder.setVertexBuffer(place.buffer, offset: place.offset, index: 1)
      encoder.drawPrimitives(type: .triangle, vertexStart: 0, vertexCount: patch.vertices.count)
    }
  }

  private func pass(_ scene: Scene, _ target: any MTLTexture) -> MTLRenderPassDescriptor {
    let pass = MTLRenderPassDescriptor()
    let (color, alpha) = (scene.background, scene.background.alpha)
    pass.colorAttachments[0]?.texture = target
    pass.colorAttachments[0]?.loadAction = .clear
    pass.colorAttachments[0]?.storeAction = .store
    pass.colorAttachments[0]?.clearColor = MTLClearColor(
      red: color.red * alpha, green: color.green * alpha, blue: color.blue * alpha, alpha: alpha)
    return pass
  }
}

/// Counts the scenes that the GPU has before it.
private final class InFlight: Sendable {
  private let count = Atomic(0)

  /// - Returns: false when there are as many as there may be.
  func enter() -> Bool {
    let (before, _) = count.add(1, ordering: .acquiringAndReleasing)
    guard before < MetalRenderer.mostInFlight else {
      leave()
      return false
    }
    return true
  }

  func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}

/// What must live until the GPU is done.
///
/// Sendable unchecked: filled once, let go once.
private final class Held: @unchecked Sendable {
  private var objects: [AnyObject]
  init(_ objects: [AnyObject]) { self.objects = objects }
  func release() { objects = [] }
}

extension MTLTexture {
  /// Copies a target that is drawn, as red, green, blue and alpha.
  fileprivate func image(of size: PixelSize) throws(PreviewError) -> RenderedImage {
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    // Unsafe: the array has room for all rows.
    unsafe bytes.withUnsafeMutableBytes { pointer in
      guard let start = pointer.baseAddress else { return }
      unsafe getBytes(
        start, bytesPerRow: size.width * 4,
        from: MTLRegionMake2D(0, 0, size.width, size.height), mipmapLevel: 0)
    }
    for pixel in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(pixel, pixel + 2) }
    guard let image = RenderedImage(size: size, bytes: bytes) else {
      throw .cannotDraw(viewport: size)
    }
    return image
  }
}
