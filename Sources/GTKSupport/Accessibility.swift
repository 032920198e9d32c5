internal import CGTK

extension Widget {
  /// What a widget is for a screen reader.
  public enum AccessibleRole: Sendable {
    /// A picture.
    case image
    /// Something that is only there to hold others.
    case group
    /// Nothing that anybody needs to know of.
    case presentation
  }

  /// What a screen reader calls it (`GTK_ACCESSIBLE_PROPERTY_LABEL`).
  public func setAccessibleLabel(_ label: String) {
    set(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
  }

  /// More about it than its name (`GTK_ACCESSIBLE_PROPERTY_DESCRIPTION`).
  public func setAccessibleDescription(_ description: String) {
    set(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
  }

  /// Says what it is (`GtkAccessible:accessible-role`); before it is in a window.
  public func setAccessibleRole(_ role: AccessibleRole) {
    var value = GValue()
    unsafe g_value_init(&value, gtk_accessible_role_get_type())
    unsafe g_value_set_enum(&value, gint(role.value.rawValue))
    unsafe g_object_set_property(`as`(), "accessible-role", &value)
    unsafe g_value_unset(&value)
  }

  private func set(_ property: GtkAccessibleProperty, _ text: String) {
    var value = GValue()
    unsafe g_value_init(&value, typeString)
    unsafe g_value_set_string(&value, text)
    var property = property
    unsafe gtk_accessible_update_property_value(opaque, 1, &property, &value)
    unsafe g_value_unset(&value)
  }
}

// The macro `G_TYPE_STRING` is dropped by the importer.
private let typeString = GType(16 << 2)

extension Widget.AccessibleRole {
  fileprivate var value: GtkAccessibleRole {
    switch self {
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
    }
  }
}
