import CaptureVirtual
import MediaTypes
import SeededRandom
import Testing

@testable import CaptureCore

/// A session's engine that is flipped many times while its cameras fail in every way, in virtual time.
///
/// All chance comes from one seed, and the clock goes on only when the engine has done all there is to do,
/// so that a seed makes the same events in each run.
final class FlipStorm {
  /// What callers were told.
  struct Answers: Equatable {
    var reports: [String: Int] = [:]
    var refusals: [String: Int] = [:]
    var count: Int { reports.values.reduce(0, +) + refusals.values.reduce(0, +) }
  }

  let clock = ManualClock()
  let backend: StormBackend
  let router: FrameRouter
  let ledger: StormLedger
  let engine: CaptureEngine
  private(set) var asked = 0
  private(set) var answers = Answers()
  private var numbers: SeededNumbers
  private var isCalm = true
  private let watching: FrameObservation

  init(seed: UInt64) {
    numbers = SeededNumbers(seed: seed)
    backend = StormBackend(clock: clock, cameras: Self.cameras, seed: numbers.next())
    router = FrameRouter(decoders: { RefusingDecoder() }, clock: clock)
    ledger = StormLedger(router: router)
    engine = CaptureEngine(backends: [backend], clock: clock, router: router, observer: ledger)
    // Somebody looks, so that frames are decoded.
    watching = router.onFrame { _ in }
  }

  /// Two on one bus, one of which nobody knows anything, and one beside which all can stream.
  private static let cameras = [
    camera("back", .back, .group("bus")), camera("front", .front, .group("bus")),
    camera("side", .external, .unknown), camera("other", .unknown, .independent),
  ]

  private static func camera(
    _ id: String, _ position: CameraPosition, _ concurrency: CameraDevice.Concurrency
  ) -> VirtualCamera {
    VirtualCamera(
      id: CameraID(id), name: id, position: position, pixelFormats: [.grey],
      sizes: [PixelSize(width: 64, height: 36)], concurrency: concurrency)
  }

  /// Starts with cameras that work.
  func start() async throws {
    let start = await engine.beginToStart()
    await ledger.listed(backend.plugged)
    try await answer()
    try await start.value
    setCalm(false)
  }

  /// Goes to where it always is the same: all cameras are there, and the first one is shown.
  func rest() async throws {
    setCalm(true)
    for camera in Self.cameras { backend.plug(camera.id) }
    await settle()
    asked += 1
    let tap = await engine.beginToFlip(to: Self.cameras[0].id, overlap: .zero)
    try await answer()
    note(await tap.result)
    await advance(by: .seconds(10))
    setCalm(false)
  }

  private func setCalm(_ isCalm: Bool) {
    self.isCalm = isCalm
    backend.setCalm(isCalm)
  }

  /// Flips so many times.
  func flip(_ count: Int) async throws {
    for _ in 0..<count {
      try await disturb(oneIn: 6)
      await advance(by: .milliseconds(Int64.random(in: 0...400, using: &numbers)))
      var taps: [Task<FlipReport, any Error>] = []
      for _ in 0..<(numbers.isOne(in: 3) ? 3 : 1) {
        taps.append(await tap())
        await engine.settled()
      }
      try await answer()
      for tap in taps { note(await tap.result) }
    }
  }

  /// Ends with every camera given back.
  func stop() async {
    // Virtual cameras are given back at once: no time has to pass.
    await engine.beginToStop().value
  }

  private func tap() async -> Task<FlipReport, any Error> {
    asked += 1
    let overlap = MediaTime.milliseconds(numbers.isOne(in: 2) ? 300 : 0)
    let choice = numbers.isOne(in: 2) ? Self.cameras.randomElement(using: &numbers)?.id : nil
    return await engine.beginToFlip(to: choice, overlap: overlap)
  }

  private func note(_ result: Result<FlipReport, any Error>) {
    switch result {
    case .success(let report): answers.reports[report.outcome.word, default: 0] += 1
    case .failure(let error):
      let code = (error as? CaptureError)?.code.description ?? "\(error)"
      answers.refusals[code, default: 0] += 1
    }
  }
}

// MARK: - Time

extension FlipStorm {
  /// Lets time pass until every caller has an answer.
  private func answer() async throws {
    let limit = clock.now + .seconds(600)
    await engine.settled()
    while await engine.isAsked {
      let next = try #require(clock.nextDeadline, "a caller waits, and no timer is armed")
      try #require(next < limit, "a caller waits without end; \(ledger.now.latest)")
      try await disturb(oneIn: 150)
      await advance(to: next)
    }
  }

  private func advance(by length: MediaTime) async { await advance(to: clock.now + length) }

  /// Goes from timer to timer, and at each lets the engine do what there is to do.
  private func advance(to moment: MediaTime) async {
    while let next = clock.nextDeadline, next < moment {
      clock.advance(to: next)
      await settle()
    }
    clock.advance(to: moment)
    await settle()
  }

  /// A camera may have been pulled out just now, of which the list tells after its stream did.
  private func settle() async {
    await engine.settled()
    backend.sendList()
    await ledger.listed(backend.plugged)
    await engine.settled()
  }

  /// Now and then pulls a camera out, or puts all back.
  private func disturb(oneIn chance: Int) async throws {
    guard !isCalm, numbers.isOne(in: chance) else { return }
    if numbers.isOne(in: 3), let camera = Self.cameras.randomElement(using: &numbers) {
      backend.unplug(camera.id)
    } else {
      for camera in Self.cameras { backend.plug(camera.id) }
    }
    await settle()
  }
}

extension SeededNumbers {
  mutating func isOne(in chance: Int) -> Bool { Int.random(in: 0..<chance, using: &self) == 0 }
}

/// Calls that the engine has taken when these return, so that they come in order.
extension CaptureEngine {
  fileprivate func beginToStart() -> Task<Void, any Error> {
    Task.immediate { try await self.start() }
  }

  fileprivate func beginToStop() -> Task<Void, Never> { Task.immediate { await self.stop() } }

  /// To a camera; nil is a plain flip.
  fileprivate func beginToFlip(
    to camera: CameraID?, overlap: MediaTime
  ) -> Task<FlipReport, any Error> {
    Task.immediate {
      guard let camera else { return try await self.flip(overlap: overlap) }
      return try await self.select(.id(camera), overlap: overlap)
    }
  }
}
