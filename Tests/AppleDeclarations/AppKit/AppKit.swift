// Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation
public import QuartzCore

/// appkit/nsview
@MainActor open class NSView: NSObject {
  /// appkit/nsview/init(frame:)
  public init(frame frameRect: NSRect) {}
  /// appkit/nsview/layer
  public var layer: CALayer?
  /// appkit/nsview/wantslayer
  public var wantsLayer = false
  /// appkit/nsview/bounds
  public var bounds = NSRect.zero
  /// appkit/nsview/layout()
  open func layout() {}
  /// appkit/nsview/viewdidmovetowindow()
  open func viewDidMoveToWindow() {}
  /// appkit/nsview/window
  public var window: NSWindow? { nil }
}

/// appkit/nswindow
@MainActor public final class NSWindow: NSObject {
  /// appkit/nswindow/backingscalefactor
  public var backingScaleFactor: CGFloat { 2 }
}
