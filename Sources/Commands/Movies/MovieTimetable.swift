import CaptureCore
import MediaTypes
import RecordCore
import Viewfinder

/// Flips and the end of a recording at their times, which count from the movie's first picture.
struct MovieTimetable: Sendable {
  let session: CameraSession
  let recording: Recording
  let clock: any MediaClock
  let flips: [MediaTime]
  /// nil for no end.
  let duration: MediaTime?

  /// Keeps to the times, from the first picture to the last of them.
  ///
  /// - Returns: every flip in order; none when there was no picture.
  func run() async -> [Result<FlipReport, any Error>] {
    guard let start = await firstPicture() else { return [] }
    if let duration { recording.end(at: start + duration) }
    let flipping = flips.map { flip in
      Task {
        try await clock.sleep(until: start + flip)
        return try await session.flip()
      }
    }
    _ = try? await recording.finished()
    for flip in flipping { flip.cancel() }
    var results: [Result<FlipReport, any Error>] = []
    for flip in flipping {
      var result = await flip.result
      if case .failure(let error) = result, error is CancellationError {
        result = .failure(CommandError(.failed, "The recording ended before.", remedy: ""))
      }
      results.append(result)
    }
    return results
  }

  /// When the movie's first picture was captured; nil when there was none.
  private func firstPicture() async -> MediaTime? {
    for await progress in recording.progresses() {
      if let start = progress.start { return start }
      if progress.phase == .finished { break }
    }
    return nil
  }
}
