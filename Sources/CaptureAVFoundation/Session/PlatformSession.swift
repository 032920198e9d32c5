import AVFoundation
import AppleMedia
import CaptureCore
import CoreMedia
import Foundation
import MediaTypes

/// The platform's session, its cameras and what it says.
///
/// *Context*: one queue; not Sendable.
final class PlatformSession {
  let session: AVCaptureSession
  private var seats: [CameraID: CameraSeat] = [:]
  private let observers = Observers()
  private let report: @Sendable (VideoSessionMachine.Event) -> Void

  /// - Parameter report: called on any thread.
  init(report: @escaping @Sendable (VideoSessionMachine.Event) -> Void) {
    session = Self.makeSession()
    self.report = report
    observers.observe(AVCaptureSession.runtimeErrorNotification, of: session) { notification in
      report(.runtimeError(.runtime(notification.userInfo?[AVCaptureSessionErrorKey] as? AVError)))
    }
    observeInterruptions(of: session, with: observers, report: report)
  }

  func seat(of camera: CameraID) -> CameraSeat? { seats[camera] }

  /// Cameras go and one comes, in one configuration. When it cannot come all is as it was.
  func exchange(
    _ removed: [CameraID], for camera: FoundCamera, format: CameraFormat
  ) throws(CaptureError) -> CameraSeat {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let leaving = removed.compactMap { seats[$0] }
    for seat in leaving { take(seat) }
    do throws(CaptureError) {
      let seat = try seat(of: camera, format: format)
      for id in removed { seats[id] = nil }
      seats[camera.camera.id] = seat
      return seat
    } catch {
      for seat in leaving { put(seat) }
      throw error
    }
  }

  /// Cameras go.
  func remove(_ cameras: [CameraID]) {
    let leaving = cameras.compactMap { seats.removeValue(forKey: $0) }
    guard !leaving.isEmpty else { return }
    session.beginConfiguration()
    for seat in leaving { take(seat) }
    session.commitConfiguration()
  }
}

// MARK: - Within a configuration

extension PlatformSession {
  /// The camera in the session, set to a mode; a new one is gone again when that fails.
  private func seat(
    of camera: FoundCamera, format: CameraFormat
  ) throws(CaptureError) -> CameraSeat {
    let present = seats[camera.camera.id]
    let seat = if let present { present } else { try place(camera) }
    do throws(CaptureError) {
      try seat.set(format, of: camera)
      try checkCost(of: session)
      return seat
    } catch {
      if present == nil { take(seat) }
      throw error
    }
  }

  private func place(_ camera: FoundCamera) throws(CaptureError) -> CameraSeat {
    let seat = try CameraSeat(camera, clock: session.synchronizationClock, report: report)
    guard session.canAddInput(seat.input) else {
      throw CaptureError(
        .busy, "\(camera.camera.name) cannot be used beside what is running.",
        remedy: "Close other apps that use the camera.")
    }
    put(seat)
    guard seat.isConnected else {
      take(seat)
      throw CaptureError(.deviceFailed, "\(camera.camera.name) gives no pictures to programs.")
    }
    return seat
  }

  private func put(_ seat: CameraSeat) {
    session.addInputWithNoConnections(seat.input)
    guard session.canAddOutput(seat.output) else { return }
    session.addOutputWithNoConnections(seat.output)
    guard session.canAddConnection(seat.connection) else { return }
    session.addConnection(seat.connection)
    seat.settle()
  }

  private func take(_ seat: CameraSeat) {
    session.removeOutput(seat.output)
    session.removeInput(seat.input)
  }
}

extension CaptureError {
  /// The error that ended or interrupted a session.
  static func runtime(_ error: AVError?) -> CaptureError {
    CaptureError(
      .deviceFailed,
      "The system's camera service failed: \(error?.localizedDescription ?? "it gives no reason").",
      systemError: error.map { Int32(truncatingIfNeeded: $0.code.rawValue) })
  }
}
