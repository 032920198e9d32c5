internal import CGTK

/// Something that a menu line, a key or a button can ask for (`GSimpleAction`).
@MainActor
public final class Action: Object {
  /// The name without its group.
  public let name: String

  /// Makes an action that takes nothing.
  public init(_ name: String, _ handler: @escaping @MainActor () -> Void) {
    self.name = name
    unsafe super.init(taking: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
    connect("activate") { _ in handler() }
  }

  /// Makes an action that chooses one of several texts; a menu marks the chosen line.
  public init(
    _ name: String, choice: String, _ handler: @escaping @MainActor (String) -> Void
  ) {
    self.name = name
    let type = unsafe g_variant_type_new("s")
    let state = unsafe g_variant_new_string(choice)
    unsafe super.init(
      taking: UnsafeMutableRawPointer(g_simple_action_new_stateful(name, type, state)))
    unsafe g_variant_type_free(type)
    connect("activate") { arguments in
      if let text = arguments.variantString(at: 0) { handler(text) }
    }
  }

  /// Whether it can be asked for (`g_simple_action_set_enabled`).
  public var isEnabled: Bool {
    get { unsafe g_action_get_enabled(opaque) != 0 }
    set { unsafe g_simple_action_set_enabled(opaque, newValue ? 1 : 0) }
  }

  /// Marks another line as chosen, without calling the handler; for an action with a choice only.
  public func setChoice(_ choice: String) {
    unsafe g_simple_action_set_state(opaque, g_variant_new_string(choice))
  }

  /// Asks for it, as a key or a menu line would (`g_action_activate`); nothing when it is disabled.
  public func activate(_ choice: String? = nil) {
    unsafe g_action_activate(opaque, choice.flatMap { unsafe g_variant_new_string($0) })
  }
}
