// Each comment is the path of the page below developer.apple.com/documentation.
#if IOS
  public import UIKit

  /// swiftui/uiviewrepresentable
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    /// swiftui/uiviewrepresentable/uiviewtype
    associatedtype UIViewType: UIView
    /// swiftui/uiviewrepresentable/makeuiview(context:)
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    /// swiftui/uiviewrepresentable/updateuiview(_:context:)
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
    /// swiftui/uiviewrepresentable/dismantleuiview(_:coordinator:)
    @MainActor @preconcurrency static func dismantleUIView(_ uiView: UIViewType, coordinator: ())
    /// swiftui/uiviewrepresentable/context
    typealias Context = UIViewRepresentableContext<Self>
  }

  extension UIViewRepresentable {
    /// swiftui/view/body-8kl5o
    public var body: Never { preconditionFailure("a stand-in is not drawn") }
  }

  /// swiftui/uiviewrepresentablecontext
  @MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}
#else
  public import AppKit

  /// swiftui/nsviewrepresentable
  @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    /// swiftui/nsviewrepresentable/nsviewtype
    associatedtype NSViewType: NSView
    /// swiftui/nsviewrepresentable/makensview(context:)
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    /// swiftui/nsviewrepresentable/updatensview(_:context:)
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    /// swiftui/nsviewrepresentable/dismantlensview(_:coordinator:)
    @MainActor @preconcurrency static func dismantleNSView(_ nsView: NSViewType, coordinator: ())
    /// swiftui/nsviewrepresentable/context
    typealias Context = NSViewRepresentableContext<Self>
  }

  extension NSViewRepresentable {
    /// swiftui/view/body-8kl5o
    public var body: Never { preconditionFailure("a stand-in is not drawn") }
  }

  /// swiftui/nsviewrepresentablecontext
  @MainActor public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {}
#endif
