import CaptureCore

extension Diagnosis {
  static func services(_ facts: DoctorFacts) -> [Finding] {
    [
      service(
        "PipeWire", facts.pipeWire, works: "runs: programs can share cameras and microphones",
        without: "cameras are used directly (V4L2), by one program at a time",
        package: "pipewire", unit: "pipewire.socket"),
      service(
        "WirePlumber", facts.sessionManager, works: "runs: PipeWire knows the machine's devices",
        without: "PipeWire shows no devices", package: "wireplumber",
        unit: "wireplumber.service"),
      portal(facts.portal, hasBus: facts.hasSessionBus, isNeeded: facts.needsPortal),
    ]
  }

  private static func service(
    _ name: String, _ facts: DoctorFacts.Service, works: String, without: String,
    package: String, unit: String
  ) -> Finding {
    if facts.isRunning { return Finding(name, .ok, "It \(works).") }
    return facts.isInstalled
      ? Finding(
        name, .missing, "It does not run: \(without).",
        command: "systemctl --user enable --now \(unit)")
      : Finding(
        name, .missing, "It is not installed: \(without).",
        command: "sudo apt-get install \(package) && systemctl --user enable --now \(unit)")
  }

  // Started by the bus when it is asked for, so being installed is enough where there is a bus.
  private static func portal(
    _ facts: DoctorFacts.Service, hasBus: Bool, isNeeded: Bool
  ) -> Finding {
    guard hasBus else {
      return Finding(
        "camera portal", isNeeded ? .missing : .warning,
        "There is no session bus, over which programs in a sandbox (Flatpak, Snap) ask for it."
          + " A login to a desktop starts one.", command: "systemctl --user start dbus.socket")
    }
    if facts.isRunning || facts.isInstalled {
      return Finding(
        "camera portal", .ok,
        isNeeded
          ? "It is there, and is asked for the cameras here."
          : "It is there: programs in a sandbox can ask for the camera.")
    }
    return Finding(
      "camera portal", isNeeded ? .missing : .warning,
      isNeeded
        ? "It is not there, and this sandbox shows cameras through it only."
        : "It is not there. Only programs in a sandbox (Flatpak, Snap) need it.",
      command: "sudo apt-get install xdg-desktop-portal xdg-desktop-portal-gtk")
  }

  static func graphics(_ facts: DoctorFacts) -> Finding {
    switch facts.graphics {
    case .none(let reason, let remedy):
      Finding("graphics", .missing, remedy.isEmpty ? reason : "\(reason) \(remedy)")
    case .renderer(let name): renderer(name, forbidden: facts.forbiddenGraphics)
    }
  }

  private static func renderer(_ name: String, forbidden: String?) -> Finding {
    let isSoftware = ["llvmpipe", "softpipe", "swrast", "SwiftShader"].contains {
      name.contains($0)
    }
    guard isSoftware else { return Finding("graphics", .ok, "Pictures are drawn by \(name).") }
    let slow = "Pictures are drawn in software (\(name)): it works, and keeps the processor busy."
    guard let forbidden else { return Finding("graphics", .warning, slow) }
    return Finding(
      "graphics", .warning,
      "\(slow) You may not use \(forbidden): join its group, and log in again.",
      command: "sudo usermod -aG render \"$USER\"")
  }

  static func encoders(_ encoders: [DoctorFacts.Encoder]) -> Finding {
    let working = encoders.filter { $0.refusal == nil }
    let remedy = "sudo apt-get install libavcodec-extra"
    guard !working.isEmpty else {
      let reasons = encoders.compactMap(\.refusal).joined(separator: " ")
      return Finding(
        "encoders", .missing, "No encoder works: no movie can be recorded. \(reasons)",
        command: remedy)
    }
    guard let best = working.first(where: { $0.codec == "h264" }) else {
      let names = working.map(\.name).joined(separator: ", ")
      return Finding(
        "encoders", .warning, "No encoder for H.264 works, which MP4 needs. There are: \(names).",
        command: remedy)
    }
    return Finding(
      "encoders", .ok,
      "Movies are made by \(best.name); \(working.count) of \(encoders.count) work.")
  }

  static func microphones(_ list: MicrophoneList) -> Finding {
    let microphones = list.microphones.filter { !$0.isMonitor }
    guard microphones.isEmpty else {
      let names = microphones.map { "\($0.name) (\($0.backend))" }.joined(separator: ", ")
      return Finding(
        "microphones", .ok, "\(counted(microphones.count, "microphone")): \(names).")
    }
    let reason = list.problem.map { "\($0)" } ?? "Connect one; it is found at once."
    return Finding(
      "microphones", .warning, "No microphone is there: movies are without sound. \(reason)")
  }

  static func disk(_ folder: DoctorFacts.Folder) -> Finding {
    guard folder.isWritable else {
      return Finding(
        "disk", .missing, "Movies would go to \(folder.path), where you may not write.",
        command: "viewfinder record NAME.mp4")
    }
    guard let free = folder.freeBytes else {
      return Finding("disk", .ok, "Movies go to \(folder.path).")
    }
    let room = "\(SizeText.of(free)) free in \(folder.path)"
    if free < 50_000_000 {
      return Finding(
        "disk", .missing,
        "\(room): not enough to record. Delete files, or name one on another disk.",
        command: "df -h")
    }
    // A movie of 1280x720 takes about 20 MB a minute.
    return free < 500_000_000
      ? Finding("disk", .warning, "\(room): enough for some minutes.", command: "df -h")
      : Finding("disk", .ok, "\(room).")
  }
}
