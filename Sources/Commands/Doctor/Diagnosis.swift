import CaptureCore
import CaptureV4L2

/// What facts mean: pure, so that a test makes up the machine.
enum Diagnosis {
  /// A finding for each thing that was looked at, in the order in which a picture needs them.
  static func findings(_ facts: DoctorFacts) -> [Finding] {
    [cameras(facts)] + devices(facts) + sharedBuses(facts) + drivers(facts) + services(facts)
      + [graphics(facts), encoders(facts.encoders), microphones(facts.microphones)]
      + [facts.movies.map(disk)].compactMap { $0 }
  }

  /// Whether a picture can be had now: there is a camera, and no other program has it for itself.
  static func hasUsableCamera(_ facts: DoctorFacts) -> Bool {
    facts.cameras.devices.contains { camera in
      guard camera.backend == "v4l2" else { return true }
      let node = facts.nodes.first { $0.path == camera.kernelNode }
      return !(node?.holders ?? []).contains { !isSharing($0) }
    }
  }
}
