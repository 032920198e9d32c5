import MediaTypes
import RecordCore

/// A video encoder of the library's that this project knows how to set up for a live camera.
struct EncoderCandidate: Hashable {
  /// As the library calls it.
  let name: String
  let codec: VideoCodec
  /// Whether pictures go to a GPU first (VA-API).
  var needsGPU = false
  /// The layouts that it takes without changing them.
  var formats: [PixelFormat] = [.nv12, .i420]

  /// All of them, each codec's best first.
  static let all = [
    EncoderCandidate(name: "h264_vaapi", codec: .h264, needsGPU: true, formats: [.nv12]),
    EncoderCandidate(name: "h264_v4l2m2m", codec: .h264),
    x264,
    EncoderCandidate(name: "libopenh264", codec: .h264, formats: [.i420]),
    EncoderCandidate(name: "hevc_vaapi", codec: .hevc, needsGPU: true, formats: [.nv12]),
    EncoderCandidate(name: "libx265", codec: .hevc, formats: [.i420]),
    EncoderCandidate(name: "libvpx", codec: .vp8, formats: [.i420]),
    EncoderCandidate(name: "libvpx-vp9", codec: .vp9, formats: [.i420]),
    mjpeg,
  ]

  /// The one that goes on where a camera's own pictures end.
  static let x264 = EncoderCandidate(name: "libx264", codec: .h264)

  /// JPEG pictures, for those of an MJPEG movie that do not come as JPEG.
  static let mjpeg = EncoderCandidate(name: "mjpeg", codec: .mjpeg, formats: [.i420])

  /// Those that may serve what was asked for, in the order in which they are tried.
  static func list(for codec: VideoCodec, in container: MovieContainer) -> [EncoderCandidate] {
    let wanted: [VideoCodec]
    switch (codec, container) {
    case (.automatic, .webM): wanted = [.vp8, .vp9]
    case (.automatic, _): wanted = [.h264]
    default: wanted = [codec]
    }
    return wanted.flatMap { codec in all.filter { $0.codec == codec } }
  }

  /// The layout to give it pictures in: the camera's own when it takes that.
  func format(for camera: PixelFormat) -> PixelFormat {
    formats.contains(camera) ? camera : formats.contains(.i420) ? .i420 : formats[0]
  }
}
