// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
/// metal/mtlpixelformat
public enum MTLPixelFormat: UInt, Sendable {
  /// metal/mtlpixelformat/invalid
  case invalid = 0
  /// metal/mtlpixelformat/r8unorm
  case r8Unorm = 10
  /// metal/mtlpixelformat/r16unorm
  case r16Unorm = 20
  /// metal/mtlpixelformat/rg8unorm
  case rg8Unorm = 30
  /// metal/mtlpixelformat/rg16unorm
  case rg16Unorm = 60
  /// metal/mtlpixelformat/rgba8unorm
  case rgba8Unorm = 70
  /// metal/mtlpixelformat/bgra8unorm
  case bgra8Unorm = 80

  /// Components, and bytes of each.
  var shape: (components: Int, bytes: Int) {
    switch self {
    case .invalid: (0, 0)
    case .r8Unorm: (1, 1)
    case .r16Unorm: (1, 2)
    case .rg8Unorm: (2, 1)
    case .rg16Unorm: (2, 2)
    case .rgba8Unorm, .bgra8Unorm: (4, 1)
    }
  }
}

/// metal/mtlprimitivetype
public enum MTLPrimitiveType: UInt, Sendable {
  /// metal/mtlprimitivetype/triangle
  case triangle = 3
  /// metal/mtlprimitivetype/trianglestrip
  case triangleStrip = 4
}

/// metal/mtlloadaction
public enum MTLLoadAction: UInt, Sendable {
  /// metal/mtlloadaction/dontcare
  case dontCare = 0
  /// metal/mtlloadaction/clear
  case clear = 2
}

/// metal/mtlstoreaction
public enum MTLStoreAction: UInt, Sendable {
  /// metal/mtlstoreaction/dontcare
  case dontCare = 0
  /// metal/mtlstoreaction/store
  case store = 1
}

/// metal/mtlblendfactor
public enum MTLBlendFactor: UInt, Sendable {
  /// metal/mtlblendfactor/zero
  case zero = 0
  /// metal/mtlblendfactor/one
  case one = 1
  /// metal/mtlblendfactor/sourcealpha
  case sourceAlpha = 4
  /// metal/mtlblendfactor/oneminussourcealpha
  case oneMinusSourceAlpha = 5
}

/// metal/mtlstoragemode
public enum MTLStorageMode: UInt, Sendable {
  /// metal/mtlstoragemode/shared
  case shared = 0
  /// metal/mtlstoragemode/private
  case `private` = 2
}

/// metal/mtlcommandbufferstatus
public enum MTLCommandBufferStatus: UInt, Sendable {
  /// metal/mtlcommandbufferstatus/notenqueued
  case notEnqueued = 0
  /// metal/mtlcommandbufferstatus/completed
  case completed = 4
  /// metal/mtlcommandbufferstatus/error
  case error = 5
}

/// metal/mtltextureusage
public struct MTLTextureUsage: OptionSet, Sendable {
  /// metal/mtltextureusage/rawvalue
  public let rawValue: UInt
  /// metal/mtltextureusage/init(rawvalue:)
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// metal/mtltextureusage/shaderread
  public static let shaderRead = MTLTextureUsage(rawValue: 1)
  /// metal/mtltextureusage/rendertarget
  public static let renderTarget = MTLTextureUsage(rawValue: 4)
}

/// metal/mtlresourceoptions
public struct MTLResourceOptions: OptionSet, Sendable {
  /// metal/mtlresourceoptions/rawvalue
  public let rawValue: UInt
  /// metal/mtlresourceoptions/init(rawvalue:)
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// metal/mtlresourceoptions/storagemodeshared
  public static let storageModeShared = MTLResourceOptions([])
}

/// metal/mtlclearcolor
public struct MTLClearColor: Sendable {
  /// metal/mtlclearcolor/red
  public var red: Double
  /// metal/mtlclearcolor/green
  public var green: Double
  /// metal/mtlclearcolor/blue
  public var blue: Double
  /// metal/mtlclearcolor/alpha
  public var alpha: Double
  /// metal/mtlclearcolor/init(red:green:blue:alpha:)
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

/// metal/mtlviewport
public struct MTLViewport: Sendable {
  let width: Double
  let height: Double
  /// metal/mtlviewport/init(originx:originy:width:height:znear:zfar:)
  public init(
    originX: Double, originY: Double, width: Double, height: Double, znear: Double, zfar: Double
  ) {
    (self.width, self.height) = (width, height)
  }
}

/// metal/mtlregion
public struct MTLRegion: Sendable {
  let width: Int
  let height: Int
}

/// metal/mtlregionmake2d(_:_:_:_:)
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
  MTLRegion(width: width, height: height)
}
