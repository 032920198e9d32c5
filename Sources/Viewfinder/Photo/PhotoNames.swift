import RecordCore

/// The names of a series' files.
enum PhotoNames {
  /// The name itself for one photo; for several `name-1.jpg` and so on, with as many digits as the last
  /// one needs.
  ///
  /// - Throws: `badSettings` for an ending that is no photo's, or a count that is out of bounds.
  static func names(
    _ path: String, count: Int
  ) throws(RecordError) -> (format: PhotoFormat, paths: [String]) {
    guard (1...PhotoSeries.maximumCount).contains(count) else {
      throw RecordError(
        .badSettings, "A series cannot have \(count) photos.",
        remedy: "Choose from 1 to \(PhotoSeries.maximumCount).")
    }
    guard let format = PhotoFormat(fileName: path), let dot = path.lastIndex(of: ".") else {
      throw RecordError(
        .badSettings, "The name \(PhotoFile.quoted(path)) does not say what kind of photo it is.",
        remedy: "Give a name that ends in .jpg or .png, like me.jpg.")
    }
    if count == 1 { return (format, [path]) }
    let digits = "\(count)".count
    let paths = (1...count).map { number in
      let text = "\(number)"
      let zeros = String(repeating: "0", count: digits - text.count)
      return "\(path[..<dot])-\(zeros)\(text)\(path[dot...])"
    }
    return (format, paths)
  }
}
