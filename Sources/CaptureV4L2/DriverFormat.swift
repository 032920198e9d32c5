import CVideo4LinuxShims
import MediaTypes

/// A pixel format of V4L2 that this back end can hand on, and what copying has to do for it.
struct DriverFormat: Hashable, Sendable {
  /// How a driver's bytes differ from those of `format`.
  enum Arrangement: Hashable, Sendable {
    /// Not at all.
    case same
    /// Each two bytes of the second plane are exchanged.
    case swappedChromaPairs
    /// The second and third plane are exchanged.
    case swappedChromaPlanes
    /// Groups of bytes are in another order: byte `n` of ours is byte `order[n]` of theirs.
    case permuted([Int])
  }

  /// V4L2's four-character code.
  let code: UInt32
  /// What consumers get.
  let format: PixelFormat
  /// What copying has to do.
  let arrangement: Arrangement
  /// How many buffers of its own each frame has: 1, or one for each plane (the "M" formats).
  let memoryPlanes: Int

  private init(
    _ code: UInt32, _ format: PixelFormat, _ arrangement: Arrangement = .same, memoryPlanes: Int = 1
  ) {
    self.code = code
    self.format = format
    self.arrangement = arrangement
    self.memoryPlanes = memoryPlanes
  }

  /// All of them; of those for one format the cheapest to copy come first.
  static let all: [DriverFormat] = [
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUYV, .yuyv),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YVYU, .yuyv, .permuted([0, 3, 2, 1])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_UYVY, .uyvy),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_VYUY, .uyvy, .permuted([2, 1, 0, 3])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV12, .nv12),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV12M, .nv12, memoryPlanes: 2),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV21, .nv21),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV21M, .nv21, memoryPlanes: 2),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV16, .nv16),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV16M, .nv16, memoryPlanes: 2),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV61, .nv16, .swappedChromaPairs),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_NV61M, .nv16, .swappedChromaPairs, memoryPlanes: 2),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_P010, .p010),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUV420, .i420),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUV420M, .i420, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YVU420, .yv12),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YVU420M, .yv12, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUV422P, .i422),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUV422M, .i422, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YVU422M, .i422, .swappedChromaPlanes, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YUV444M, .i444, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_YVU444M, .i444, .swappedChromaPlanes, memoryPlanes: 3),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_RGB24, .rgb24),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_BGR24, .rgb24, .permuted([2, 1, 0])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_ABGR32, .bgra),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_XBGR32, .bgra),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_BGR32, .bgra),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_RGBA32, .rgba),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_RGBX32, .rgba),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_ARGB32, .rgba, .permuted([1, 2, 3, 0])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_XRGB32, .rgba, .permuted([1, 2, 3, 0])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_RGB32, .rgba, .permuted([1, 2, 3, 0])),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_GREY, .grey),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_Y16, .y16),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_MJPEG, .mjpeg),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_JPEG, .mjpeg),
    .init(CVideo4LinuxShims_V4L2_PIX_FMT_H264, .h264),
  ]

  /// The entry of a driver's code; nil for a format that nothing here knows.
  static func known(_ code: UInt32) -> DriverFormat? { all.first { $0.code == code } }

  /// Whether the components are red, green and blue.
  var isRGB: Bool { format.components == .rgb }
}
