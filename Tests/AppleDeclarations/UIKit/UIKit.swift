// Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation
public import QuartzCore

/// uikit/uiview
@MainActor open class UIView: NSObject {
  /// uikit/uiview/init(frame:)
  public init(frame: CGRect) {}
  /// uikit/uiview/layer
  public let layer = CALayer()
  /// uikit/uiview/bounds
  public var bounds = CGRect.zero
  /// uikit/uitraitenvironment/traitcollection
  public let traitCollection = UITraitCollection()
  /// uikit/uiview/layoutsubviews()
  open func layoutSubviews() {}
  /// uikit/uiview/didmovetowindow()
  open func didMoveToWindow() {}
  /// uikit/uiview/window
  public var window: UIWindow? { nil }
}

/// uikit/uiwindow
@MainActor public final class UIWindow: NSObject {}

/// uikit/uitraitcollection
@MainActor public final class UITraitCollection: NSObject {
  /// uikit/uitraitcollection/displayscale
  public let displayScale: CGFloat = 3
}
