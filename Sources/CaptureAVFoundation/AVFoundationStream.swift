import CaptureCore
import MediaTypes

/// One opening of a camera.
///
/// ```
///   opened ──start──▶ running ──stop, failure──▶ stopped
///     └──────────── close ┴───────────────────────┴────▶ closed
/// ```
final class AVFoundationStream: CaptureStream {
  private enum Phase: Sendable {
    case opened, running, stopped, closed
  }

  let format: CameraFormat
  private let session: VideoSession
  private let clock: any MediaClock
  private let phase = Locked(Phase.opened)
  private let place = Locked<Place?>(nil)

  private struct Place: Sendable {
    let ticket: VideoSession.Ticket
    let receiver: PictureReceiver
  }

  /// Opens a camera of the session.
  static func open(
    _ camera: FoundCamera, format: CameraFormat, in session: VideoSession,
    clock: any MediaClock
  ) async throws(CaptureError) -> AVFoundationStream {
    let stream = AVFoundationStream(format: format, session: session, clock: clock)
    let (ticket, seat) = try await session.open(camera, format: format, for: stream)
    stream.place.withLock { $0 = Place(ticket: ticket, receiver: seat.receiver) }
    return stream
  }

  private init(format: CameraFormat, session: VideoSession, clock: any MediaClock) {
    (self.format, self.session, self.clock) = (format, session, clock)
  }

  func start(_ handler: @escaping CaptureHandler) async throws(CaptureError) {
    let mayStart = phase.withLock { phase in
      guard phase == .opened else { return false }
      phase = .running
      return true
    }
    guard mayStart, let place = place.withLock({ $0 }) else {
      throw CaptureError(
        .invalidRequest, "A stream can be started once, before it is stopped.",
        remedy: "Open the camera again.")
    }
    // The session may run already: what it took before this moment is not wanted.
    place.receiver.begin(handler, since: clock.now)
    do throws(CaptureError) {
      try await session.start(place.ticket)
    } catch {
      await place.receiver.end()
      throw error
    }
  }

  func stop() async {
    phase.withLock { if $0 != .closed { $0 = .stopped } }
    await place.withLock { $0 }?.receiver.end()
  }

  func close() async {
    phase.withLock { $0 = .closed }
    guard let place = place.withLock({ $0 }) else { return }
    await place.receiver.end()
    await session.close(place.ticket)
  }
}

extension AVFoundationStream: VideoSessionClient {
  func fail(_ error: CaptureError) {
    place.withLock { $0 }?.receiver.fail(error)
  }
}
