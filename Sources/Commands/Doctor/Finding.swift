/// One thing that was looked at: how it is, what that means, and what mends it.
struct Finding: Hashable, Sendable {
  enum State: String, Hashable, Sendable {
    /// As it should be.
    case ok
    /// Works, but less well than it could.
    case warning
    /// Not there, or not working.
    case missing
  }

  /// A few words, the same at every run: `PipeWire`, `/dev/video0`.
  let subject: String
  let state: State
  /// What is so, and what it means, in a sentence or two.
  let text: String
  /// The line to type that mends it; nil when there is nothing to mend or no such line.
  let command: String?

  init(_ subject: String, _ state: State, _ text: String, command: String? = nil) {
    self.subject = subject
    self.state = state
    self.text = text
    self.command = command
  }
}
