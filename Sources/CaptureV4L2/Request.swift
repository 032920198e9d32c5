import CVideo4LinuxShims

/// A request of V4L2's `ioctl` interface.
struct Request: Hashable, Sendable {
  /// The number that the kernel takes.
  let code: UInt
  /// The C name, for messages.
  let name: String

  private init(_ code: UInt, _ name: String) {
    self.code = code
    self.name = name
  }

  static let queryCapability = Request(CVideo4LinuxShims_VIDIOC_QUERYCAP, "VIDIOC_QUERYCAP")
  static let enumerateFormats = Request(CVideo4LinuxShims_VIDIOC_ENUM_FMT, "VIDIOC_ENUM_FMT")
  static let getFormat = Request(CVideo4LinuxShims_VIDIOC_G_FMT, "VIDIOC_G_FMT")
  static let setFormat = Request(CVideo4LinuxShims_VIDIOC_S_FMT, "VIDIOC_S_FMT")
  static let enumerateSizes = Request(
    CVideo4LinuxShims_VIDIOC_ENUM_FRAMESIZES, "VIDIOC_ENUM_FRAMESIZES")
  static let enumerateIntervals = Request(
    CVideo4LinuxShims_VIDIOC_ENUM_FRAMEINTERVALS, "VIDIOC_ENUM_FRAMEINTERVALS")
  static let getParameters = Request(CVideo4LinuxShims_VIDIOC_G_PARM, "VIDIOC_G_PARM")
  static let setParameters = Request(CVideo4LinuxShims_VIDIOC_S_PARM, "VIDIOC_S_PARM")
  static let cropCapabilities = Request(CVideo4LinuxShims_VIDIOC_CROPCAP, "VIDIOC_CROPCAP")
  static let getSelection = Request(CVideo4LinuxShims_VIDIOC_G_SELECTION, "VIDIOC_G_SELECTION")
  static let setSelection = Request(CVideo4LinuxShims_VIDIOC_S_SELECTION, "VIDIOC_S_SELECTION")
  static let getControl = Request(CVideo4LinuxShims_VIDIOC_G_CTRL, "VIDIOC_G_CTRL")
  static let setControl = Request(CVideo4LinuxShims_VIDIOC_S_CTRL, "VIDIOC_S_CTRL")
  static let requestBuffers = Request(CVideo4LinuxShims_VIDIOC_REQBUFS, "VIDIOC_REQBUFS")
  static let queryBuffer = Request(CVideo4LinuxShims_VIDIOC_QUERYBUF, "VIDIOC_QUERYBUF")
  static let exportBuffer = Request(CVideo4LinuxShims_VIDIOC_EXPBUF, "VIDIOC_EXPBUF")
  static let queueBuffer = Request(CVideo4LinuxShims_VIDIOC_QBUF, "VIDIOC_QBUF")
  static let dequeueBuffer = Request(CVideo4LinuxShims_VIDIOC_DQBUF, "VIDIOC_DQBUF")
  static let streamOn = Request(CVideo4LinuxShims_VIDIOC_STREAMON, "VIDIOC_STREAMON")
  static let streamOff = Request(CVideo4LinuxShims_VIDIOC_STREAMOFF, "VIDIOC_STREAMOFF")
  static let queryControl = Request(
    CVideo4LinuxShims_VIDIOC_QUERY_EXT_CTRL, "VIDIOC_QUERY_EXT_CTRL")
  static let queryMenu = Request(CVideo4LinuxShims_VIDIOC_QUERYMENU, "VIDIOC_QUERYMENU")
  static let subscribeEvent = Request(
    CVideo4LinuxShims_VIDIOC_SUBSCRIBE_EVENT, "VIDIOC_SUBSCRIBE_EVENT")
  static let dequeueEvent = Request(CVideo4LinuxShims_VIDIOC_DQEVENT, "VIDIOC_DQEVENT")

  /// All that the back end uses, for tests that let each of them fail.
  static let all: [Request] = [
    .queryCapability, .enumerateFormats, .getFormat, .setFormat, .enumerateSizes,
    .enumerateIntervals, .getParameters, .setParameters, .cropCapabilities, .getSelection,
    .setSelection, .getControl, .setControl, .requestBuffers, .queryBuffer, .exportBuffer,
    .queueBuffer, .dequeueBuffer, .streamOn, .streamOff,
    .queryControl, .queryMenu, .subscribeEvent, .dequeueEvent,
  ]
}
