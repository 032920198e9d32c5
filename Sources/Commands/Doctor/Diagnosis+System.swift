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
      portal(facts.portal),
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
        command: "sudo apt-get install \(package)")
  }

  // Started by the bus when it is asked for, so being installed is enough.
  private static func portal(_ facts: DoctorFacts.Service) -> Finding {
    if facts.isRunning || facts.isInstalled {
      return Finding(
        "camera portal", .ok, "It is there: programs in a sandbox can ask for the camera.")
    }
    return Finding(
      "camera portal", .warning,
      "It is not there. Only programs in a sandbox (Flatpak, Snap) need it.",
      command: "sudo apt-get install xdg-desktop-portal")
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
      return Finding("disk", .missing, "\(room): not enough to record.", command: "df -h")
    }
    // A movie of 1280x720 takes about 20 MB a minute.
    return free < 500_000_000
      ? Finding("disk", .warning, "\(room): enough for some minutes.", command: "df -h")
      : Finding("disk", .ok, "\(room).")
  }
}
