import Foundation
import Glibc
import TestSupport

extension RealPart {
  static let ffmpeg = RealPart(
    "FFmpeg", programs: ["ffmpeg", "ffprobe"], packages: ["ffmpeg"])
  static let rtspServer = RealPart(
    "The GStreamer RTSP server", programs: [RTSPServer.python, "gst-inspect-1.0"],
    packages: [
      "python3-gi", "gir1.2-gst-rtsp-server-1.0", "gstreamer1.0-plugins-good",
      "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-ugly",
    ])
}

/// A port of this machine that was free a moment ago.
func freePort() throws -> Int {
  let listener = try Listener()
  return listener.port
}

/// A server that takes connections and never says anything.
final class Listener: Sendable {
  private let descriptor: Int32
  let port: Int

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, length) | listen(descriptor, 8)
          | getsockname(descriptor, pointer, &length)
      }
    }
    guard status == 0 else { throw TestSupportError("no port: error \(errno)") }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// Whether somebody has connected, whom nobody answers.
  var isCalled: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe Glibc.poll(&request, 1, 0) == 1
  }
}

/// A GStreamer RTSP server on this machine.
struct RTSPServer {
  let port: Int
  private let child: ChildProcess
  private let folder: TemporaryFolder

  /// The system's own, which has the introspection of GStreamer.
  static let python = "/usr/bin/python3"

  static let jpeg =
    "( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=15/1 "
    + "! jpegenc ! rtpjpegpay name=pay0 pt=26 )"

  static let h264 =
    "( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=15/1 "
    + "! x264enc tune=zerolatency key-int-max=15 speed-preset=ultrafast ! rtph264pay name=pay0 )"

  /// Starts it; returns when it listens.
  ///
  /// - Parameters:
  ///   - launch: the pipeline of `/test`.
  ///   - port: nil for a free one.
  ///   - password: of the user `me`; nil for none.
  init(_ launch: String = jpeg, port: Int? = nil, password: String? = nil) async throws {
    let (port, folder) = (try port ?? freePort(), try TemporaryFolder())
    try folder.write(Self.script, to: "server.py")
    let child = try ChildProcess(
      Self.python, [folder.file("server.py"), "\(port)", launch] + [password].compactMap { $0 },
      capturesOutput: true)
    _ = try await poll("the RTSP server") {
      if !child.isRunning { throw TestSupportError("no RTSP server: \(child.outputText)") }
      return child.outputText.contains("ready") ? true : nil
    }
    (self.port, self.folder, self.child) = (port, folder, child)
  }

  func kill() async { await child.kill() }

  /// Lets it say nothing more, with the connection open.
  func freeze() { child.send(SIGSTOP) }

  private static let script = """
    import sys, gi
    gi.require_version('Gst', '1.0')
    gi.require_version('GstRtspServer', '1.0')
    from gi.repository import Gst, GstRtspServer, GLib
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address('127.0.0.1')
    server.set_service(sys.argv[1])
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(sys.argv[2])
    factory.set_shared(True)
    if len(sys.argv) > 3:
        auth = GstRtspServer.RTSPAuth()
        token = GstRtspServer.RTSPToken()
        token.set_string('media.factory.role', 'user')
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic('me', sys.argv[3]), token)
        server.set_auth(auth)
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role('user', 'media.factory.access', True)
        permissions.add_permission_for_role('user', 'media.factory.construct', True)
        factory.set_permissions(permissions)
    server.get_mount_points().add_factory('/test', factory)
    if server.attach(None) == 0:
        sys.exit('the port is taken')
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
}

/// A film made by FFmpeg.
enum Film {
  /// - Parameters:
  ///   - name: in the folder; its ending says the container.
  ///   - source: of libavfilter.
  ///   - options: of the output.
  static func make(
    _ name: String, in folder: TemporaryFolder,
    source: String = "testsrc2=size=320x240:rate=25:duration=2", _ options: String
  ) async throws -> String {
    let path = folder.file(name)
    let words = options.split(separator: " ").map(String.init)
    let (status, output) = try await ChildProcess.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source] + words + ["-y", path])
    guard status == 0 else { throw TestSupportError("no film: \(output)") }
    return path
  }
}
