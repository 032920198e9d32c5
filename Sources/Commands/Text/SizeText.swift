/// Amounts of bytes for people.
enum SizeText {
  /// `0 bytes`, `12.3 MB`: in powers of a thousand, as disks are sold.
  static func of(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes) / 1000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.95 { return "\(Decimal.text(value, places: 1)) \(unit)" }
      value /= 1000
    }
    return "\(Decimal.text(value, places: 1)) TB"
  }
}
