import CaptureCore
import CaptureVirtual
import MediaTypes

extension BackendSelection {
  /// Makes the back ends of a selection, each once.
  ///
  /// - Parameters:
  ///   - usual: the names that `automatic` stands for when no faults are scripted.
  ///   - make: makes this system's own back end of a name; nil for a name that is none of its own.
  /// - Throws: `CaptureError` for a name that is not known, or a script that makes no sense.
  func makeNamed(
    clock: any MediaClock, virtualScript: String?, usual: @autoclosure () -> [String],
    _ make: (_ name: String) -> (any CaptureBackend)?
  ) throws(CaptureError) -> [any CaptureBackend] {
    let names: [String]
    switch self {
    case .custom(let backends): return backends
    case .automatic: names = virtualScript == nil ? usual() : ["virtual"]
    case .named(let given): names = given
    }
    var backends: [any CaptureBackend] = []
    for name in names where !backends.contains(where: { $0.name == name }) {
      if name == "virtual" {
        backends.append(
          VirtualBackend(
            clock: clock, script: try Self.script(virtualScript ?? ""), jpeg: Platform.virtualJPEG))
      } else if let backend = make(name) {
        backends.append(backend)
      } else {
        throw CaptureError(
          .invalidRequest, "There is no back end named \(CaptureError.quoted(name)).",
          remedy: "Known are \(Self.knownNames.joined(separator: ", ")).")
      }
    }
    return backends
  }
}
