import CaptureCore
import MediaTypes
import Testing

@testable import CaptureFFmpeg

@Suite("Addresses")
struct StreamAddressTests {
  @Test(
    "An address is understood, and its camera has it as identity",
    arguments: [
      ("file:clip.mp4", "file:clip.mp4", "clip.mp4", false),
      ("file:/home/me/a b?.mp4?loop", "file:/home/me/a b?.mp4", "a b?.mp4", true),
      ("file:///home/me/a%20b.mp4", "file:/home/me/a b.mp4", "a b.mp4", false),
      ("FILE:x.avi", "file:x.avi", "x.avi", false),
      ("rtsp://10.0.0.5:554/live", "rtsp://10.0.0.5:554/live", "10.0.0.5:554/live", false),
      ("http://cam/v.mjpg?size=1", "http://cam/v.mjpg?size=1", "cam/v.mjpg", false),
      ("https://[::1]:8080/", "https://[::1]:8080/", "[::1]:8080/", false),
    ])
  func understood(text: String, id: String, name: String, loops: Bool) throws {
    let address = try #require(StreamAddress(text))
    #expect(address.id == CameraID(id))
    #expect(address.name == name)
    #expect(address.loops == loops)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "front", "virtual-back", "file:", "file:?loop", "file://", "file://host", "rtsp:",
      "http:x",
      "rtsp://", "rtsp://?loop", "rtsp:///live", "http://me:pass@/v", "http://:80/v", "rtsp://#x",
      "rtsp://\u{301}me:s3cret@cam/v",
      "usb:1-2:file", "ftp://host/x", "file:a\u{0}b", "rtsp",
      "file:" + String(repeating: "x", count: 5_000),
    ])
  func none(text: String) {
    #expect(StreamAddress(text) == nil)
  }

  @Test(
    "What is secret is never shown, and is given to the library",
    arguments: [
      "rtsp://me:s3cret@cam/live", "rtsp://me:s3cret@x@cam/live", "http://s3cret@cam/",
      "http://cam/v?user=me&pwd=s3cret&size=2", "https://cam/v?access_TOKEN=s3cret",
      "http://cam/v?sig=s3cret#s", "rtsp://me:s3%63ret@cam:1/live?apiKey=s3cret",
      "rtsp://me:s3cret@\u{301}cam/live", "http://cam/v?\u{301}pwd=s3cret",
      "http://cam/v?size=2&\u{301}pwd=s3cret", "http://cam/v?pwd=\u{301}s3cret",
      "http://cam/\u{301}v?pwd=s3cret",
    ])
  func secrets(text: String) throws {
    let address = try #require(StreamAddress(text))
    for shown in [address.shown, address.name, address.id.rawValue] {
      #expect(!shown.contains("s3") && shown.contains("cam"), "\(shown)")
    }
    #expect(address.url == text)
    let faults = [-5, -13, -110, -111, -825_242_872, -1_094_995_529] as [Int32]
    for error in faults.flatMap({
      [StreamFault($0).opening(address), StreamFault($0).reading(address)]
    }) + [StreamFault.ended(address), StreamFault.noPictures(address)] {
      #expect(!"\(error)".contains("s3"), "\(error)")
      #expect(!error.remedy.isEmpty)
    }
  }
}
