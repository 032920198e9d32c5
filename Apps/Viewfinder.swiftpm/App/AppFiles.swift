import Foundation

/// Where the app keeps photos and movies: in its documents, which the Files app shows.
enum AppFiles {
  static func path(_ kind: String, ending: String) -> String {
    let time = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    return folder.appending(path: "\(kind)-\(time).\(ending)").path
  }

  static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  private static var folder: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }
}
