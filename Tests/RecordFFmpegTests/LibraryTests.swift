import RecordFFmpeg
import Testing

@Test func theLibrarySaysItsVersion() {
  #expect(!MovieLibrary.version.isEmpty)
}
