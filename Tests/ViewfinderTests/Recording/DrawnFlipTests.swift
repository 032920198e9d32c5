import CaptureVirtual
import MediaTypes
import RecordMemory
import Testing
import Viewfinder

@Suite("Recording: drawn flips", .timeLimit(.minutes(2)))
struct DrawnFlipTests {
  @Test("the turn is in the movie, with both pictures, and nothing is twice or missing")
  func drawn() async throws {
    let rig = try RecordingRig()
    try await rig.start()
    var settings = RecordingRig.settings
    settings.canvas.size = PixelSize(width: 64, height: 48)
    settings.recordsFlip = true
    let recording = try await rig.record(settings)
    await rig.advance(by: .seconds(1))
    try await rig.flip(.flipFromLeft)
    await rig.advance(by: .seconds(2))
    let report = try await rig.stop(recording)
    let movie = try rig.movie()
    #expect(movie.pictures.map(\.index) == Array(0..<Int64(movie.pictures.count)))
    let sources = movie.pictures.map(\.source.rawValue)
    let drawn = sources.filter { $0 == "flip" }.count
    #expect((27...34).contains(drawn), "\(drawn)")
    var order: [String] = []
    for source in sources where order.last != source { order.append(source) }
    #expect(order == ["back", "flip", "front"])
    let held = movie.pictures.filter { $0.source.rawValue == "flip" && $0.isHeld }
    #expect(held.count <= 3)
    #expect(report.dropped[.drawnFlip] ?? 0 > 20)
    await rig.session.stop()
  }
}
