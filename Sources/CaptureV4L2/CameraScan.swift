import CaptureCore
import Glibc
import MediaTypes

/// Finds the cameras; remembers nodes that it has looked at, since opening one may wake a device.
struct CameraScan: Sendable {
  /// What a look around found.
  struct Findings: Sendable {
    var cameras: [FoundCamera] = []
    var problem: CaptureError?
    /// A device is registered but does not answer, or fails in passing: nothing will tell when it does.
    var needsAnotherLook = false

    /// For the port.
    var list: DeviceList { DeviceList(devices: cameras.map(\.device), problem: problem) }
  }

  private enum Answer {
    case camera(ProbedNode)
    case other
  }

  private let calls: any SystemCalls
  private var known: [UInt64: Answer] = [:]

  init(_ calls: any SystemCalls) {
    self.calls = calls
  }

  /// Looks at all nodes that are new.
  mutating func look() -> Findings {
    var findings = Findings()
    var nodes: [ProbedNode] = []
    var seen: [UInt64: Answer] = [:]
    for (number, name) in SysfsDevice.nodeNames(calls) {
      // A device that is plugged in again has the same name, but another entry in the file system.
      guard let entry = calls.generation(of: "\(SysfsDevice.nodes)/\(name)/") else { continue }
      do throws(SystemError) {
        let answer: Answer? =
          if let old = known[entry] { old } else { try probe(name, number) }
        seen[entry] = answer
        if case .camera(let node)? = answer { nodes.append(node) }
      } catch {
        findings.note(error, name, calls)
      }
    }
    known = seen
    findings.cameras = FoundCamera.all(among: nodes)
    return findings
  }

  /// Forgets a camera that turned out to be gone though its node is still there.
  mutating func forget(_ camera: CameraID) {
    known = known.filter { entry in
      if case .camera(let node) = entry.value { node.id != camera } else { true }
    }
  }

  /// Opens a node and looks at it; nil when the kernel does not know it any more.
  private func probe(_ name: String, _ number: Int) throws(SystemError) -> Answer? {
    guard let sysfs = SysfsDevice(node: name, calls) else { return nil }
    let path = "/dev/\(name)"
    guard let node = try ProbedNode(path: path, number: number, sysfs: sysfs, calls) else {
      return .other
    }
    return .camera(node)
  }
}

extension CameraScan.Findings {
  /// Keeps the first thing that a person has to mend.
  fileprivate mutating func note(_ error: SystemError, _ name: String, _ calls: any SystemCalls) {
    let path = "/dev/\(name)"
    let label = calls.text(of: "\(SysfsDevice.nodes)/\(name)/name") ?? path
    // Permission that is given, and a file that appears, are changes of /dev.
    let isAnnounced = [EACCES, EPERM, ENOENT].contains(error.code)
    needsAnotherLook = needsAnotherLook || !isAnnounced
    if error.saysUnplugged && error.code != ENOENT { return }
    guard problem == nil else { return }
    problem =
      error.code == ENOENT
      ? CaptureError(
        .notPermitted, "\(label) is plugged in, but \(path) is not there.",
        remedy: "In a container, pass it on: --device \(path).", systemError: ENOENT)
      : FaultWords(name: label, path: path, calls: calls).error(error, while: .opening)
  }
}
