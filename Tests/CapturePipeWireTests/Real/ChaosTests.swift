import CaptureCore
import CapturePipeWire
import Foundation
import MediaTypes
import SeededRandom
import TestSupport
import Testing
import Viewfinder

/// A session over a real PipeWire in which everything fails at random: it always comes back by itself.
///
/// Eight seconds in `make test`; in `make soak` (`VIEWFINDER_SOAK`) half an hour, or as many minutes as
/// `VIEWFINDER_SOAK_MINUTES` says. `VIEWFINDER_SEED` repeats a run.
@Suite(.requires(.pipeWire), .serialized)
struct ChaosTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let minutes = environment["VIEWFINDER_SOAK_MINUTES"].flatMap(Double.init) ?? 30
  private static var length: MediaTime {
    Soak.isWanted ? MediaTime(seconds: minutes * 60) : .seconds(8)
  }

  @Test(.timeLimit(.minutes(150)))
  func whateverHappensTheSessionComesBackByItself() async throws {
    let seed = Self.environment["VIEWFINDER_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    print("chaos: VIEWFINDER_SEED=\(seed)")
    let chaos = try await Chaos(seed: seed)
    try await chaos.run(for: Self.length)
    print("chaos: \(await chaos.report)")
  }
}

/// What goes wrong, and how it is mended.
private enum Trouble: String, CaseIterable {
  case cameraPulled, allCamerasPulled, camerasComeAndGo, cameraFrozen, cameraSilent,
    cameraReconfigured
  case daemonKilled, sessionManagerKilled, flipped
}

private actor Chaos {
  private static let names = ["left", "right"]
  /// How long it may take until pictures come again after all is well.
  private static let patience = Duration.seconds(60)

  private let clock = SystemClock()
  private let server: PipeWireServer
  private let session: CameraSession
  private let watch: FrameWatch
  private var random: SeededNumbers
  private var cameras: [String: MadeUpCamera] = [:]
  private var counts: [Trouble: Int] = [:]
  private var longest = MediaTime.zero

  init(seed: UInt64) async throws {
    random = SeededNumbers(seed: seed)
    let server = try await PipeWireServer.started()
    var configuration = CameraSession.Configuration()
    configuration.backends = .custom([
      PipeWireBackend(clock: SystemClock(), remote: server.socket)
    ])
    let session = CameraSession(configuration)
    self.server = server
    self.session = session
    watch = FrameWatch(session.frames(bound: 2))
  }

  var report: String {
    let troubles = Trouble.allCases.map { "\($0.rawValue) \(counts[$0, default: 0])" }
    return "\(counts.values.reduce(0, +)) troubles (\(troubles.joined(separator: ", "))), "
      + "\(watch.count) pictures, the longest way back \(longest.seconds) s"
  }

  func run(for length: MediaTime) async throws {
    try await mend()
    try await session.start()
    let end = clock.now + length
    while clock.now < end {
      let trouble = Trouble.allCases.randomElement(using: &random) ?? .flipped
      counts[trouble, default: 0] += 1
      try await cause(trouble)
      let pause = Int64.random(in: 0...1500, using: &random)
      try await clock.sleep(until: clock.now + .milliseconds(pause))
      try await mend()
      try await comeBack(from: trouble)
    }
    await session.stop()
    for camera in cameras.values { await camera.unplug() }
    await server.stop()
  }

  private func cause(_ trouble: Trouble) async throws {
    let name = Self.names.randomElement(using: &random) ?? Self.names[0]
    switch trouble {
    case .cameraPulled: await pull(name)
    case .allCamerasPulled: for name in Self.names { await pull(name) }
    case .camerasComeAndGo:
      for _ in 0..<3 {
        await pull(name)
        try await mend()
      }
    case .cameraFrozen: cameras[name]?.freeze()
    case .cameraSilent: try await cameras[name]?.say("stall=1")
    case .cameraReconfigured:
      let width = Int.random(in: 1...640, using: &random)
      try await cameras[name]?.say("size=\(width)x\(Int.random(in: 1...480, using: &random))")
    case .daemonKilled:
      await server.killDaemon()
      for name in Self.names { await pull(name) }
    case .sessionManagerKilled: await server.killSessionManager()
    case .flipped: _ = try? await session.flip()
    }
  }

  private func pull(_ name: String) async { await cameras.removeValue(forKey: name)?.unplug() }

  private func mend() async throws {
    try await server.start()
    for name in Self.names {
      if let camera = cameras[name] {
        camera.thaw()
        try await camera.say("stall=0")
      } else {
        cameras[name] = try await MadeUpCamera(name, [], on: server)
      }
    }
  }

  private func comeBack(from trouble: Trouble) async throws {
    let since = clock.now
    let watch = watch
    do {
      _ = try await poll("pictures after \(trouble.rawValue)", limit: Self.patience) {
        watch.latest > since ? true : nil
      }
    } catch {
      Issue.record("no pictures after \(trouble.rawValue): \(session.state); \(report)")
      throw error
    }
    longest = max(longest, clock.now - since)
  }
}

/// The newest of a session's pictures.
private final class FrameWatch: Sendable {
  private let seen = Locked((latest: MediaTime.zero, count: 0))

  init(_ frames: FrameStream) {
    Task { [weak self] in
      for await frame in frames { self?.take(frame.presentationTime) }
    }
  }

  private func take(_ time: MediaTime) {
    seen.withLock { seen in
      seen.latest = max(seen.latest, time)
      seen.count += 1
    }
  }

  var latest: MediaTime { seen.withLock { $0.latest } }
  var count: Int { seen.withLock { $0.count } }
}
