// Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation
@_spi(Stage) public import Metal

/// corefoundation/cftimeinterval
public typealias CFTimeInterval = Double

/// quartzcore/calayer
open class CALayer: NSObject {
  /// quartzcore/calayer/init()
  public override init() {}
  /// quartzcore/calayer/bounds
  public var bounds = CGRect.zero
  /// quartzcore/calayer/frame
  public var frame = CGRect.zero
  /// quartzcore/calayer/addsublayer(_:)
  public func addSublayer(_ layer: CALayer) {}
  /// quartzcore/calayer/contentsscale
  public var contentsScale: CGFloat = 1
  /// quartzcore/calayer/isopaque
  public var isOpaque = false
}

/// quartzcore/cametaldrawable
public protocol CAMetalDrawable: MTLDrawable {
  /// quartzcore/cametaldrawable/texture
  var texture: any MTLTexture { get }
}

/// quartzcore/cametallayer
open class CAMetalLayer: CALayer {
  /// quartzcore/cametallayer/device
  public var device: (any MTLDevice)?
  /// quartzcore/cametallayer/pixelformat
  public var pixelFormat = MTLPixelFormat.bgra8Unorm
  /// quartzcore/cametallayer/framebufferonly
  public var framebufferOnly = true
  /// quartzcore/cametallayer/drawablesize
  public var drawableSize = CGSize.zero
  /// quartzcore/cametallayer/maximumdrawablecount
  public var maximumDrawableCount = 3
  weak var link: CAMetalDisplayLink?
}

/// quartzcore/cametaldisplaylink: iOS 17, macOS 14
public final class CAMetalDisplayLink: NSObject {
  /// quartzcore/cametaldisplaylink/update
  public final class Update: NSObject {
    /// quartzcore/cametaldisplaylink/update/drawable
    public let drawable: any CAMetalDrawable
    /// quartzcore/cametaldisplaylink/update/targetpresentationtimestamp
    public let targetPresentationTimestamp: CFTimeInterval
    init(_ drawable: any CAMetalDrawable, _ time: CFTimeInterval) {
      (self.drawable, targetPresentationTimestamp) = (drawable, time)
    }
  }

  /// quartzcore/cametaldisplaylink/init(metallayer:)
  public init(metalLayer layer: CAMetalLayer) {
    super.init()
    layer.link = self
  }
  /// quartzcore/cametaldisplaylink/delegate
  public weak var delegate: (any CAMetalDisplayLinkDelegate)?
  /// quartzcore/cametaldisplaylink/ispaused
  public var isPaused = false
  /// quartzcore/cametaldisplaylink/add(to:formode:)
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  /// quartzcore/cametaldisplaylink/invalidate()
  public func invalidate() { delegate = nil }
}

/// quartzcore/cametaldisplaylinkdelegate
public protocol CAMetalDisplayLinkDelegate: NSObjectProtocol {
  /// quartzcore/cametaldisplaylinkdelegate/metaldisplaylink(_:needsupdate:)
  func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update)
}
