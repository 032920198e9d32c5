import Glibc
import RecordConformance
import RecordCore
import RecordFFmpeg
import TestSupport
import Testing

@Suite("FFmpeg's back end, as any", .serialized, .timeLimit(.minutes(2)))
struct ConformanceTests {
  @Test("Conforms")
  func conforms() throws {
    let folder = try TemporaryFolder()
    try RecordConformance(
      name: "ffmpeg", folder: folder.path,
      makeBackend: { [backend = FFmpegMovieBackend()] in backend },
      offers: { container, codec in
        switch container {
        case .mp4: ![.vp8, .vp9].contains(codec)
        case .matroska: true
        case .webM: [.automatic, .vp8, .vp9].contains(codec)
        }
      }, passesThrough: true,
      breakWriting: { part in
        FileSizeLimit.set(folder.byteCount(of: String(part.dropFirst(folder.path.count + 1))))
      },
      mend: { FileSizeLimit.set(nil) }
    ).run()
  }
}

/// The longest that a file of this process may get, as on a full disk (`RLIMIT_FSIZE`).
private enum FileSizeLimit {
  /// - Parameter byteCount: nil for none.
  static func set(_ byteCount: Int?) {
    // Else the system ends the process at the first byte too many.
    signal(SIGXFSZ, SIG_IGN)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    // Unsafe: the pointers are used during the calls only.
    unsafe getrlimit(resource, &limit)
    limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
    unsafe setrlimit(resource, &limit)
  }
}
