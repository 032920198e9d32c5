import CPipeWire

/// PipeWire's dictionaries as Swift's.
enum Properties {
  /// The most entries, and bytes of a value, that are read: names come from other programs.
  static let maximumCount = 512

  /// Copies what PipeWire lends to a callback; a key that comes twice keeps its last value.
  static func copy(_ dictionary: UnsafePointer<spa_dict>?) -> [String: String] {
    guard let dictionary = unsafe dictionary?.pointee, let items = unsafe dictionary.items else {
      return [:]
    }
    var result: [String: String] = [:]
    for index in 0..<min(Int(unsafe dictionary.n_items), maximumCount) {
      guard let key = unsafe items[index].key, let value = unsafe items[index].value else {
        continue
      }
      result[unsafe String(cString: key)] = unsafe String(cString: value)
    }
    return result
  }

  /// A new dictionary, to be given to a call that takes ownership of it (`pw_properties_set`).
  static func make(_ properties: [String: String]) -> UnsafeMutablePointer<pw_properties>? {
    var empty = unsafe spa_dict()
    let result = unsafe pw_properties_new_dict(&empty)
    for (key, value) in properties { unsafe pw_properties_set(result, key, value) }
    return unsafe result
  }
}
