/// Finds the word that somebody probably meant.
enum NearestWord {
  /// The known word with the fewest slips from `word`, if that is near enough to be worth a guess.
  static func to(_ word: String, among known: [String]) -> String? {
    let typed = Array(word.lowercased().prefix(40))
    // A third of the letters may be wrong, and one in the shortest words.
    let limit = max(1, typed.count / 3)
    return
      known
      .map { (word: $0, slips: slips(typed, Array($0))) }
      .filter { $0.slips <= limit }
      .min { $0.slips < $1.slips }?
      .word
  }

  /// Letters added, left out, changed or exchanged with a neighbour: the optimal string alignment
  /// distance (Damerau 1964, Boytsov 2011).
  static func slips(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let change = last[column] + (letter == other ? 0 : 1)
        var best = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
