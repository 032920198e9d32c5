import CVideo4Linux
import CaptureCore
import Foundation
import MediaTypes
import TestSupport

@testable import CaptureV4L2

/// A virtual camera of the kernel's vivid driver, and what a test can do to it.
struct Vivid: Sendable {
  /// The driver's own controls (`vivid-ctrls.c`), which make faults and choose the picture.
  enum Control: UInt32 {
    case testPattern = 0x00f0_f000
    case textMode = 0x00f0_f001
    case timestampSource = 0x00f0_f018
    case colorspace = 0x00f0_f019
    case transfer = 0x00f0_f01a
    case encoding = 0x00f0_f01b
    case quantization = 0x00f0_f01c
    case wrapSequence = 0x00f0_f026
    case wrapTimestamp = 0x00f0_f027
    case droppedPercentage = 0x00f0_f040
    case disconnect = 0x00f0_f041
    case bufferError = 0x00f0_f042
    case requestBuffersError = 0x00f0_f043
    case queueError = 0x00f0_f044
    case streamOnError = 0x00f0_f045
    case fatalError = 0x00f0_f046
  }

  let path: String

  /// Sets a control, from beside: any process may, while another streams.
  func set(_ control: Control, _ value: Int32 = 1) throws {
    let node = try VideoNode(path: path, calls: KernelCalls())
    var argument = v4l2_control(id: control.rawValue, value: value)
    try node.control(.setControl, &argument)
  }
}

extension CaptureBackend {
  /// The first list for which something holds.
  func list(
    _ what: String, where isMet: @escaping @Sendable (DeviceList) -> Bool = { _ in true }
  ) async throws -> DeviceList {
    try await within(.seconds(30), "a list of cameras: \(what)") {
      for await list in self.deviceLists() where isMet(list) { return list }
      throw CancellationError()
    }
  }
}

extension CameraDevice {
  /// The fastest mode of a format at or above a width.
  func mode(_ format: PixelFormat, width: Int = 320) -> CameraFormat? {
    formats.filter { $0.pixelFormat == format && $0.size.width == width }
      .max { ($0.rate?.framesPerSecond ?? 0) < ($1.rate?.framesPerSecond ?? 0) }
  }
}

/// What this process has open and mapped of video devices.
struct DeviceUse: Equatable {
  let descriptors: Int
  let mappings: Int

  init() {
    let calls = KernelCalls()
    descriptors =
      calls.names(in: "/proc/self/fd").filter {
        calls.target(of: "/proc/self/fd/\($0)")?.hasPrefix("/dev/video") == true
      }.count
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    mappings = maps.split(separator: "\n").filter { $0.contains("/dev/video") }.count
  }

  /// Waits until nothing of a camera is held: who looks for cameras opens a node in passing.
  static func settle() async throws {
    _ = try await poll("nothing of a camera is held") { DeviceUse() == .none ? true : nil }
  }
}
