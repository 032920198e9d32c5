import CVideo4Linux
import MediaTypes

/// An open device node (`/dev/video0`) and the requests that describe and set it.
///
/// Every number that comes back is the driver's word and nothing more.
///
/// *Context*: any thread, one at a time; a request may block for as long as the driver likes.
final class VideoNode: Sendable {
  /// Where it was opened.
  let path: String
  /// The layer below.
  let calls: any SystemCalls
  /// What it says of itself.
  let capability: Capability
  private let descriptor: Descriptor

  /// Opens a node and asks what it is. `VIDIOC_QUERYCAP`
  init(path: String, calls: any SystemCalls) throws(SystemError) {
    self.path = path
    self.calls = calls
    descriptor = try Descriptor(opening: path, calls: calls)
    var answer = v4l2_capability()
    try calls.control(descriptor.rawValue, .queryCapability, &answer)
    capability = Capability(answer)
  }

  /// The descriptor, for `poll` and `mmap`.
  var handle: Int32 { descriptor.rawValue }

  /// Whether the device still answers.
  func check() throws(SystemError) {
    var answer = v4l2_capability()
    try control(.queryCapability, &answer)
  }

  /// Whether the device does not answer any more.
  var isGone: Bool {
    do throws(SystemError) {
      try check()
      return false
    } catch {
      return error.saysUnplugged
    }
  }

  /// Sends a request.
  func control<Argument>(_ request: Request, _ argument: inout Argument) throws(SystemError) {
    try calls.control(descriptor.rawValue, request, &argument)
  }
}

/// What a node says of itself (`v4l2_capability`).
struct Capability: Hashable, Sendable {
  /// The driver's name.
  let driver: String
  /// The camera's name.
  let card: String
  /// Where it is plugged in, such as `usb-0000:00:14.0-1`.
  let bus: String
  /// `V4L2_CAP_*` of this node, not of its neighbours.
  let flags: UInt32

  init(_ answer: v4l2_capability) {
    driver = String(fixedField: answer.driver)
    card = String(fixedField: answer.card)
    bus = String(fixedField: answer.bus_info)
    let saysNode = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
    flags = saysNode ? answer.device_caps : answer.capabilities
  }

  /// The buffer type that captures pictures; nil for a node that is no camera: metadata, output,
  /// memory to memory, radio, or a sensor's raw end that only a media controller can set up.
  var captureType: CaptureType? {
    func has(_ flag: Int32) -> Bool { flags & UInt32(flag) != 0 }
    let isOther = [
      V4L2_CAP_VIDEO_OUTPUT, V4L2_CAP_VIDEO_OUTPUT_MPLANE, V4L2_CAP_VIDEO_M2M,
      V4L2_CAP_VIDEO_M2M_MPLANE, V4L2_CAP_META_OUTPUT, V4L2_CAP_META_CAPTURE, V4L2_CAP_IO_MC,
    ].contains(where: has)
    guard !isOther, has(V4L2_CAP_STREAMING) else { return nil }
    if has(V4L2_CAP_VIDEO_CAPTURE) { return .singlePlanar }
    return has(V4L2_CAP_VIDEO_CAPTURE_MPLANE) ? .multiPlanar : nil
  }
}

/// Which of V4L2's two interfaces a node speaks.
enum CaptureType: Hashable, Sendable {
  /// `V4L2_BUF_TYPE_VIDEO_CAPTURE`
  case singlePlanar
  /// `V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE`
  case multiPlanar

  /// `enum v4l2_buf_type`
  var rawValue: UInt32 {
    switch self {
    case .singlePlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    case .multiPlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
    }
  }
}
