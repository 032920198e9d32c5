internal import CGTK

extension Widget {
  /// What a screen reader calls it (`GTK_ACCESSIBLE_PROPERTY_LABEL`).
  public func setAccessibleLabel(_ label: String) {
    var value = GValue()
    unsafe g_value_init(&value, typeString)
    unsafe g_value_set_string(&value, label)
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    unsafe gtk_accessible_update_property_value(opaque, 1, &property, &value)
    unsafe g_value_unset(&value)
  }

  /// Says to a screen reader that it is a picture (`GTK_ACCESSIBLE_ROLE_IMG`); before it is in a window.
  public func setAccessibleImage() {
    var value = GValue()
    unsafe g_value_init(&value, gtk_accessible_role_get_type())
    unsafe g_value_set_enum(&value, gint(GTK_ACCESSIBLE_ROLE_IMG.rawValue))
    unsafe g_object_set_property(`as`(), "accessible-role", &value)
    unsafe g_value_unset(&value)
  }
}

// The macro `G_TYPE_STRING` is dropped by the importer.
private let typeString = GType(16 << 2)
