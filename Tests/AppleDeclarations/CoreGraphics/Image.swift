// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
// CoreFoundation, which Foundation brings along in the SDK.
@_exported public import CoreVideo
public import Foundation

/// corefoundation/cfdata
public typealias CFData = NSData

/// coregraphics/cgdataprovider
public final class CGDataProvider {
  let data: Data
  /// coregraphics/cgdataprovider/init(data:)
  public init?(data: CFData) { self.data = data as Data }
}

/// coregraphics/cgcolorspace
public final class CGColorSpace {
  /// coregraphics/cgcolorspace/srgb
  public class var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// coregraphics/cgcolorspace/init(name:)
  public init?(name: CFString) {}
}

/// coregraphics/cgimagealphainfo
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// coregraphics/cgimagealphainfo/none
  case none = 0
}

/// coregraphics/cgbitmapinfo
public struct CGBitmapInfo: OptionSet, Sendable {
  /// coregraphics/cgbitmapinfo/rawvalue
  public let rawValue: UInt32
  /// coregraphics/cgbitmapinfo/init(rawvalue:)
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// coregraphics/cgcolorrenderingintent
public enum CGColorRenderingIntent: Int32, Sendable {
  /// coregraphics/cgcolorrenderingintent/defaultintent
  case defaultIntent = 0
}

/// coregraphics/cgimage
public final class CGImage {
  /// coregraphics/cgimage/width
  public let width: Int
  /// coregraphics/cgimage/height
  public let height: Int

  /// coregraphics/cgimage/init(width:height:bitspercomponent:bitsperpixel:bytesperrow:space:bitmapinfo:provider:decode:shouldinterpolate:intent:)
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard provider.data.count >= bytesPerRow * height else { return nil }
    (self.width, self.height) = (width, height)
  }
}
