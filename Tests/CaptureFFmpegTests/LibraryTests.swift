import CaptureFFmpeg
import Testing

@Test func theLibrarySaysItsVersion() {
  #expect(!StreamLibrary.version.isEmpty)
}
