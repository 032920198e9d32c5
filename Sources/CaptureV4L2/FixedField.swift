extension String {
  /// Text from a fixed field of a C structure, up to its zero or, where a driver forgot that, its end.
  init<Field>(fixedField field: Field) {
    // Unsafe: the bytes of a local value, during the call; the field is plain bytes.
    self = unsafe Swift.withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
