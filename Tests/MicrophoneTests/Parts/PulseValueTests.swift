import CPulse
import CaptureCore
import MediaTypes
import Testing

@testable import CapturePulse

struct PulseValueTests {
  private func source(_ name: String, index: UInt32 = 1, isMonitor: Bool = false) -> Source {
    Source(
      index: index, name: name, description: "\u{1b}[2J\(name)", isMonitor: isMonitor,
      format: SoundFormat(sampleRate: 0, channelCount: 255))
  }

  @Test func theDefaultIsMarkedAndAMonitorNeverIs() {
    let list = [source("b"), source("a"), source("m", isMonitor: true)].list(defaultName: "m")
    #expect(list.microphones.map(\.id.rawValue) == ["a", "b", "m"])
    #expect(list.microphones.allSatisfy { !$0.isDefault && $0.format == nil })
    #expect([source("a")].list(defaultName: "a").microphones[0].isDefault)
    #expect(!list.microphones[0].name.contains("\u{1b}"))
  }

  @Test func whatTheLibraryLendsIsCopiedAndASourceWithoutANameIsNone() {
    var info = unsafe pa_source_info()
    #expect(unsafe Source(&info) == nil)
    let name = "mic"
    unsafe name.withCString { pointer in
      unsafe info.name = unsafe pointer
      unsafe info.monitor_of_sink = 3
      unsafe info.sample_spec = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: 2)
      let source = unsafe Source(&info)
      #expect(source?.name == "mic" && source?.description == "mic" && source?.isMonitor == true)
      #expect(source?.format == SoundFormat(sampleRate: 44_100, channelCount: 2))
    }
  }

  @Test(
    arguments: [
      (PA_ERR_BUSY, .busy), (PA_ERR_ACCESS, .notPermitted), (PA_ERR_NOENTITY, .unplugged),
      (PA_ERR_KILLED, .unplugged), (PA_ERR_INTERNAL, .deviceFailed), (PA_ERR_MAX, .deviceFailed),
    ] as [(pa_error_code, CaptureError.Code)])
  func faultsSayWhatToDo(code: pa_error_code, expected: CaptureError.Code) {
    let error = Fault.stream("mic", code: Int32(code.rawValue))
    #expect(error.code == expected && !error.remedy.isEmpty)
  }
}
