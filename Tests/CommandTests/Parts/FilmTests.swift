import CaptureCore
import CaptureVirtual
import MediaTypes
import PreviewCore
import PreviewSoftware
import TestSupport
import Testing
import Viewfinder
import ViewfinderTesting

@testable import Commands

@Suite("A film of virtual cameras")
struct FilmTests {
  private static let size = PixelSize(width: 32, height: 18)

  private func plan(_ milliseconds: [Int64], flips: [Int64] = []) -> FilmPlan {
    FilmPlan(
      size: Self.size, gravity: .aspectFill, style: FilmStyle(),
      moments: milliseconds.map(MediaTime.milliseconds), flips: flips.map(MediaTime.milliseconds),
      tolerance: .zero)
  }

  private func shoot(
    _ plan: FilmPlan, faults: String = ""
  ) async throws -> (report: FilmReport, images: [RenderedImage]) {
    var images: [RenderedImage] = []
    let film = Film(plan: plan, stage: try VirtualStudio(camera: .automatic, faults: faults))
    let renderer = SceneRenderer.software(SoftwareRenderer())
    let report = try await film.shoot(with: renderer) { images.append($0.image) }
    return (report, images)
  }

  private func isBlack(_ image: RenderedImage) -> Bool {
    (0..<image.size.area).allSatisfy { pixel in
      image.bytes[pixel * 4..<pixel * 4 + 3].allSatisfy { $0 < 8 }
    }
  }

  @Test("Each moment is drawn at its time, and the flip ends at the new camera's first frame")
  func moments() async throws {
    let (report, images) = try await shoot(plan([0, 100, 600, 1600], flips: [100]))
    #expect(report.drawn == 4 && report.missed == 0)
    let count = images.count
    #expect(count == 4)
    let flip = try #require(report.flips.first).get()
    #expect(flip.outcome == .done)
    #expect(flip.from == VirtualCamera.back.id && flip.to == VirtualCamera.front.id)
    let first = try #require(flip.firstNewFrame)
    #expect(first - flip.askedAt == FrameRate.fps30.frameDuration)
  }

  @Test("A film is the same each time")
  func repeatable() async throws {
    let plan = plan([0, 130, 290, 510, 770, 1400], flips: [120])
    let first = try await shoot(plan)
    let second = try await shoot(plan)
    // Not within the expectation, which would print every byte.
    let differences = zip(first.images, second.images).map { $0 != $1 }
    #expect(differences == Array(repeating: false, count: 6))
    let looks = Set(first.images).count
    #expect(looks == 6)
  }

  @Test("While a slow camera is awaited the picture is never black, and then the turn goes on")
  func slow() async throws {
    let moments = (0..<28).map { Int64($0) * 200 }
    let (report, images) = try await shoot(plan(moments, flips: [300]), faults: "front.slow:3s")
    let black = images.count(where: isBlack)
    #expect(black == 0)
    let flip = try #require(report.flips.first).get()
    #expect(flip.outcome == .done)
    #expect(try #require(flip.firstNewFrame) - flip.askedAt >= .seconds(3))
  }

  @Test("A camera that never starts: the film goes on with the old one")
  func neverStarts() async throws {
    let moments = (0..<20).map { Int64($0) * 400 }
    let (report, images) = try await shoot(plan(moments, flips: [300]), faults: "front.nostart")
    let black = images.count(where: isBlack)
    #expect(report.drawn == 20 && black == 0)
    guard case .rolledBack(let error) = try #require(report.flips.first).get().outcome else {
      Issue.record("\(report.flips)")
      return
    }
    #expect(error.code == .noFrames)
  }

  @Test(
    "A film that cannot begin throws what the camera says",
    arguments: [
      ("denied", CaptureError.Code.notPermitted), ("busy", .busy), ("nostart", .noFrames),
    ])
  func cannotBegin(faults: String, code: CaptureError.Code) async throws {
    let error = await #expect(throws: CaptureError.self) {
      _ = try await shoot(plan([0]), faults: faults)
    }
    #expect(error?.code == code)
  }

  @Test("The moments on a contact sheet are spread, with the first and the last")
  func spread() {
    #expect(Album.spread(count: 5, over: 24) == [0, 1, 2, 3, 4])
    #expect(Album.spread(count: 90, over: 4) == [0, 29, 59, 89])
    #expect(Album.spread(count: 90, over: 24).count == 24)
    #expect(Album.spread(count: 3, over: 1) == [0])
  }

  @Test("The summary says what became of each flip, and what was left out")
  func summary() throws {
    let folder = try TemporaryFolder()
    let (tap, frame) = (MediaTime.seconds(10), MediaTime.milliseconds(10_250))
    let camera = (CameraID("a"), CameraID("b"))
    func flip(_ outcome: FlipReport.Outcome) -> Result<FlipReport, any Error> {
      .success(
        FlipReport(
          id: FlipID(rawValue: 1), from: camera.0, to: camera.1, outcome: outcome, askedAt: tap,
          firstNewFrame: outcome == .done ? frame : nil))
    }
    let error = CaptureError(.busy, "It is busy.", remedy: "Close it.")
    var plan = plan([0], flips: [1000, 2000, 3000, 4000])
    plan.size = PixelSize(width: 64, height: 32)
    let report = FilmReport(
      drawn: 3, missed: 2,
      flips: [flip(.done), flip(.rolledBack(error)), flip(.superseded), .failure(error)])
    let text = FilmSummary.text(
      report, plan: plan, renderer: "chalk", folder: try OutputFolder(folder.path), sheet: "s.png")
    #expect(text.contains("Flip at 1.00 s: a to b, first picture after 250 ms."))
    #expect(text.contains("Flip at 2.00 s: turned back. It is busy. Close it."))
    #expect(text.contains("Flip at 3.00 s: a later one took its place."))
    #expect(text.contains("Flip at 4.00 s: not possible. It is busy."))
    #expect(text.contains("3 pictures of 64x32, drawn with chalk."))
    #expect(text.contains("Left out because this machine was too slow: 2 moments."))
    #expect(text.contains("Contact sheet: s.png"))
  }
}
