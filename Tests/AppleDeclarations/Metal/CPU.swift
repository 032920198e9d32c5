// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap
// The stand-ins' own words, for tests.
public import Foundation
import MetalOnCPU

/// The stand-in for a GPU: each draw is done at once, by MetalOnCPU.
final class CPUDevice: NSObject, MTLDevice {
  var name: String { "the shaders as C++ on the CPU" }
  func makeCommandQueue() -> (any MTLCommandQueue)? { CPUQueue() }
  func makeLibrary(source: String, options: MTLCompileOptions?) throws -> any MTLLibrary {
    guard source.contains("using namespace metal;") else { throw CocoaError(.fileReadUnknown) }
    return CPULibrary()
  }
  func makeRenderPipelineState(
    descriptor: MTLRenderPipelineDescriptor
  ) throws -> any MTLRenderPipelineState {
    let color = descriptor.colorAttachments[0]
    guard let vertex = descriptor.vertexFunction?.name,
      let fragment = descriptor.fragmentFunction?.name, let color,
      color.pixelFormat == .bgra8Unorm, color.isBlendingEnabled,
      color.sourceRGBBlendFactor == .sourceAlpha,
      color.destinationRGBBlendFactor == .oneMinusSourceAlpha,
      color.sourceAlphaBlendFactor == .one,
      color.destinationAlphaBlendFactor == .oneMinusSourceAlpha
    else { throw CocoaError(.featureUnsupported) }
    Counts.shared.add(\.pipelines)
    return CPUPipeline(vertex: vertex, fragment: fragment)
  }
  func makeBuffer(length: Int, options: MTLResourceOptions) -> (any MTLBuffer)? {
    Counts.shared.add(\.buffers)
    return CPUBuffer(length)
  }
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)? {
    Counts.shared.add(\.textures)
    let (width, height) = (descriptor.width, descriptor.height)
    let shape = descriptor.pixelFormat.shape
    let stride = width * shape.components * shape.bytes
    let memory = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, stride * height), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    return unsafe CPUTexture(
      descriptor.pixelFormat, width, height, stride: stride, memory.baseAddress,
      release: { unsafe memory.deallocate() })
  }
}

/// What stand-ins have made, for tests.
@_spi(Stage) public final class Counts: @unchecked Sendable {
  public struct Numbers: Equatable {
    public var pipelines = 0
    public var buffers = 0
    public var textures = 0
    public var draws = 0
  }
  public static let shared = Counts()
  // Guarded by the lock.
  private let lock = NSLock()
  private var numbers = Numbers()
  public var current: Numbers { lock.withLock { numbers } }
  func add(_ part: WritableKeyPath<Numbers, Int>) { lock.withLock { numbers[keyPath: part] += 1 } }
}

private final class CPULibrary: NSObject, MTLLibrary {
  func makeFunction(name functionName: String) -> (any MTLFunction)? {
    MetalOnCPU_hasFunction(functionName) ? CPUFunction(functionName) : nil
  }
}

private final class CPUFunction: NSObject, MTLFunction {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class CPUPipeline: NSObject, MTLRenderPipelineState {
  let vertex: String
  let fragment: String
  init(vertex: String, fragment: String) { (self.vertex, self.fragment) = (vertex, fragment) }
}

private final class CPUBuffer: NSObject, MTLBuffer {
  let length: Int
  private let memory: UnsafeMutableRawPointer
  init(_ length: Int) {
    self.length = length
    unsafe memory = .allocate(byteCount: max(1, length), alignment: 16)
  }
  deinit { unsafe memory.deallocate() }
  func contents() -> UnsafeMutableRawPointer { unsafe memory }
}

/// A texture over memory, of its own or of a picture's plane.
@_spi(Stage) public final class CPUTexture: NSObject, MTLTexture {
  public let pixelFormat: MTLPixelFormat
  public let width: Int
  public let height: Int
  let stride: Int
  let bytes: UnsafeMutableRawPointer?
  private let release: () -> Void

  public init(
    _ pixelFormat: MTLPixelFormat, _ width: Int, _ height: Int, stride: Int,
    _ bytes: UnsafeMutableRawPointer?, release: @escaping () -> Void
  ) {
    (self.pixelFormat, self.width, self.height) = (pixelFormat, width, height)
    (self.stride, self.release) = (stride, release)
    unsafe self.bytes = bytes
  }

  deinit { release() }

  private var rowBytes: Int { width * pixelFormat.shape.components * pixelFormat.shape.bytes }

  public func replace(
    region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int
  ) {
    guard let bytes = unsafe bytes else { return }
    for row in 0..<region.height {
      unsafe (bytes + row * stride).copyMemory(
        from: pixelBytes + row * bytesPerRow, byteCount: rowBytes)
    }
  }

  public func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion,
    mipmapLevel level: Int
  ) {
    guard let bytes = unsafe bytes else { return }
    for row in 0..<region.height {
      unsafe (pixelBytes + row * bytesPerRow).copyMemory(
        from: bytes + row * stride, byteCount: rowBytes)
    }
  }

  var onCPU: MetalOnCPU_Texture {
    unsafe MetalOnCPU_Texture(
      bytes: bytes, width: Int32(width), height: Int32(height), stride: Int32(stride),
      components: Int32(pixelFormat.shape.components),
      bytesPerComponent: Int32(pixelFormat.shape.bytes), blueFirst: pixelFormat == .bgra8Unorm)
  }
}

private final class CPUQueue: NSObject, MTLCommandQueue {
  func makeCommandBuffer() -> (any MTLCommandBuffer)? { CPUCommands() }
}

private final class CPUCommands: NSObject, MTLCommandBuffer {
  private var handlers: [@Sendable (any MTLCommandBuffer) -> Void] = []
  private(set) var status = MTLCommandBufferStatus.notEnqueued

  func makeRenderCommandEncoder(
    descriptor renderPassDescriptor: MTLRenderPassDescriptor
  ) -> (any MTLRenderCommandEncoder)? {
    CPUEncoder(renderPassDescriptor)
  }
  func present(_ drawable: any MTLDrawable) {}
  func addCompletedHandler(_ block: @escaping @Sendable (any MTLCommandBuffer) -> Void) {
    handlers.append(block)
  }
  func commit() {
    status = .completed
    for handler in handlers { handler(self) }
  }
  func waitUntilCompleted() {}
}

private final class CPUEncoder: NSObject, MTLRenderCommandEncoder {
  private let target: CPUTexture
  private var pipeline: CPUPipeline?
  private var uniforms = Data()
  private var vertices: (buffer: any MTLBuffer, offset: Int)?
  private var textures: [Int: CPUTexture] = [:]

  init?(_ pass: MTLRenderPassDescriptor) {
    guard let color = pass.colorAttachments[0], let target = color.texture as? CPUTexture else {
      return nil
    }
    self.target = target
    if color.loadAction == .clear {
      let parts = [
        color.clearColor.blue, color.clearColor.green, color.clearColor.red, color.clearColor.alpha,
      ].map { UInt8(($0 * 255).rounded()) }
      for row in 0..<target.height {
        for index in 0..<target.width * 4 {
          unsafe target.bytes?.storeBytes(
            of: parts[index % 4], toByteOffset: row * target.stride + index, as: UInt8.self)
        }
      }
    }
  }

  func setRenderPipelineState(_ pipelineState: any MTLRenderPipelineState) {
    pipeline = pipelineState as? CPUPipeline
  }
  func setViewport(_ viewport: MTLViewport) {}
  func setVertexBytes(_ bytes: UnsafeRawPointer, length: Int, index: Int) {
    precondition(length <= 4096, "setVertexBytes takes 4 KB at most")
    if index == 0 { unsafe uniforms = Data(bytes: bytes, count: length) }
  }
  func setFragmentBytes(_ bytes: UnsafeRawPointer, length: Int, index: Int) {
    precondition(length <= 4096, "setFragmentBytes takes 4 KB at most")
  }
  func setVertexBuffer(_ buffer: (any MTLBuffer)?, offset: Int, index: Int) {
    if index == 1, let buffer { vertices = (buffer, offset) }
  }
  func setFragmentTexture(_ texture: (any MTLTexture)?, index: Int) {
    textures[index] = texture as? CPUTexture
  }

  func drawPrimitives(type primitiveType: MTLPrimitiveType, vertexStart: Int, vertexCount: Int) {
    guard let pipeline, let first = textures[0] else {
      preconditionFailure("drawing without a pipeline or a texture")
    }
    Counts.shared.add(\.draws)
    let all = (0..<3).map { (textures[$0] ?? first).onCPU }
    let drawn = unsafe uniforms.withUnsafeBytes { uniforms in
      unsafe MetalOnCPU_draw(
        pipeline.vertex, pipeline.fragment, primitiveType == .triangleStrip, Int32(vertexCount),
        uniforms.baseAddress!,
        vertices.map { unsafe UnsafeRawPointer($0.buffer.contents() + $0.offset) },
        all,
        MetalOnCPU_Target(
          bytes: target.bytes!.assumingMemoryBound(to: UInt8.self), width: Int32(target.width),
          height: Int32(target.height), stride: Int32(target.stride)))
    }
    precondition(drawn, "no program \(pipeline.vertex) and \(pipeline.fragment)")
  }
  func endEncoding() {}
}
