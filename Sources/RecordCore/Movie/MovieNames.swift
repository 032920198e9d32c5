/// The names that a movie can have.
package enum MovieNames {
  /// `NAME.mp4`, `NAME-2.mp4`, `NAME-3.mp4` … up to 999: a movie whose own name is taken gets the next one.
  ///
  /// - Parameter path: the name that it should have.
  package static func numbered(_ path: String) -> some Sequence<String> {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let ending = path[name...].lastIndex(of: ".") ?? path.endIndex
    return (1..<1000).lazy.map { number in
      number == 1 ? path : "\(path[..<ending])-\(number)\(path[ending...])"
    }
  }
}
