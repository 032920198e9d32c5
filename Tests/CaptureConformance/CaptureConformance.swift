public import CaptureCore
public import MediaTypes
import Testing

/// What every capture back end must do, tried on one that is given: the contract of
/// `CaptureBackend` and `CaptureStream` as tests.
///
/// A back end's own tests call `run` once, in a test of theirs, with a back end that has a camera:
///
///     @Test(.timeLimit(.minutes(2))) func conforms() async throws {
///       try await CaptureConformance(
///         makeBackend: { PipeWireBackend(clock: clock) },
///         letTimePass: {},
///         unplug: { _, _ in try await camera.remove() }
///       ).run()
///     }
///
/// Each check makes a back end of its own. Failures are recorded as test issues that name the rule.
public struct CaptureConformance<Backend: CaptureBackend>: Sendable {
  /// Makes the back end under test, with at least one camera plugged in.
  public var makeBackend: @Sendable () async throws -> Backend
  /// Makes some frames come, where a test's own clock paces them; nothing for real sources.
  public var letTimePass: @Sendable () -> Void
  /// Takes a camera away, as pulling its plug does; nil where the test cannot.
  public var unplug: (@Sendable (Backend, CameraID) async throws -> Void)?
  /// How long a step may take, in seconds.
  public var patience: Double

  /// Makes a suite.
  public init(
    patience: Double = 20, makeBackend: @escaping @Sendable () async throws -> Backend,
    letTimePass: @escaping @Sendable () -> Void = {},
    unplug: (@Sendable (Backend, CameraID) async throws -> Void)? = nil
  ) {
    self.makeBackend = makeBackend
    self.letTimePass = letTimePass
    self.unplug = unplug
    self.patience = patience
  }

  /// Tries every rule.
  public func run() async throws {
    try await eachSubscriptionBeginsWithTheCurrentList()
    try await framesFitTheirFormatAndTheirTimesRise()
    try await nothingComesBeforeTheStartOrAfterTheStop()
    try await everyOrderOfStopAndCloseIsFine()
    try await aStreamStartsOnce()
    try await aCameraCanBeOpenedAgain()
    try await framesOutliveStreamAndBackend()
    try await strangersAreRefused()
    try await anUnplugEndsTheStreamAndLeavesTheList()
  }
}

// MARK: Rules

extension CaptureConformance {
  private func eachSubscriptionBeginsWithTheCurrentList() async throws {
    let backend = try await makeBackend()
    let first = try await camera(of: backend)
    let second = try await camera(of: backend)
    #expect(first == second, "two subscriptions see the same list")
    #expect(first.backend == backend.name, "a device names its back end")
    #expect(!first.formats.isEmpty, "the camera of this suite has formats")
  }

  private func framesFitTheirFormatAndTheirTimesRise() async throws {
    let backend = try await makeBackend()
    let (stream, inbox) = try await started(backend)
    let frames = try await frames(4, in: inbox)
    for frame in frames {
      #expect(frame.format == stream.format.pixelFormat, "frames have the stream's format")
      if !frame.format.isCompressed {
        #expect(frame.size == stream.format.size, "frames have the stream's size")
      }
      #expect(frame.source == (try await camera(of: backend)).id, "frames name their camera")
    }
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      #expect(earlier.presentationTime < later.presentationTime, "times rise")
      #expect(earlier.sequence < later.sequence, "sequence numbers rise")
    }
    await stream.close()
  }

  private func nothingComesBeforeTheStartOrAfterTheStop() async throws {
    let backend = try await makeBackend()
    let stream = try await open(backend)
    letTimePass()
    let inbox = Inbox()
    try await stream.start(inbox.handler)
    _ = try await frames(1, in: inbox)
    await stream.stop()
    let count = inbox.count
    letTimePass()
    await stream.close()
    letTimePass()
    #expect(inbox.count == count, "no event comes after the stop")
    #expect(!inbox.overlapped, "the handler is called once at a time")
  }

  private func everyOrderOfStopAndCloseIsFine() async throws {
    let backend = try await makeBackend()
    for order in ["c", "s", "sc", "cs", "ssc", "ccs", "Sssc", "Sc", "Scc", "Scs"] {
      let stream = try await open(backend)
      for step in order {
        switch step {
        case "S": try await stream.start(Inbox().handler)
        case "s": await stream.stop()
        default: await stream.close()
        }
      }
      await stream.close()
    }
  }

  private func aStreamStartsOnce() async throws {
    let backend = try await makeBackend()
    let (stream, _) = try await started(backend)
    await #expect(throws: CaptureError.self, "a second start is refused") {
      try await stream.start { _ in }
    }
    await stream.close()
    await #expect(throws: CaptureError.self, "a start after the close is refused") {
      try await stream.start { _ in }
    }
  }

  private func aCameraCanBeOpenedAgain() async throws {
    let backend = try await makeBackend()
    for _ in 0..<3 {
      let (stream, inbox) = try await started(backend)
      _ = try await frames(1, in: inbox)
      await stream.close()
    }
  }

  private func framesOutliveStreamAndBackend() async throws {
    var backend: Backend? = try await makeBackend()
    let held: [VideoFrame]
    do {
      guard let backend else { return }
      let (stream, inbox) = try await started(backend)
      held = try await frames(2, in: inbox)
      inbox.clear()
      await stream.close()
    }
    let before = held.map(Self.checksum)
    backend = nil
    letTimePass()
    #expect(held.map(Self.checksum) == before, "a frame that is held does not change")
  }

  private func strangersAreRefused() async throws {
    let backend = try await makeBackend()
    let device = try await camera(of: backend)
    let format = try #require(device.formats.first)
    await #expect(throws: CaptureError.self, "an unknown camera is refused") {
      _ = try await backend.open(CameraID("no such camera"), format: format)
    }
  }

  private func anUnplugEndsTheStreamAndLeavesTheList() async throws {
    guard let unplug else { return }
    let backend = try await makeBackend()
    let device = try await camera(of: backend)
    let (stream, inbox) = try await started(backend)
    let held = try await frames(1, in: inbox)
    let before = held.map(Self.checksum)
    try await unplug(backend, device.id)
    _ = try await event(in: inbox) { event in
      if case .failed(let error) = event { error.code == .unplugged } else { false }
    }
    let count = inbox.count
    letTimePass()
    #expect(inbox.count == count, "nothing comes after the failure")
    #expect(held.map(Self.checksum) == before, "a frame that is held outlives the unplug")
    _ = try await list(of: backend) { !$0.devices.contains { $0.id == device.id } }
    await stream.stop()
    await stream.close()
  }
}
