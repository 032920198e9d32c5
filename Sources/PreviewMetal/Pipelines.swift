import Metal
import PreviewCore

/// The compiled programs, one for each layout and surface, made when first needed.
///
/// *Context*: one thread at a time.
struct Pipelines {
  private struct Key: Hashable {
    let layout: SampleLayout
    let surface: Surface
  }

  private let device: any MTLDevice
  private let library: any MTLLibrary
  private var made: [Key: any MTLRenderPipelineState] = [:]

  init(_ device: any MTLDevice) throws(PreviewError) {
    self.device = device
    let text = String(decoding: PackageResources.Shaders_metal, as: UTF8.self)
    do {
      library = try device.makeLibrary(source: text, options: nil)
    } catch {
      throw PreviewError(
        .graphicsUnavailable, "\(device.name) refuses the shaders: \(error).",
        remedy: "iOS 18 or macOS 15 is needed.")
    }
  }

  mutating func pipeline(
    _ layout: SampleLayout, _ surface: Surface
  ) throws(PreviewError) -> any MTLRenderPipelineState {
    let key = Key(layout: layout, surface: surface)
    if let pipeline = made[key] { return pipeline }
    let descriptor = MTLRenderPipelineDescriptor()
    descriptor.vertexFunction = library.makeFunction(name: surface.rawValue + "Vertex")
    descriptor.fragmentFunction = library.makeFunction(name: surface.rawValue + layout.rawValue)
    if let color = descriptor.colorAttachments[0] { Self.blend(color) }
    do {
      let pipeline = try device.makeRenderPipelineState(descriptor: descriptor)
      made[key] = pipeline
      return pipeline
    } catch {
      throw PreviewError(.graphicsFailed, "No program for \(layout) pictures: \(error).")
    }
  }

  /// Makes a premultiplied target of plain colours, in one rounding.
  private static func blend(_ color: MTLRenderPipelineColorAttachmentDescriptor) {
    color.pixelFormat = MetalRenderer.pixelFormat
    color.isBlendingEnabled = true
    color.sourceRGBBlendFactor = .sourceAlpha
    color.destinationRGBBlendFactor = .oneMinusSourceAlpha
    color.sourceAlphaBlendFactor = .one
    color.destinationAlphaBlendFactor = .oneMinusSourceAlpha
  }
}
