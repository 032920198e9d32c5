import MediaTypes
import RecordCore
import Testing

@Suite("Movie settings")
struct MovieSettingsTests {
  func settings(_ change: (inout MovieSettings) -> Void) -> MovieSettings {
    var settings = MovieSettings()
    change(&settings)
    return settings
  }

  @Test("the usual settings are fine")
  func usual() throws { try MovieSettings().check() }

  @Test(
    "a canvas that cannot be encoded is refused with a remedy",
    arguments: [(641, 480), (640, 481), (0, 0), (-2, 480), (14, 16), (8194, 16), (1 << 62, 2)])
  func canvas(_ width: Int, _ height: Int) {
    let settings = settings { $0.canvas.size = PixelSize(width: width, height: height) }
    let error = #expect(throws: RecordError.self) { try settings.check() }
    #expect(error?.code == .badSettings)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("an odd size says which even one would do")
  func odd() {
    let settings = settings { $0.canvas.size = PixelSize(width: 641, height: 481) }
    let error = #expect(throws: RecordError.self) { try settings.check() }
    #expect(error?.remedy.contains("640x480") == true)
  }

  @Test(
    "rates of 1 to 240 are taken", arguments: [(1, true), (240, true), (241, false), (1000, false)])
  func rate(_ rate: Int, isFine: Bool) throws {
    let rate = try #require(FrameRate(rate))
    let settings = settings { $0.canvas.rate = rate }
    #expect(((try? settings.check()) != nil) == isFine)
  }

  @Test("WebM takes neither H.264, HEVC nor a camera's JPEG")
  func webM() {
    for video in [VideoCodec.h264, .hevc, .mjpeg] {
      #expect(throws: RecordError.self) {
        try settings { ($0.container, $0.video) = (.webM, video) }.check()
      }
    }
    #expect(throws: RecordError.self) {
      try settings { ($0.container, $0.passesThrough) = (.webM, true) }.check()
    }
  }

  @Test("sound and fragments have their bounds")
  func others() {
    let bad: [(inout MovieSettings) -> Void] = [
      { $0.sound = SoundFormat(sampleRate: 0) }, { $0.sound = SoundFormat(channelCount: 3) },
      { $0.fragment = .zero }, { $0.fragment = .seconds(11) },
    ]
    for change in bad {
      #expect(throws: RecordError.self) { try settings(change).check() }
    }
  }

  @Test(
    "the ending of a name says the kind",
    arguments: [
      ("a.mp4", MovieContainer.mp4), ("A.MP4", .mp4), ("a.m4v", .mp4), ("x/y.mkv", .matroska),
      ("a.b.webm", .webM),
    ] as [(String, MovieContainer)])
  func container(_ name: String, _ kind: MovieContainer) {
    #expect(MovieContainer(fileName: name) == kind)
  }

  @Test(
    "a name without a known ending says nothing",
    arguments: ["", "a", ".mp4", "a.", "a.avi", "mp4", "x.mp4/y", "dir.mp4/"])
  func noContainer(_ name: String) { #expect(MovieContainer(fileName: name) == nil) }
}
