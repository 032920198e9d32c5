import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing

/// The virtual machine in which the kernel's own camera drivers run.
enum Guest {
  /// Whether this process runs inside it.
  static let isInside = VirtualMachine.isInside

  /// What the machine needs.
  static let part = VirtualMachine.part(
    programs: ["v4l2-ctl", "cc"], packages: ["v4l-utils", "gcc"])
}

extension CaptureSettings {
  /// For tests in which a camera is not to be given up: pictures may be late in the virtual machine.
  mutating func bePatient() {
    searchTimeout = .seconds(30)
    openTimeout = .seconds(60)
    firstFrameTimeout = .seconds(30)
    stallTimeout = .seconds(20)
    releaseTimeout = .seconds(20)
  }
}
