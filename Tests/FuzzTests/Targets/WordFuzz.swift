import AppModel
import CaptureFFmpeg
import Viewfinder

@testable import Commands

enum WordFuzz {
  /// One word a line.
  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let words = Array(input.lines().prefix(60))
    do throws(CommandError) {
      _ = try Invocation(words)
    } catch {
      precondition(!error.message.isEmpty)
    }
    do throws(AppOptions.UsageError) {
      _ = try AppOptions(words)
    } catch {
      precondition(!error.description.isEmpty)
    }
    for address in words.compactMap({ StreamAddress($0) }) {
      precondition(!address.shown.isEmpty && !address.name.isEmpty)
    }
    let folders = UserFolders(home: "/home", configuration: String(decoding: bytes, as: UTF8.self))
    precondition(folders.path(.pictures).hasPrefix("/") && folders.path(.videos).hasPrefix("/"))
  }
}
