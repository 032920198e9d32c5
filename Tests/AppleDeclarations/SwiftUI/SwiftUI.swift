// Each comment is the path of the page below developer.apple.com/documentation.
@_exported public import Foundation

#if IOS
  public import UIKit
#else
  public import AppKit
#endif

/// swiftui/view
@MainActor @preconcurrency public protocol View {
  /// swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  /// swiftui/view/body-8kl5o
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

private func never() -> Never { preconditionFailure("a stand-in is not drawn") }

/// swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  /// swiftui/viewbuilder/buildblock()
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  /// swiftui/viewbuilder/buildif(_:)
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/tupleview
public struct TupleView<T>: View {
  init() {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/emptyview
public struct EmptyView: View {
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/alignment
public struct Alignment: Sendable {
  /// swiftui/alignment/center
  public static let center = Alignment()
  /// swiftui/alignment/bottom
  public static let bottom = Alignment()
}

/// swiftui/zstack
public struct ZStack<Content: View>: View {
  /// swiftui/zstack/init(alignment:content:)
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/vstack
public struct VStack<Content: View>: View {
  /// swiftui/vstack/init(alignment:spacing:content:)
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/hstack
public struct HStack<Content: View>: View {
  /// swiftui/hstack/init(alignment:spacing:content:)
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/text
public struct Text: View {
  /// swiftui/text/init(_:)
  public init<S: StringProtocol>(_ content: S) {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/button
public struct Button<Label: View>: View {
  /// swiftui/button/init(_:action:)
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void)
  where Label == Text {}
  /// swiftui/button/init(_:systemimage:action:)
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) where Label == Text {}
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/color
public struct Color: View, ShapeStyle, Sendable {
  /// swiftui/color/black
  public static let black = Color()
  /// swiftui/color/clear
  public static let clear = Color()
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

/// swiftui/shapestyle
public protocol ShapeStyle: Sendable {}

/// swiftui/material
public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
  /// swiftui/shapestyle/ultrathinmaterial
  public static var ultraThinMaterial: Material { Material() }
}

extension ShapeStyle where Self == Color {
  /// swiftui/shapestyle/red
  public static var red: Color { Color() }
  /// swiftui/shapestyle/white
  public static var white: Color { Color() }
}

/// swiftui/capsule
public struct Capsule: Shape {
  /// swiftui/capsule/init(style:)
  public init() {}
}

/// swiftui/shape
public protocol Shape: Sendable {}

/// swiftui/modifiedcontent
public struct ModifiedView: View {
  /// swiftui/view/body-8kl5o
  public var body: Never { never() }
}

extension View {
  /// swiftui/view/disabled(_:)
  public func disabled(_ disabled: Bool) -> some View { ModifiedView() }
  /// swiftui/view/padding(_:_:)
  public func padding(_ length: CGFloat) -> some View { ModifiedView() }
  /// swiftui/view/padding(_:_:)
  public func padding() -> some View { ModifiedView() }
  /// swiftui/view/foregroundstyle(_:)
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { ModifiedView() }
  /// swiftui/view/background(_:in:fillstyle:)
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
    ModifiedView()
  }
  /// swiftui/view/ignoressafearea(_:edges:)
  public func ignoresSafeArea() -> some View { ModifiedView() }
  /// swiftui/view/task(priority:_:)
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { ModifiedView() }
  /// swiftui/view/aspectratio(_:contentmode:)
  public func aspectRatio(_ aspectRatio: CGFloat?, contentMode: ContentMode) -> some View {
    ModifiedView()
  }
  /// swiftui/view/accessibilitylabel(_:)
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { ModifiedView() }
}

/// swiftui/contentmode
public enum ContentMode: Sendable {
  /// swiftui/contentmode/fit
  case fit
  /// swiftui/contentmode/fill
  case fill
}

/// swiftui/state
@propertyWrapper public struct State<Value> {
  private let box: Box
  /// swiftui/state/init(wrappedvalue:)
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  /// swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// swiftui/environmentvalues
public struct EnvironmentValues {
  /// swiftui/environmentvalues/accessibilityreducemotion
  public var accessibilityReduceMotion: Bool { false }
}

/// swiftui/environment
@propertyWrapper public struct Environment<Value> {
  /// swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: keyPath]
  }
  /// swiftui/environment/wrappedvalue
  public let wrappedValue: Value
}

/// swiftui/scene
@MainActor @preconcurrency public protocol Scene {
  /// swiftui/scene/body-swift.associatedtype
  associatedtype Body: Scene
  /// swiftui/scene/body-swift.property
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  /// swiftui/windowgroup/init(content:)
  public init(@ViewBuilder content: () -> Content) {}
  /// swiftui/scene/body-swift.property
  public var body: Never { never() }
}

/// swiftui/app
@MainActor @preconcurrency public protocol App {
  /// swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  /// swiftui/app/body-swift.property
  @MainActor @preconcurrency var body: Body { get }
  /// swiftui/app/init()
  @MainActor @preconcurrency init()
}

extension App {
  /// swiftui/app/main()
  @MainActor @preconcurrency public static func main() { _ = Self() }
}
