import CaptureCore
import CaptureV4L2

extension Diagnosis {
  /// Whether a program hands the camera on to others.
  static func isSharing(_ holder: NodeSurvey.Holder) -> Bool {
    ["pipewire", "wireplumber"].contains(holder.name)
  }

  static func cameras(_ facts: DoctorFacts) -> Finding {
    let cameras = facts.cameras.devices
    if !cameras.isEmpty {
      let names = cameras.map { "\($0.name) (\($0.backend))" }.joined(separator: ", ")
      return Finding("cameras", .ok, "\(counted(cameras.count, "camera")): \(names).")
    }
    if let problem = facts.cameras.problem {
      return Finding("cameras", .missing, "\(problem)")
    }
    return Finding(
      "cameras", .missing, "No camera is there. The virtual ones work without.",
      command: "viewfinder demo")
  }

  /// One finding for each device, however many nodes it has.
  static func devices(_ facts: DoctorFacts) -> [Finding] {
    var seen: Set<String> = []
    return facts.nodes.filter { seen.insert($0.usb?.place ?? $0.path).inserted }
      .map { first in
        let nodes = facts.nodes.filter {
          ($0.usb?.place ?? $0.path) == (first.usb?.place ?? first.path)
        }
        return device(first, holders: nodes.flatMap(\.holders), newGroups: facts.newGroups)
      }
  }

  private static func device(
    _ node: NodeSurvey, holders: [NodeSurvey.Holder], newGroups: Set<String>
  ) -> Finding {
    let group = node.group.flatMap { $0 == "root" ? nil : $0 } ?? "video"
    func finding(_ state: Finding.State, _ text: String, command: String? = nil) -> Finding {
      Finding(node.path, state, "\(node.name): \(text)", command: command)
    }
    guard node.isThere else {
      return finding(
        .missing, "plugged in, but the file is not there. A container gets it by an option.",
        command: "docker run --device \(node.path) ...")
    }
    guard node.isPermitted else {
      return newGroups.contains(group)
        ? finding(
          .missing, "you are in the group \(group), but not in this login. Log out and in again.")
        : finding(
          .missing, "you may not use it. Add yourself to its group, and log in again.",
          command: "sudo usermod -aG \(group) \"$USER\"")
    }
    let others = holders.filter { !isSharing($0) }
    if let other = others.first {
      let list = others.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
      return finding(
        .warning, "in use by \(list). Close that program to use it here.",
        command: "kill \(other.process)")
    }
    return node.usb?.megabits.map { usb(node, megabits: $0) } ?? finding(.ok, "you may use it.")
  }

  // The speeds of USB: 12 (full), 480 (high), 5000 and more (super) megabits a second.
  private static func usb(_ node: NodeSurvey, megabits: Int) -> Finding {
    let speed = megabits >= 1000 ? "\(megabits / 1000) Gb/s" : "\(megabits) Mb/s"
    if megabits < 480 {
      return Finding(
        node.path, .warning,
        "\(node.name): on USB with \(speed), too slow for more than small pictures."
          + " Plug it into the computer itself, or change the cable.", command: "lsusb -t")
    }
    let limit = megabits < 1000 ? ": large pictures at full rate come as MJPEG only" : ""
    return Finding(node.path, .ok, "\(node.name): you may use it; USB with \(speed)\(limit).")
  }

  static func sharedBuses(_ facts: DoctorFacts) -> [Finding] {
    let buses = Dictionary(grouping: facts.nodes.filter { $0.usb != nil }) { $0.usb?.bus ?? "" }
    return buses.sorted { $0.key < $1.key }.compactMap { bus, nodes in
      let places = Set(nodes.compactMap { $0.usb?.place })
      guard places.count > 1 else { return nil }
      return Finding(
        "USB bus \(bus)", .warning,
        "\(places.count) cameras share its bandwidth: at one time they may need MJPEG or smaller"
          + " pictures. Ports of another bus give each its own.", command: "lsusb -t")
    }
  }

  static func drivers(_ facts: DoctorFacts) -> [Finding] {
    facts.driverless.map { name in
      Finding(
        "driver", .missing, "\(name) is plugged in, and no driver has taken it.",
        command: "sudo modprobe uvcvideo")
    }
  }
}
