import CFFmpeg
import CaptureCore
import Dispatch
import MediaTypes
import SystemThreads

/// One opening of a movie or network stream.
///
/// States: opened → started → stopped → closed, as the port says. All of the library's calls are made
/// on a thread of its own.
final class MovieStream: CaptureStream {
  let format: CameraFormat
  private let control: StreamControl
  private let thread: WorkerThread

  /// The longest that anybody waits for the thread to end; what hangs longer ends by itself.
  private static let endLimit = 900

  private init(_ format: CameraFormat, _ control: StreamControl, _ thread: WorkerThread) {
    (self.format, self.control, self.thread) = (format, control, thread)
  }

  deinit { control.end() }

  /// Opens an address.
  ///
  /// - Throws: `CaptureError` when there is nothing that can be shown, or the task was cancelled.
  static func open(
    _ address: StreamAddress, clock: any MediaClock
  ) async throws(CaptureError) -> MovieStream {
    StreamLibrary.quiet()
    let control = StreamControl(clock: clock)
    let (results, feed) = AsyncStream.makeStream(of: Result<CameraFormat, CaptureError>.self)
    let thread: WorkerThread
    do {
      thread = try WorkerThread {
        StreamThread(address: address, control: control).run { feed.yield($0) }
        feed.finish()
      }
    } catch {
      throw CaptureError(
        .startFailed, "There is no thread left for a stream.",
        remedy: "End other programs.", systemError: error.code)
    }
    let result = await withTaskCancellationHandler {
      // Not through the stream's own end: a cancelled task would leave the thread behind unseen.
      await Task { await results.first { _ in true } }.value
    } onCancel: {
      control.end()
    }
    guard let result else {
      throw CaptureError(.stopped, "\(address.shown) was given up while it opened.")
    }
    return MovieStream(try result.get(), control, thread)
  }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    guard control.start(handler) else {
      throw CaptureError(
        .invalidRequest, "The stream was started before.", remedy: "Open the camera again.")
    }
  }

  func stop() async {
    control.end()
    await thread.end(limit: .milliseconds(Self.endLimit))
  }

  func close() async { await stop() }
}
