import CaptureALSA
import CapturePulse
import Testing

@Test func theLibrariesSayTheirVersions() {
  #expect(!ALSALibrary.version.isEmpty)
  #expect(!PulseLibrary.version.isEmpty)
}
