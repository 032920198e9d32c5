import RecordCore

extension Syntax {
  static let record = CommandSyntax(
    name: "record",
    summary: "record a movie that goes on over flips and unplugs",
    explanation: """
      Records the camera and the microphone until --duration is over or Ctrl-C, which ends
      the file well (as TERM and a closed terminal do). The picture's size, rate and fitting are
      fixed at the start; a flip, an unplugged camera or microphone changes nothing in the file,
      which goes on with the last picture held and with silence. A network camera that breaks off
      is tried again and again. A movie (--camera file:...) is recorded from its first picture on,
      without sound unless --microphone is given; its end ends the recording, unless it loops.

      --pass-through keeps what the camera has compressed itself: JPEG, and H.264 of network cameras,
      films and local cameras that have it (by V4L2), if --size is its size. What does not fit
      (another camera after a flip, pictures after a lost one up to the next that stands alone) is
      encoded, in the same file.

      Without FILE: a name by date and time in your folder of movies. While it runs, what is
      recorded lies beside the file in a .part that opens in any player, whatever happens;
      `viewfinder repair` makes it the movie that it was to be.

      A terminal shows time, size, rate, dropped pictures and sound level. At the end comes a
      report; with --json as one object with the keys
        file, bytes, duration, encoder, flips
        frames         in, written, held, passedThrough, dropped (counts by reason)
        gaps           an array; of each at, length, reason (flip, interruption, stall)
        interruptions  an array; of each kind, at, back (null: never), message
        overloads      an array; of each at, back (null: never): the encoder could not follow
        pauses, quality   arrays of moments: paused; quality lowered
        sound          offset (first, last, worst), silence, lost; null without sound
        problem        null, or why it ended early: message, remedy
        note           what else to know of the file; mostly empty
      Times are in seconds from the start of the movie.
      """,
    options: [
      cameraOption, loopOption,
      OptionSyntax("--microphone", "ID", help: "an identity, or none for a movie without sound"),
      OptionSyntax(
        "--duration", "TIME", help: "how long, like 10s or 1:30; until Ctrl-C without it"),
      OptionSyntax("--flip-at", "TIMES", help: "turn over to the other camera then, like 3s,6s"),
      OptionSyntax("--size", "WxH", help: "of the movie; 1280x720"),
      OptionSyntax("--rate", "N", help: "pictures a second, like 25 or 29.97; 30"),
      OptionSyntax("--gravity", "GRAVITY", help: "fill (cut off what is too much) or fit"),
      OptionSyntax("--mirror", help: "turn the movie left to right, as a mirror does"),
      OptionSyntax("--record-flip", help: "show the turn of each flip in the movie"),
      OptionSyntax(
        "--format", "FORMAT",
        help: "\(words(RecordRequest.formats.map(\.word))), if the name does not say"),
      OptionSyntax(
        "--codec", "CODEC",
        help: "\(words(RecordRequest.codecs.map(\.word))); hevc is more work for the processor"),
      OptionSyntax(
        "--pass-through",
        help: "keep a camera's own JPEG or H.264 pictures untouched where they fit"),
      OptionSyntax("--overwrite", help: "replace a file of that name"),
      OptionSyntax("--disk-warning", "SIZE", help: "say so when less is free; 500MB"),
      OptionSyntax("--disk-end", "SIZE", help: "end the movie well when less is free; 50MB"),
      OptionSyntax("--json", help: "print the report as JSON"),
    ] + common,
    examples: [
      Example("Until Ctrl-C, into your folder of movies", "viewfinder record"),
      Example(
        "Ten seconds with a flip in them", "viewfinder record clip.mp4 --duration 10s --flip-at 5s"),
      Example(
        "Try it without a camera", "viewfinder record try.mp4 --backend virtual --duration 5s"),
    ],
    operand: "[FILE]")

  static let repair = CommandSyntax(
    name: "repair",
    summary: "make whole movies of what a crash has left",
    explanation: """
      Takes the .part files that a recording leaves when it is killed, the power fails or the
      disk is full, and makes the movies that they were to be. A .part stays until its movie is
      whole; nothing that exists is replaced.
      """,
    options: [OptionSyntax("--json", help: "print JSON for another program")]
      + [OptionSyntax("--help", help: "explain the command")],
    examples: [Example("Finish a take", "viewfinder repair clip.mp4.part")],
    operand: "FILE...")

  private static func words(_ words: [String]) -> String { words.joined(separator: ", ") }
}
