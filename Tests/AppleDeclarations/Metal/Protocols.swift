// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation

/// metal/mtldevice: Sendable
public protocol MTLDevice: NSObjectProtocol, Sendable {
  /// metal/mtldevice/name
  var name: String { get }
  /// metal/mtldevice/makecommandqueue()
  func makeCommandQueue() -> (any MTLCommandQueue)?
  /// metal/mtldevice/makelibrary(source:options:)
  func makeLibrary(source: String, options: MTLCompileOptions?) throws -> any MTLLibrary
  /// metal/mtldevice/makerenderpipelinestate(descriptor:)
  func makeRenderPipelineState(
    descriptor: MTLRenderPipelineDescriptor
  ) throws -> any MTLRenderPipelineState
  /// metal/mtldevice/makebuffer(length:options:)
  func makeBuffer(length: Int, options: MTLResourceOptions) -> (any MTLBuffer)?
  /// metal/mtldevice/maketexture(descriptor:)
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)?
}

/// metal/mtlcompileoptions
public final class MTLCompileOptions: NSObject {}

/// metal/mtllibrary: Sendable
public protocol MTLLibrary: NSObjectProtocol, Sendable {
  /// metal/mtllibrary/makefunction(name:)
  func makeFunction(name functionName: String) -> (any MTLFunction)?
}

/// metal/mtlfunction: Sendable
public protocol MTLFunction: NSObjectProtocol, Sendable {
  /// metal/mtlfunction/name
  var name: String { get }
}

/// metal/mtlrenderpipelinestate: Sendable
public protocol MTLRenderPipelineState: NSObjectProtocol, Sendable {}

/// metal/mtlbuffer
public protocol MTLBuffer: NSObjectProtocol {
  /// metal/mtlbuffer/length
  var length: Int { get }
  /// metal/mtlbuffer/contents()
  func contents() -> UnsafeMutableRawPointer
}

/// metal/mtltexture
public protocol MTLTexture: NSObjectProtocol {
  /// metal/mtltexture/width
  var width: Int { get }
  /// metal/mtltexture/height
  var height: Int { get }
  /// metal/mtltexture/pixelformat
  var pixelFormat: MTLPixelFormat { get }
  /// metal/mtltexture/replace(region:mipmaplevel:withbytes:bytesperrow:)
  func replace(
    region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int)
  /// metal/mtltexture/getbytes(_:bytesperrow:from:mipmaplevel:)
  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion,
    mipmapLevel level: Int)
}

/// metal/mtltexturedescriptor
public final class MTLTextureDescriptor: NSObject {
  let pixelFormat: MTLPixelFormat
  let width: Int
  let height: Int

  /// metal/mtltexturedescriptor/texture2ddescriptor(pixelformat:width:height:mipmapped:)
  public class func texture2DDescriptor(
    pixelFormat: MTLPixelFormat, width: Int, height: Int, mipmapped: Bool
  ) -> MTLTextureDescriptor {
    MTLTextureDescriptor(pixelFormat, width, height)
  }

  private init(_ pixelFormat: MTLPixelFormat, _ width: Int, _ height: Int) {
    (self.pixelFormat, self.width, self.height) = (pixelFormat, width, height)
  }

  /// metal/mtltexturedescriptor/usage
  public var usage = MTLTextureUsage.shaderRead
  /// metal/mtltexturedescriptor/storagemode
  public var storageMode = MTLStorageMode.shared
}

/// metal/mtlcommandqueue: Sendable
public protocol MTLCommandQueue: NSObjectProtocol, Sendable {
  /// metal/mtlcommandqueue/makecommandbuffer()
  func makeCommandBuffer() -> (any MTLCommandBuffer)?
}

/// metal/mtldrawable
public protocol MTLDrawable: NSObjectProtocol {}

/// metal/mtlcommandbuffer
public protocol MTLCommandBuffer: NSObjectProtocol {
  /// metal/mtlcommandbuffer/makerendercommandencoder(descriptor:)
  func makeRenderCommandEncoder(
    descriptor renderPassDescriptor: MTLRenderPassDescriptor
  ) -> (any MTLRenderCommandEncoder)?
  /// metal/mtlcommandbuffer/present(_:)
  func present(_ drawable: any MTLDrawable)
  /// metal/mtlcommandbuffer/addcompletedhandler(_:)
  func addCompletedHandler(_ block: @escaping @Sendable (any MTLCommandBuffer) -> Void)
  /// metal/mtlcommandbuffer/commit()
  func commit()
  /// metal/mtlcommandbuffer/waituntilcompleted(): blocks
  func waitUntilCompleted()
  /// metal/mtlcommandbuffer/status
  var status: MTLCommandBufferStatus { get }
}

/// metal/mtlrendercommandencoder
public protocol MTLRenderCommandEncoder: NSObjectProtocol {
  /// metal/mtlrendercommandencoder/setrenderpipelinestate(_:)
  func setRenderPipelineState(_ pipelineState: any MTLRenderPipelineState)
  /// metal/mtlrendercommandencoder/setviewport(_:)
  func setViewport(_ viewport: MTLViewport)
  /// metal/mtlrendercommandencoder/setvertexbytes(_:length:index:): 4 KB at most
  func setVertexBytes(_ bytes: UnsafeRawPointer, length: Int, index: Int)
  /// metal/mtlrendercommandencoder/setfragmentbytes(_:length:index:): 4 KB at most
  func setFragmentBytes(_ bytes: UnsafeRawPointer, length: Int, index: Int)
  /// metal/mtlrendercommandencoder/setvertexbuffer(_:offset:index:)
  func setVertexBuffer(_ buffer: (any MTLBuffer)?, offset: Int, index: Int)
  /// metal/mtlrendercommandencoder/setfragmenttexture(_:index:)
  func setFragmentTexture(_ texture: (any MTLTexture)?, index: Int)
  /// metal/mtlrendercommandencoder/drawprimitives(type:vertexstart:vertexcount:)
  func drawPrimitives(type primitiveType: MTLPrimitiveType, vertexStart: Int, vertexCount: Int)
  /// metal/mtlcommandencoder/endencoding()
  func endEncoding()
}

/// metal/mtlrenderpipelinedescriptor
public final class MTLRenderPipelineDescriptor: NSObject {
  /// metal/mtlrenderpipelinedescriptor/init()
  public override init() {}
  /// metal/mtlrenderpipelinedescriptor/vertexfunction
  public var vertexFunction: (any MTLFunction)?
  /// metal/mtlrenderpipelinedescriptor/fragmentfunction
  public var fragmentFunction: (any MTLFunction)?
  /// metal/mtlrenderpipelinedescriptor/colorattachments
  public let colorAttachments = MTLRenderPipelineColorAttachmentDescriptorArray()
}

/// metal/mtlrenderpipelinecolorattachmentdescriptorarray
public final class MTLRenderPipelineColorAttachmentDescriptorArray: NSObject {
  private let first = MTLRenderPipelineColorAttachmentDescriptor()
  /// metal/mtlrenderpipelinecolorattachmentdescriptorarray/subscript(_:)
  public subscript(attachmentIndex: Int) -> MTLRenderPipelineColorAttachmentDescriptor! { first }
}

/// metal/mtlrenderpipelinecolorattachmentdescriptor
public final class MTLRenderPipelineColorAttachmentDescriptor: NSObject {
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/pixelformat
  public var pixelFormat = MTLPixelFormat.invalid
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/isblendingenabled
  public var isBlendingEnabled = false
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/sourcergbblendfactor
  public var sourceRGBBlendFactor = MTLBlendFactor.one
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/destinationrgbblendfactor
  public var destinationRGBBlendFactor = MTLBlendFactor.zero
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/sourcealphablendfactor
  public var sourceAlphaBlendFactor = MTLBlendFactor.one
  /// metal/mtlrenderpipelinecolorattachmentdescriptor/destinationalphablendfactor
  public var destinationAlphaBlendFactor = MTLBlendFactor.zero
}

/// metal/mtlrenderpassdescriptor
public final class MTLRenderPassDescriptor: NSObject {
  /// metal/mtlrenderpassdescriptor/init()
  public override init() {}
  /// metal/mtlrenderpassdescriptor/colorattachments
  public let colorAttachments = MTLRenderPassColorAttachmentDescriptorArray()
}

/// metal/mtlrenderpasscolorattachmentdescriptorarray
public final class MTLRenderPassColorAttachmentDescriptorArray: NSObject {
  private let first = MTLRenderPassColorAttachmentDescriptor()
  /// metal/mtlrenderpasscolorattachmentdescriptorarray/subscript(_:)
  public subscript(attachmentIndex: Int) -> MTLRenderPassColorAttachmentDescriptor! { first }
}

/// metal/mtlrenderpasscolorattachmentdescriptor
public final class MTLRenderPassColorAttachmentDescriptor: NSObject {
  /// metal/mtlrenderpassattachmentdescriptor/texture
  public var texture: (any MTLTexture)?
  /// metal/mtlrenderpassattachmentdescriptor/loadaction
  public var loadAction = MTLLoadAction.dontCare
  /// metal/mtlrenderpassattachmentdescriptor/storeaction
  public var storeAction = MTLStoreAction.store
  /// metal/mtlrenderpasscolorattachmentdescriptor/clearcolor
  public var clearColor = MTLClearColor(red: 0, green: 0, blue: 0, alpha: 1)
}

/// metal/mtlcreatesystemdefaultdevice()
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { CPUDevice() }
