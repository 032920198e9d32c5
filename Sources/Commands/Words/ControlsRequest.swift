import CaptureCore

/// What `viewfinder controls` was asked.
struct ControlsRequest: Hashable, Sendable {
  /// What is done with the settings; without names it is done with all.
  enum Action: Hashable, Sendable {
    case show([CameraControl.ID])
    case set([Assignment])
    case reset([CameraControl.ID])
  }

  /// `NAME=VALUE`, with the value as it was written.
  struct Assignment: Hashable, Sendable {
    var id: CameraControl.ID
    var value: String
  }

  var source: CameraSource
  var camera: CameraChoice
  var asJSON: Bool
  var action: Action
  /// Whether values alone are printed.
  var isBrief: Bool

  init(_ words: ParsedWords) throws(CommandError) {
    source = try CameraSource(words)
    // The kernel's own interface knows most of them, whatever else shows the camera.
    source.backends = source.backends ?? ["v4l2"]
    camera = words.camera
    asJSON = words.has("--json")
    isBrief = words.operands.first == "get"
    let names = words.operands.dropFirst()
    switch words.operands.first {
    case nil: action = .show([])
    case "get": action = .show(try Self.names(names, needed: true))
    case "reset": action = .reset(try Self.names(names, needed: false))
    case "set": action = .set(try Self.assignments(names))
    case let word?:
      throw CommandError.unknown(
        "action of `controls`", word, known: ["get", "set", "reset"], Syntax.controls)
    }
  }

  private static func names(
    _ words: ArraySlice<String>, needed: Bool
  ) throws(CommandError) -> [CameraControl.ID] {
    if needed && words.isEmpty { throw .wrong("`get` needs a name.", Syntax.controls) }
    return words.map(CameraControl.ID.init)
  }

  private static func assignments(
    _ words: ArraySlice<String>
  ) throws(CommandError) -> [Assignment] {
    if words.isEmpty { throw .wrong("`set` needs NAME=VALUE.", Syntax.controls) }
    var assignments: [Assignment] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw .wrong("\(quoted(word)) is not NAME=VALUE.", Syntax.controls)
      }
      assignments.append(Assignment(id: .init(String(parts[0])), value: String(parts[1])))
    }
    return assignments
  }
}
