import MediaTypes
import PreviewCore
import PreviewGLES

/// Draws scenes with their frames in memory that is shared between devices.
final class SharedDrawing {
  /// Whose memory it is.
  enum Source: String {
    /// The kernel's, as a camera's.
    case kernel = "the kernel's memory"
    /// The graphics driver's own.
    case driver = "the driver's own memory"
  }

  let gpu: HeadlessGLES
  /// The first that there is.
  private(set) var source: Source?
  private(set) var refusals: [String] = []
  private var sources: [Source]
  private var identity: UInt64 = 0

  /// - Parameter sources: to be tried, in this order.
  init(_ gpu: HeadlessGLES, _ sources: [Source]) {
    self.gpu = gpu
    self.sources = sources
  }

  /// - Returns: nil when this machine has no such memory, or its driver does not take it: `refusals`
  ///   say why.
  func draw(_ scene: Scene) throws -> RenderedImage? {
    while gpu.importsSharedMemory, let source = sources.first {
      do {
        let shared = try sharing(scene, source)
        self.source = source
        return try gpu.draw(shared)
      } catch let refusal as ExportedMemory.Refusal {
        refusals.append("\(source.rawValue): \(refusal)")
      } catch let refusal as SharedMemory.Refusal {
        refusals.append("\(source.rawValue): \(refusal)")
      }
      sources.removeFirst()
    }
    if refusals.isEmpty { refusals = ["the driver does not take memory of others"] }
    return nil
  }

  private func sharing(_ scene: Scene, _ source: Source) throws -> Scene {
    var scene = scene
    for index in scene.patches.indices {
      identity += 1
      scene.patches[index].frame = try frame(like: scene.patches[index].frame, source)
    }
    return scene
  }

  private func frame(like frame: VideoFrame, _ source: Source) throws -> VideoFrame {
    switch source {
    case .kernel: return try SharedMemory.frame(like: frame, identity: identity)
    case .driver:
      let result = try gpu.withTarget { _ in
        Result { try ExportedMemory.frame(like: frame, identity: identity) }
      }
      guard let result else { throw ExportedMemory.Refusal("its context is lost") }
      return try result.get()
    }
  }
}
