import CaptureCore
import Foundation
import MediaTypes
import TestSupport

/// Keeps what a stream says, and lets a test wait for it.
final class Recorder: Sendable {
  /// What has been said so far.
  struct Log: Sendable {
    var frames = 0
    var last: VideoFrame?
    var sequences: [UInt64] = []
    var times: [MediaTime] = []
    var drops: [FrameDropReason: Int] = [:]
    var formats: [CameraFormat] = []
    var failure: CaptureError?
  }

  private struct State {
    var log = Log()
    var waiters: [(isMet: @Sendable (Log) -> Bool, continuation: CheckedContinuation<Log, Never>)] =
      []
  }

  private let state = Locked(State())

  var log: Log { state.withLock { $0.log } }

  /// For `CaptureStream.start`.
  var handler: CaptureHandler { { event in self.record(event) } }

  /// Lets go of the last frame.
  func forget() {
    let last = state.withLock { state in
      defer { state.log.last = nil }
      return state.log.last
    }
    // Outside the lock.
    _ = last
  }

  /// Waits until something has been said.
  func wait(
    _ what: String, limit: Duration = .seconds(30), until isMet: @escaping @Sendable (Log) -> Bool
  ) async throws -> Log {
    try await within(limit, what) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let met = self.state.withLock { state -> Log? in
            if isMet(state.log) || Task.isCancelled { return state.log }
            state.waiters.append((isMet, continuation))
            return nil
          }
          if let met { continuation.resume(returning: met) }
        }
      } onCancel: {
        let (waiters, log) = self.state.withLock { state in
          defer { state.waiters = [] }
          return (state.waiters, state.log)
        }
        for waiter in waiters { waiter.continuation.resume(returning: log) }
      }
    }
  }

  /// Waits until there have been so many frames in all.
  func frames(_ count: Int, limit: Duration = .seconds(60)) async throws -> Log {
    let log = try await wait("\(count) frames", limit: limit) {
      $0.frames >= count || $0.failure != nil
    }
    if let failure = log.failure, log.frames < count { throw failure }
    return log
  }

  /// Waits for the end.
  func failure(limit: Duration = .seconds(30)) async throws -> CaptureError {
    let log = try await wait("a failure", limit: limit) { $0.failure != nil }
    guard let failure = log.failure else { throw TestSupportError("no failure") }
    return failure
  }

  private func record(_ event: CaptureStreamEvent) {
    let met = state.withLock { state in
      state.log.take(event)
      let log = state.log
      let met = state.waiters.filter { $0.isMet(log) }
      state.waiters.removeAll { $0.isMet(log) }
      return met.map { ($0.continuation, log) }
    }
    for (continuation, log) in met { continuation.resume(returning: log) }
  }
}

extension Recorder.Log {
  fileprivate mutating func take(_ event: CaptureStreamEvent) {
    switch event {
    case .frame(let frame):
      frames += 1
      last = frame
      sequences.append(frame.sequence)
      times.append(frame.presentationTime)
    case .dropped(let reason, let count): drops[reason, default: 0] += count
    case .formatChanged(let format): formats.append(format)
    case .failed(let error): failure = error
    }
  }
}
