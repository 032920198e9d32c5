import CaptureCore
import MediaTypes

/// A camera of PipeWire's that somebody has opened: the door to its `NodeStream`.
///
/// A stream that is let go of without `close` is closed all the same.
final class PipeWireStream: CaptureStream {
  private let thread: LoopThread<PipeWireHub>
  private let id: Int
  let format: CameraFormat

  init(_ opened: OpenedStream, on thread: LoopThread<PipeWireHub>) {
    self.thread = thread
    id = opened.id
    format = opened.format
  }

  deinit {
    let id = id
    thread.post { $0.close(id) }
  }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    let id = id
    try await thread.ask { $0.start(id, handler, reply: $1) }.get()
  }

  // What has been stopped cannot be started again, so that the camera need not be kept for it.
  func stop() async { await close() }

  func close() async {
    let id = id
    await thread.ask { hub, reply in
      hub.close(id)
      reply(())
    }
  }
}
