import Glibc
import RecordCore

extension MovieSettings {
  /// What the file says of itself, by the library's names.
  var fileTags: [String: String] {
    var tags: [String: String] = [:]
    if createdAt != 0 { tags["creation_time"] = Self.date(createdAt) }
    if !software.isEmpty {
      // MP4 calls it the one, Matroska the other.
      tags["encoder"] = software
      tags["encoding_tool"] = software
    }
    if !cameraName.isEmpty { tags["comment"] = "Camera: \(cameraName)" }
    return tags
  }

  /// A date as ISO 8601 writes it, in UTC (`gmtime_r`).
  private static func date(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return "" }
    let numbers = unsafe [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
      parts.tm_sec,
    ].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return numbers[..<3].joined(separator: "-") + "T" + numbers[3...].joined(separator: ":") + "Z"
  }
}
