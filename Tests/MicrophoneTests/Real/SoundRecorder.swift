import CaptureCore
import MediaTypes
import TestSupport

/// Keeps what a microphone says, and wakes a test that waits for something.
final class SoundRecorder: Sendable {
  struct Record: Sendable {
    var sounds: [AudioBuffer] = []
    var gaps: [MediaTime] = []
    var found: [MicrophoneDevice] = []
    var lost: [CaptureError] = []
    var failure: CaptureError?

    /// How much sound there is in all.
    var length: MediaTime {
      sounds.reduce(.zero) { $0 + $1.duration }
    }

    /// One channel of the last so much sound.
    func channel(_ index: Int = 0, last length: MediaTime) -> [Float] {
      guard let format = sounds.last?.format else { return [] }
      let all = sounds.flatMap { sound in
        stride(from: index, to: sound.samples.count, by: sound.channelCount).map {
          sound.samples[$0]
        }
      }
      return Array(all.suffix(Int(format.frameCount(in: length))))
    }
  }

  private let record = Locked(Record())
  private let (wakeUps, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  var handler: MicrophoneHandler {
    { [self] event in
      record.withLock { record in
        switch event {
        case .sound(let sound): record.sounds.append(sound)
        case .gap(let length): record.gaps.append(length)
        case .failed(let error): record.failure = error
        }
      }
      signal.yield()
    }
  }

  var listener: @Sendable (MicrophoneEvent) -> Void {
    { [self] event in
      record.withLock { record in
        switch event {
        case .found(let device, _): record.found.append(device)
        case .sound(let sound): record.sounds.append(sound)
        case .lost(_, let error): record.lost.append(error)
        case .ended: break
        }
      }
      signal.yield()
    }
  }

  var now: Record { record.withLock { $0 } }

  /// Forgets everything.
  func clear() { record.withLock { $0 = Record() } }

  /// Waits until the record is as wished; for one waiting test.
  @discardableResult
  func wait(
    _ what: String, limit: Duration = .seconds(30),
    _ isReached: @escaping @Sendable (Record) -> Bool
  ) async throws -> Record {
    try await within(limit, "\(what)") { [self] in
      if isReached(now) { return now }
      for await _ in wakeUps where isReached(now) { return now }
      throw CancellationError()
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// Waits for the first element that is as wished.
  func first(
    _ what: String, limit: Duration = .seconds(30),
    where isWished: @escaping @Sendable (Element) -> Bool
  ) async throws -> Element {
    try await within(limit, what) {
      for await element in self where isWished(element) { return element }
      throw CancellationError()
    }
  }
}

/// What is heard in some samples.
struct Heard {
  let samples: [Float]
  let sampleRate: Double

  /// The pitch of a tone in hertz: the median of its periods, by its rising crossings of zero between two
  /// samples. Sound that a busy machine's server has left out spoils a period and not the pitch.
  var pitch: Double {
    let crossings = zip(samples, samples.dropFirst()).enumerated().compactMap { index, pair in
      pair.0 < 0 && pair.1 >= 0 ? Double(index) + Double(pair.0 / (pair.0 - pair.1)) : nil
    }
    let periods = zip(crossings, crossings.dropFirst()).map { $1 - $0 }.sorted()
    return periods.isEmpty ? 0 : sampleRate / periods[periods.count / 2]
  }

  /// The root of the mean square.
  var rms: Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
  }

  /// The largest step between neighbours: a tone without holes has none larger than its slope.
  var steepest: Float {
    zip(samples, samples.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
  }
}
