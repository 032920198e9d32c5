/// What `viewfinder doctor` was asked.
struct DoctorRequest: Hashable, Sendable {
  var source: CameraSource
  var asJSON: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    asJSON = words.has("--json")
  }
}

extension Syntax {
  static let doctor = CommandSyntax(
    name: "doctor",
    summary: "say what is there, what is missing, and what mends it",
    explanation: """
      Looks at all that a camera program needs: cameras and who may use or holds them,
      USB, drivers, PipeWire, the camera portal, graphics, encoders, microphones, disk.
      Each is ok, warning (works less well) or missing, with the line to type that mends it.
      Nothing is opened or changed. The status is 0 when a camera can be used, else 3.

      With --json: one object with the keys
        usable    whether a camera can be used
        findings  an array; of each subject, state (ok, warning, missing), text,
                  command (null when there is nothing to type)
      """,
    options: [OptionSyntax("--json", help: "print JSON for another program")] + common,
    examples: [
      Example("What is wrong here?", "viewfinder doctor"),
      Example(
        "What is missing, for a script",
        "viewfinder doctor --json | jq '.findings[] | select(.state == \"missing\")'"),
    ])
}
