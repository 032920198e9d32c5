import MediaTypes

extension FaultScript {
  /// The longest text that is read, in bytes of UTF-8.
  public static let maximumLength = 4096

  /// Reads a script: faults with commas between them, each for all cameras or, as `front.slow:3s`, for
  /// one.
  ///
  /// | word | what goes wrong |
  /// |---|---|
  /// | `unplug@2s`, `replug@4s`, `fail@5s` | pulled out, put back, or its stream ends with an error, at a time |
  /// | `stall@3s:500ms` | at a time and for a while it sends nothing |
  /// | `taken@3s:2s` | another program has it for a while |
  /// | `corrupt@3s:1s`, `short@...`, `stride@...`, `disorder@...` | its pictures are faulty, cut off, said to have rows that are too near, or come in the wrong order |
  /// | `slow:3s` | each start takes so long |
  /// | `late:200ms` | each picture comes so long after it was taken |
  /// | `clock@4s:-1h` | the clock of its pictures' times is set back, or forwards |
  /// | `drift:200` | that clock runs fast by so many parts per million, at most 5000, or slow: `drift:-200` |
  /// | `jitter:5ms` | its times are wrong by so much |
  /// | `nostart`, `failstart`, `busy`, `denied`, `vanish` | at each start or opening |
  /// | `flash` | no fault: a lamp in the pictures flashes while the microphone beeps |
  ///
  /// `mic.` before a word means the microphone, which has all of them but those of pictures. Times are
  /// written `500ms`, `2s`, `1.5s`, `1m` or `1h`. Empty text is no fault.
  ///
  /// - Parameters:
  ///   - text: from a person; anything is taken.
  ///   - cameras: those that a prefix may name, by identity or position.
  /// - Throws: `FaultScriptError` that names the wrong word, what is allowed, and an example.
  public init(
    parsing text: String, cameras: [VirtualCamera] = .frontAndBack
  ) throws(FaultScriptError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw FaultScriptError(
        "The fault script is longer than \(Self.maximumLength) bytes.", remedy: "Shorten it.")
    }
    entries = []
    if text.allSatisfy(\.isWhitespace) { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      entries.append(try FaultParser(word: Self.trimmed(word), cameras: cameras).entry())
    }
  }

  private static func trimmed(_ word: Substring) -> Substring {
    var word = word.drop(while: \.isWhitespace)
    while word.last?.isWhitespace == true { word.removeLast() }
    return word
  }
}
