public import MediaTypes
public import RecordMemory
import CaptureVirtual
import RecordCore

/// Movies in memory whose flashes and beeps are looked for: whether sound and picture are together.
///
/// One movie at a time. The cameras have to flash (`FaultScript`'s word `flash`, or
/// `VirtualCamera.flashes`) and the virtual microphone has to be used.
///
/// *Context*: any thread.
public final class SyncWitness: Sendable {
  /// Give these to the session's configuration.
  public let movies: MemoryMovies
  private let levels: Levels

  private final class Levels: Sendable {
    let values = Locked<[(index: Int64, level: Double)]>([])
  }

  /// Makes a witness that has seen nothing.
  public init() {
    let levels = Levels()
    self.levels = levels
    movies = MemoryMovies { frame, index in
      guard let level = FlashFinder.level(frame) else { return }
      levels.values.withLock { $0.append((index, level)) }
    }
  }

  /// How long after its flash each beep of the finished movie begins; negative before it.
  ///
  /// Where a movie's rate is not the camera's, or frames come late, a flash is found to half a
  /// picture; else to about a millisecond.
  ///
  /// - Parameter path: as it was given to `record`.
  /// - Returns: one for each flash within 400 ms of which there is a beep; nil when there is no such movie,
  ///   or one without sound.
  public func offsets(in path: String) -> [MediaTime]? {
    guard let movie = movies.movies[path], let sound = movie.settings.sound,
      var finder = BeepFinder(sound)
    else { return nil }
    finder.add(movie.samples)
    let beeps = finder.beeps.map { MediaTime(seconds: $0.start) }
    return flashes(at: movie.settings.canvas.rate).compactMap { flash in
      beeps.map { $0 - flash }.filter { abs($0.seconds) < 0.4 }.min {
        abs($0.seconds) < abs($1.seconds)
      }
    }
  }

  private func flashes(at rate: FrameRate) -> [MediaTime] {
    var finder = FlashFinder()
    for (index, level) in levels.values.withLock({ $0 }) {
      finder.add(level: level, at: MediaTime(seconds: Double(index) / rate.framesPerSecond))
    }
    return finder.flashes
  }
}
