import CaptureCore
import MediaTypes
import Testing

@Suite("Format choice")
struct FormatChoiceTests {
  func format(
    _ pixelFormat: PixelFormat, _ width: Int, _ height: Int, _ rate: Int? = 30
  ) -> CameraFormat {
    CameraFormat(
      pixelFormat: pixelFormat, size: PixelSize(width: width, height: height),
      rate: rate.flatMap { FrameRate($0) })
  }

  func best(_ formats: [CameraFormat], _ wish: FormatWish = FormatWish()) -> CameraFormat? {
    let best = FormatChoice.best(of: formats, for: wish)
    #expect(FormatChoice.best(of: formats.reversed(), for: wish) == best)
    return best
  }

  @Test("a webcam on USB 2 gives MJPEG at full rate rather than large raw pictures slowly")
  func webcam() {
    let wanted = format(.mjpeg, 1280, 720)
    #expect(
      best([
        format(.yuyv, 640, 480), format(.yuyv, 1280, 720, 10), format(.yuyv, 1920, 1080, 5), wanted,
        format(.mjpeg, 1920, 1080), format(.mjpeg, 640, 480),
      ]) == wanted)
  }

  @Test(
    "the camera's own H.264 is chosen for who keeps it, at the same rate and size, and else never")
  func compressed() {
    let (plain, own) = (format(.nv12, 1280, 720), format(.h264, 1280, 720))
    let jpeg = format(.mjpeg, 1280, 720)
    let keeping = FormatWish(prefersCompressed: true)
    #expect(best([plain, jpeg, own]) == plain && best([own]) == nil)
    #expect(best([plain, jpeg, own], keeping) == own && best([plain, jpeg], keeping) == jpeg)
    #expect(
      best([plain, format(.h264, 640, 480), format(.mjpeg, 1280, 720, 15)], keeping) == plain)
  }

  @Test("the rate comes before the size, and the size before the cost of decoding")
  func order() {
    let quick = format(.mjpeg, 320, 240)
    #expect(best([format(.nv12, 1280, 720, 15), quick]) == quick)
    let near = format(.mjpeg, 1280, 720)
    #expect(best([format(.nv12, 640, 480), near]) == near)
    let cheap = format(.nv12, 1280, 720)
    #expect(best([format(.mjpeg, 1280, 720), cheap, format(.yuyv, 1280, 720)]) == cheap)
  }

  @Test("no more than the wished rate where all else is equal, and 29.97 does for 30")
  func rates() throws {
    let calm = format(.nv12, 1280, 720, 30)
    #expect(best([format(.nv12, 1280, 720, 60), calm]) == calm)
    let television = CameraFormat(
      pixelFormat: .nv12, size: PixelSize(width: 1280, height: 720),
      rate: FrameRate(30000, per: 1001))
    #expect(best([format(.nv12, 640, 480, 30), television]) == television)
  }

  @Test("a smooth rate below the wish does not cost the size")
  func smoothEnough() {
    let wish = FormatWish(rate: .fps60)
    let large = format(.nv12, 1280, 720, 30)
    #expect(best([large, format(.nv12, 320, 240, 50)], wish) == large)
  }

  @Test("without a smooth rate the fastest wins")
  func slow() {
    let fastest = format(.nv12, 320, 240, 15)
    #expect(best([format(.nv12, 1280, 720, 5), fastest]) == fastest)
  }

  @Test("unknown rates are taken when no known one is as good")
  func unknownRates() {
    let unknown = format(.nv12, 1280, 720, nil)
    #expect(best([unknown]) == unknown)
    #expect(best([unknown, format(.nv12, 1280, 720, 10)]) == unknown)
    let known = format(.nv12, 1280, 720, 30)
    #expect(best([unknown, known]) == known)
  }

  @Test("colour comes before everything: an infrared camera's grey is the last resort")
  func grey() {
    let colour = format(.yuyv, 320, 240, 5)
    #expect(best([format(.grey, 1280, 720), colour]) == colour)
    #expect(best([format(.grey, 1280, 720)]) == format(.grey, 1280, 720))
  }

  @Test("what cannot be used is never chosen")
  func unusable() {
    #expect(best([]) == nil)
    #expect(
      best([
        format(.nv12, 0, 0), format(.nv12, -1, 5), format(.nv12, .max, .max),
        format(PixelFormat(fourCharacterCode: 0x3131_3131), 1280, 720),
      ]) == nil)
    let usable = format(.mjpeg, 160, 120, 5)
    #expect(best([format(.nv12, .max, .max), usable]) == usable)
  }
}
