import CaptureCore
import Foundation
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@testable import CaptureFFmpeg

@Suite("A network camera", .requires(.ffmpeg), .timeLimit(.minutes(3)), .serialized)
struct NetworkStreamTests {
  @Test("RTSP with MJPEG is handed on undecoded", .requires(.rtspServer))
  func rtsp() async throws {
    let server = try await RTSPServer()
    let record = try await firstFrames("rtsp://127.0.0.1:\(server.port)/test", count: 10)
    let frame = try #require(record.frames.first)
    #expect(frame.format == .mjpeg && frame.size == PixelSize(width: 320, height: 240))
    #expect(frame.sample(plane: 0, column: 0, row: 0) == 0xff)
    #expect(record.failure == nil)
    for (first, second) in zip(record.times, record.times.dropFirst()) { #expect(first < second) }
    await server.kill()
  }

  @Test("RTSP with H.264 is decoded", .requires(.rtspServer))
  func decoded() async throws {
    let server = try await RTSPServer(RTSPServer.h264)
    let record = try await firstFrames("rtsp://127.0.0.1:\(server.port)/test", count: 10)
    let frame = try #require(record.frames.first)
    #expect(frame.format == .i420 && frame.size == PixelSize(width: 320, height: 240))
    #expect(record.failure == nil)
    for (first, second) in zip(record.times, record.times.dropFirst()) { #expect(first < second) }
    await server.kill()
  }

  @Test("A server that cannot serve says so", .requires(.rtspServer))
  func broken() async throws {
    let server = try await RTSPServer("( fakesrc ! nothing )")
    let error = await #expect(throws: CaptureError.self) {
      try await openStream("rtsp://127.0.0.1:\(server.port)/test")
    }
    #expect(error?.code == .serviceUnavailable, "\(String(describing: error))")
    let absent = await #expect(throws: CaptureError.self) {
      try await openStream("rtsp://127.0.0.1:\(server.port)/elsewhere")
    }
    #expect(absent?.code == .noSuchCamera, "\(String(describing: absent))")
    await server.kill()
  }

  @Test("A name and a password are used, and are not shown", .requires(.rtspServer))
  func password() async throws {
    let server = try await RTSPServer(password: "s3cret")
    let port = server.port
    for text in ["rtsp://127.0.0.1:\(port)/test", "rtsp://me:s3wrong@127.0.0.1:\(port)/test"] {
      let error = await #expect(throws: CaptureError.self) { try await openStream(text) }
      #expect(error?.code == .notPermitted, "\(String(describing: error))")
      #expect(error.map { !"\($0)".contains("s3") } == true)
    }
    let record = try await firstFrames("rtsp://me:s3cret@127.0.0.1:\(port)/test")
    #expect(record.frames.first?.source == CameraID("rtsp://***@127.0.0.1:\(port)/test"))
    await server.kill()
  }

  @Test("A server that is killed is a failure with words", .requires(.rtspServer))
  func killed() async throws {
    let server = try await RTSPServer()
    let stream = try await openStream("rtsp://127.0.0.1:\(server.port)/test")
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    try await recorder.wait("pictures") { $0.times.count > 5 }
    await server.kill()
    let record = try await recorder.wait("the failure") { $0.failure != nil }
    #expect(record.failure?.code == .deviceFailed)
    #expect(record.failure?.remedy.isEmpty == false)
    await stream.close()
  }

  @Test("A session goes on by itself when the server is back", .requires(.rtspServer))
  func back() async throws {
    let server = try await RTSPServer()
    var configuration = CameraSession.Configuration()
    configuration.backends = .named([])
    configuration.addresses = ["rtsp://127.0.0.1:\(server.port)/test"]
    configuration.settings.restartLimit = 1
    let session = CameraSession(configuration)
    try await session.start()
    let states = session.states()
    await server.kill()
    try await within(.seconds(40), "the interruption") {
      for await state in states where state.phase == .interrupted {
        #expect(state.problem?.remedy.isEmpty == false)
        break
      }
    }
    let again = try await RTSPServer(port: server.port)
    try await within(.seconds(60), "the return") {
      for await state in session.states() where state.phase == .running { break }
    }
    let frames = session.frames()
    for await frame in frames {
      #expect(frame.size == PixelSize(width: 320, height: 240))
      break
    }
    await session.stop()
    await again.kill()
  }

  @Test("MJPEG by HTTP, as FFmpeg serves it: at the times at which it comes", arguments: [25, 10])
  func http(rate: Int) async throws {
    let port = try freePort()
    let url = "http://127.0.0.1:\(port)/"
    let server = try ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=\(rate)", "-f",
        "mpjpeg", "-listen", "1", url,
      ])
    let stream = try await poll("the server") {
      do {
        return try await openStream(url)
      } catch let error as CaptureError where error.code == .serviceUnavailable {
        return nil
      }
    }
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    let record = try await recorder.wait("pictures") { $0.times.count >= 20 }
    #expect(record.frames[0].format == .mjpeg)
    let steps = zip(record.times.dropFirst(), record.times).map { ($0 - $1).seconds }.sorted()
    #expect(steps.allSatisfy { $0 > 0 })
    // The middle one: a busy machine sends some late, and then some at once.
    #expect(abs(steps[steps.count / 2] * Double(rate) - 1) < 0.4, "\(steps)")
    await server.kill()
    let ended = try await recorder.wait("the failure") { $0.failure != nil }
    #expect(ended.failure?.code == .deviceFailed)
    await stream.close()
  }

  @Test("A web server that wants a password, has nothing there, or hangs up: each in words")
  func web() async throws {
    let folder = try TemporaryFolder()
    let film = try await Film.make("a.mjpeg", in: folder, "-c:v mjpeg -q:v 5 -f mjpeg")
    let server = try await HTTPCamera(film)
    let host = "127.0.0.1:\(server.port)"
    for address in ["http://\(host)/secret", "http://me:s3wrong@\(host)/secret"] {
      let error = await #expect(throws: CaptureError.self) { try await openStream(address) }
      #expect(error?.code == .notPermitted, "\(String(describing: error))")
      #expect(error.map { !"\($0)".contains("s3") } == true)
    }
    let record = try await firstFrames("http://me:s3cret@\(host)/secret")
    #expect(record.frames.first?.source == CameraID("http://***@\(host)/secret"))
    let absent = await #expect(throws: CaptureError.self) {
      try await openStream("http://\(host)/elsewhere")
    }
    #expect(absent?.code == .noSuchCamera)
    let stream = try await openStream("http://\(host)/short")
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    let ended = try await recorder.wait("the failure") { $0.failure != nil }
    #expect(ended.failure?.code == .deviceFailed && ended.failure?.remedy.isEmpty == false)
    #expect((5...11).contains(ended.times.count), "\(ended.times.count)")
    await stream.close()
    await server.kill()
  }

  @Test("Nobody there, no such host, nothing at the path: each in words")
  func nobody() async throws {
    let refused = await #expect(throws: CaptureError.self) {
      try await openStream("http://127.0.0.1:\(try freePort())/")
    }
    #expect(refused?.code == .serviceUnavailable)
    let unknown = await #expect(throws: CaptureError.self) {
      try await openStream("rtsp://me:s3cret@no-such-host.invalid/live")
    }
    #expect(unknown?.code == .noSuchCamera, "\(String(describing: unknown))")
    #expect(unknown.map { !"\($0)".contains("s3") } == true)
  }

  @Test("A server that hangs delays nobody: the opening can be given up, and has a limit")
  func hangs() async throws {
    let listener = try Listener()
    let url = "rtsp://127.0.0.1:\(listener.port)/live"
    let opening = Task { try await openStream(url) }
    _ = try await poll("the caller") { listener.isCalled ? true : nil }
    let asked = ContinuousClock.now
    opening.cancel()
    await #expect(throws: CaptureError.self) { try await opening.value }
    // Long before the limit of an opening, which is 8 s.
    #expect(ContinuousClock.now - asked < .seconds(6))
    let error = await #expect(throws: CaptureError.self) { try await openStream(url) }
    #expect(error?.code == .serviceUnavailable)
    #expect(error?.message.contains("in time") == true)
    withExtendedLifetime(listener) {}
  }

  @Test("A stream that goes silent is stopped without waiting for more", .requires(.rtspServer))
  func silent() async throws {
    let server = try await RTSPServer()
    let stream = try await openStream("rtsp://127.0.0.1:\(server.port)/test")
    let recorder = StreamRecorder()
    try await stream.start(recorder.handler)
    try await recorder.wait("pictures") { $0.times.count > 2 }
    server.freeze()
    let asked = ContinuousClock.now
    await stream.stop()
    // A network may be silent for 5 s.
    #expect(ContinuousClock.now - asked < .seconds(4))
    await stream.close()
    await server.kill()
  }
}
