import Foundation
import Glibc

extension RealPart {
  /// What `RTSPServer` needs.
  public static let rtspServer = RealPart(
    "The GStreamer RTSP server", programs: [RTSPServer.python, "gst-inspect-1.0"],
    packages: [
      "python3-gi", "gir1.2-gst-rtsp-server-1.0", "gstreamer1.0-plugins-good",
      "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-ugly",
    ])
}

/// A port of this machine that was free a moment ago.
public func freePort() throws -> Int {
  let listener = try Listener()
  return listener.port
}

/// A server that takes connections and never says anything.
public final class Listener: Sendable {
  private let descriptor: Int32
  /// Where it listens.
  public let port: Int

  /// Takes a free port.
  public init() throws {
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
  public var isCalled: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe Glibc.poll(&request, 1, 0) == 1
  }
}

/// A GStreamer RTSP server on this machine.
public struct RTSPServer {
  /// Where it listens.
  public let port: Int
  private let child: ChildProcess
  private let folder: TemporaryFolder

  /// The system's own, which has the introspection of GStreamer.
  public static let python = "/usr/bin/python3"

  /// MJPEG.
  public static let jpeg =
    "( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=15/1 "
    + "! jpegenc ! rtpjpegpay name=pay0 pt=26 )"

  /// H.264 with an IDR picture each second.
  public static let h264 =
    "( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=15/1 "
    + "! x264enc tune=zerolatency key-int-max=15 speed-preset=ultrafast ! rtph264pay name=pay0 )"

  /// Starts it; returns when it listens.
  ///
  /// - Parameters:
  ///   - launch: the pipeline of `/test`.
  ///   - port: nil for a free one.
  ///   - password: of the user `me`; nil for none.
  public init(_ launch: String = jpeg, port: Int? = nil, password: String? = nil) async throws {
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

  /// Ends it at once.
  public func kill() async { await child.kill() }

  /// Waits until somebody is connected.
  public func waitForClient(limit: Duration = .seconds(30)) async throws {
    try await child.waitForOutput("client", limit: limit)
  }

  /// Lets it say nothing more, with the connection open.
  public func freeze() { child.send(SIGSTOP) }

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
    server.connect('client-connected', lambda *_: print('client', flush=True))
    print('ready', flush=True)
    GLib.MainLoop().run()
    """
}

/// A web server on this machine that serves JPEG pictures as network cameras do (`multipart/x-mixed-replace`).
public struct HTTPCamera {
  /// Where it listens.
  public let port: Int
  private let child: ChildProcess
  private let folder: TemporaryFolder

  /// Starts it; returns when it listens. It serves `/live`, `/short`, which hangs up in the middle of the
  /// eleventh picture, and `/secret` for `me` with the password `s3cret`; nothing else is there.
  ///
  /// - Parameter film: MJPEG pictures one after another, as `ffmpeg -f mjpeg` writes them.
  public init(_ film: String) async throws {
    let (port, folder) = (try freePort(), try TemporaryFolder())
    try folder.write(Self.script, to: "server.py")
    let child = try ChildProcess(
      RTSPServer.python, [folder.file("server.py"), "\(port)", film], capturesOutput: true)
    _ = try await poll("the web server") {
      if !child.isRunning { throw TestSupportError("no web server: \(child.outputText)") }
      return child.outputText.contains("ready") ? true : nil
    }
    (self.port, self.folder, self.child) = (port, folder, child)
  }

  /// Ends it at once.
  public func kill() async { await child.kill() }

  private static let script = """
    import base64, sys, time
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    film = open(sys.argv[2], 'rb').read()
    pictures = [b'\\xff\\xd8' + part for part in film.split(b'\\xff\\xd8')[1:]]
    me = 'Basic ' + base64.b64encode(b'me:s3cret').decode()
    class Camera(BaseHTTPRequestHandler):
        def log_message(self, *words): pass
        def refuse(self, status, head=()):
            self.send_response(status)
            for line in head: self.send_header(*line)
            self.end_headers()
        def do_GET(self):
            if self.path not in ('/live', '/short', '/secret'): return self.refuse(404)
            if self.path == '/secret' and self.headers.get('Authorization') != me:
                return self.refuse(401, [('WWW-Authenticate', 'Basic realm="camera"')])
            self.refuse(200, [('Content-Type', 'multipart/x-mixed-replace;boundary=next')])
            try:
                for number in range(100000):
                    picture = pictures[number % len(pictures)]
                    head = '--next\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(picture)
                    if self.path == '/short' and number == 10:
                        self.wfile.write(head.encode() + picture[:len(picture) // 2])
                        return
                    self.wfile.write(head.encode() + picture + b'\\r\\n')
                    time.sleep(0.04)
            except OSError: pass
    server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Camera)
    print('ready', flush=True)
    server.serve_forever()
    """
}
