import CaptureCore
import MediaTypes
import PreviewCore
import Viewfinder

/// How flips look.
struct FilmStyle: Hashable, Sendable {
  var transition = Transition.flipFromLeft
  var duration = MediaTime.seconds(1)
  var curve = TimingCurve.easeInOut
}

/// What is to be filmed; all times count from the first picture of the first camera.
struct FilmPlan: Hashable, Sendable {
  var size: PixelSize
  var gravity: Gravity
  var style = FilmStyle()
  /// When pictures are taken, from early to late.
  var moments: [MediaTime]
  /// When somebody taps the flip button, from early to late.
  var flips: [MediaTime]
  /// A picture that is later than this is left out.
  var tolerance: MediaTime
}

/// One picture of a film.
struct FilmPicture: Sendable {
  /// The number of its moment in the plan.
  let index: Int
  let moment: MediaTime
  let image: RenderedImage
}

/// What became of a film.
struct FilmReport: Sendable {
  /// How many moments were drawn.
  var drawn = 0
  /// How many were left out because the machine was too slow.
  var missed = 0
  /// Every flip in the order of the plan.
  var flips: [Result<FlipReport, any Error>] = []
}

/// Draws what a window would show, moment by moment.
struct Film: Sendable {
  let plan: FilmPlan
  let stage: any Stage

  /// Makes the film, from the start of the session to its stop.
  ///
  /// - Parameter take: gets each picture as it is made.
  func shoot(
    with renderer: sending SceneRenderer, take: (FilmPicture) throws -> Void
  ) async throws -> FilmReport {
    try await stage.start()
    var flips: [FlipTask] = []
    var report = FilmReport()
    do {
      report = try await shootStarted(with: renderer, flips: &flips, take: take)
    } catch {
      await stage.session.stop()
      throw error
    }
    // A flip that has not ended yet ends with the session.
    await stage.session.stop()
    for flip in flips { report.flips.append(await flip.result) }
    return report
  }

  private func shootStarted(
    with renderer: SceneRenderer, flips: inout [FlipTask], take: (FilmPicture) throws -> Void
  ) async throws -> FilmReport {
    let start = stage.now
    var report = FilmReport()
    var taps = plan.flips[...]
    for (index, moment) in plan.moments.enumerated() {
      while let tap = taps.first, tap <= moment {
        taps.removeFirst()
        try await stage.reach(start + tap)
        let style = plan.style
        flips.append(
          await stage.beginFlip(style.transition, duration: style.duration, curve: style.curve))
      }
      try await stage.reach(start + moment)
      if stage.now - (start + moment) > plan.tolerance {
        report.missed += 1
        continue
      }
      let scene = stage.session.preview.scene(
        viewport: plan.size, gravity: plan.gravity, at: stage.now)
      try take(FilmPicture(index: index, moment: moment, image: try renderer.draw(scene)))
      report.drawn += 1
    }
    return report
  }
}
