import AVFoundation
import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import MediaTypes
import SystemThreads

/// The one session for pictures: does what `VideoSessionMachine` says.
///
/// Sendable unchecked: everything but the queue is used on the queue only. `startRunning`, `stopRunning`
/// and `commitConfiguration` block, so that no caller waits for them on its own thread.
final class VideoSession: @unchecked Sendable {
  typealias Ticket = VideoSessionMachine.Ticket

  private let queue = DispatchQueue(label: "viewfinder.session", qos: .userInitiated)
  private let obstruct: @Sendable (CaptureError?) -> Void
  private let clock: any MediaClock
  private let timer: any MediaTimer
  private var machine: VideoSessionMachine
  private var platform: PlatformSession?
  private var streams: [Ticket: any VideoSessionClient] = [:]
  private var lastTicket: UInt64 = 0

  /// - Parameter obstruct: called when cameras cannot be had for a while, and when they can again.
  init(clock: any MediaClock, obstruct: @escaping @Sendable (CaptureError?) -> Void) {
    (self.obstruct, self.clock) = (obstruct, clock)
    machine = VideoSessionMachine(holdsSeveral: PlatformSession.holdsSeveral)
    let alarm = Alarm()
    timer = clock.makeTimer(label: "session") { _ in alarm.ring() }
    alarm.answer = { [weak self] in self?.send(.timePassed) }
  }

  /// Puts a camera into the session.
  ///
  /// - Returns: the camera as it stands in the session.
  /// - Throws: `CaptureError`; the session is then as it was.
  func open(
    _ camera: FoundCamera, format: CameraFormat, for client: any VideoSessionClient
  ) async throws(CaptureError) -> (Ticket, CameraSeat) {
    try await queue.perform { () throws(CaptureError) in
      self.lastTicket += 1
      let ticket = Ticket(rawValue: self.lastTicket)
      let seat = try self.fit(camera, format, ticket)
      self.streams[ticket] = client
      return (ticket, seat)
    }
  }

  /// Makes sure that the session runs.
  func start(_ ticket: Ticket) async throws(CaptureError) {
    try await queue.perform { () throws(CaptureError) in
      try self.perform(self.machine.handle(.start(ticket)))
    }
  }

  /// Gives a camera back.
  func close(_ ticket: Ticket) async {
    await queue.perform {
      self.streams[ticket] = nil
      self.carryOut(.close(ticket))
    }
  }

  /// Tells the machine what happened.
  func send(_ event: VideoSessionMachine.Event) { queue.async { self.carryOut(event) } }

  /// Work with the camera as it stands in the session.
  func withSeat<Value: Sendable>(
    of camera: CameraID, _ work: @escaping @Sendable (CameraSeat?) -> Value
  ) async -> Value {
    await queue.perform { work(self.platform?.seat(of: camera)) }
  }
}

/// Whoever has opened a camera of the session.
protocol VideoSessionClient: AnyObject, Sendable {
  /// The camera is gone, or the session.
  func fail(_ error: CaptureError)
}

// MARK: - On the queue

extension VideoSession {
  private func fit(
    _ camera: FoundCamera, _ format: CameraFormat, _ ticket: Ticket
  ) throws(CaptureError) -> CameraSeat {
    let before = machine
    let actions = machine.handle(.open(ticket, camera.camera.id))
    do throws(CaptureError) {
      let platform = self.platform ?? makePlatform()
      var seat: CameraSeat?
      for action in actions {
        switch action {
        case .configure(let removed, .some):
          seat = try platform.exchange(removed, for: camera, format: format)
        case .refuse(let error): throw error
        default: break
        }
      }
      guard let seat else {
        throw CaptureError(.deviceFailed, "\(camera.camera.name) did not join the session.")
      }
      return seat
    } catch {
      machine = before
      throw error
    }
  }

  private func carryOut(_ event: VideoSessionMachine.Event) {
    // Only `start` is refused, and it does not come this way.
    try? perform(machine.handle(event))
  }

  private func perform(_ actions: [VideoSessionMachine.Action]) throws(CaptureError) {
    for action in actions {
      switch action {
      case .configure(let removed, _): platform?.remove(removed)
      case .run: platform?.session.startRunning()
      case .halt: platform?.session.stopRunning()
      case .linger: timer.schedule(at: clock.now + VideoSessionMachine.grace)
      case .fail(let ticket, let error): streams.removeValue(forKey: ticket)?.fail(error)
      case .refuse(let error): throw error
      case .obstruct(let reason): obstruct(reason)
      case .discard: platform = nil
      }
    }
  }

  private func makePlatform() -> PlatformSession {
    let platform = PlatformSession { [weak self] event in self?.send(event) }
    self.platform = platform
    return platform
  }
}

/// Joins a timer that is made before its owner with the owner.
///
/// Sendable unchecked: `answer` is set once, before the timer is armed.
private final class Alarm: @unchecked Sendable {
  var answer: (@Sendable () -> Void)?
  func ring() { answer?() }
}
