internal import CGTK

/// A list of choices of which one is chosen (`GMenu`).
@MainActor
public final class Menu: Object {
  /// One line of a menu.
  public struct Item: Hashable, Sendable {
    /// Plain text.
    public var label: String
    /// What the action is told when it is chosen; nil for an action that takes nothing.
    public var target: String?
    /// The action's name with its group: `win.camera`.
    public var action: String

    /// Makes a line.
    public init(label: String, action: String, target: String? = nil) {
      self.label = label
      self.action = action
      self.target = target
    }
  }

  /// Makes an empty menu.
  public init() { unsafe super.init(taking: UnsafeMutableRawPointer(g_menu_new())) }

  /// Replaces all lines by sections of lines, each with a heading or none.
  public func set(sections: [(heading: String?, items: [Item])]) {
    unsafe g_menu_remove_all(opaque)
    for section in sections {
      let menu = Menu()
      for item in section.items { menu.append(item) }
      unsafe g_menu_append_section(opaque, section.heading, menu.as())
    }
  }

  private func append(_ item: Item) {
    // An underscore in a menu's label announces a mnemonic; a doubled one is itself.
    let label = item.label.split(separator: "_", omittingEmptySubsequences: false)
      .joined(separator: "__")
    let line = unsafe g_menu_item_new(label, nil)
    let target = unsafe item.target.flatMap { unsafe g_variant_new_string($0) }
    unsafe g_menu_item_set_action_and_target_value(line, item.action, target)
    unsafe g_menu_append_item(opaque, line)
    unsafe g_object_unref(UnsafeMutableRawPointer(line))
  }
}

/// A button that opens a menu (`GtkMenuButton`).
@MainActor
public final class MenuButton: Widget {
  /// Makes a button with a symbolic icon.
  public init(icon: String, menu: Menu) {
    unsafe super.init(sinking: gtk_menu_button_new())
    unsafe gtk_menu_button_set_icon_name(opaque, icon)
    unsafe gtk_menu_button_set_menu_model(opaque, menu.as())
    // The key F10 opens it.
    unsafe gtk_menu_button_set_primary(opaque, 1)
    keep(menu)
  }
}
