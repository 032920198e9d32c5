// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation
@_spi(Stage) public import Metal

/// corevideo/kcvmetaltextureusage
public var kCVMetalTextureUsage: CFString { "MetalTextureUsage" }

/// corevideo/cvmetaltexturecache
public final class CVMetalTextureCache {}

/// corevideo/cvmetaltexture
public final class CVMetalTexture {
  let texture: CPUTexture
  init(_ texture: CPUTexture) { self.texture = texture }
}

/// corevideo/cvmetaltexturecachecreate(_:_:_:_:_:)
@discardableResult
public func CVMetalTextureCacheCreate(
  _ allocator: CFAllocator?, _ cacheAttributes: CFDictionary?, _ metalDevice: any MTLDevice,
  _ textureAttributes: CFDictionary?, _ cacheOut: UnsafeMutablePointer<CVMetalTextureCache?>
) -> CVReturn {
  unsafe cacheOut.pointee = CVMetalTextureCache()
  return kCVReturnSuccess
}

/// corevideo/cvmetaltexturecachecreatetexturefromimage(_:_:_:_:_:_:_:_:_:)
@discardableResult
public func CVMetalTextureCacheCreateTextureFromImage(
  _ allocator: CFAllocator?, _ textureCache: CVMetalTextureCache, _ sourceImage: CVImageBuffer,
  _ textureAttributes: CFDictionary?, _ pixelFormat: MTLPixelFormat, _ width: Int, _ height: Int,
  _ planeIndex: Int, _ textureOut: UnsafeMutablePointer<CVMetalTexture?>
) -> CVReturn {
  guard planeIndex < sourceImage.layout.planes.count else { return kCVReturnError }
  let plane = sourceImage.layout.planes[planeIndex]
  unsafe textureOut.pointee = CVMetalTexture(
    CPUTexture(
      pixelFormat, width, height, stride: plane.stride, sourceImage.memory + plane.offset,
      release: { withExtendedLifetime(sourceImage) {} }))
  return kCVReturnSuccess
}

/// corevideo/cvmetaltexturegettexture(_:)
public func CVMetalTextureGetTexture(_ image: CVMetalTexture) -> (any MTLTexture)? { image.texture }
