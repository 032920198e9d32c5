import CaptureCore
import Foundation
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import CaptureALSA

struct ALSAValueTests {
  private func device(
    _ card: String, device: Int32 = 0, usb: String? = nil, name: String = "Card"
  ) -> CaptureDevice {
    CaptureDevice(
      card: card, cardNumber: 7, device: device, cardName: name, deviceName: "PCM", usb: usb)
  }

  @Test(
    arguments: [
      ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0", "A1", "1-2-A1"),
      ("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.4/1-2.4:1.1", nil, "1-2.4"),
      ("/sys/devices/pci0000:00/0000:00:1f.3/sound", "A1", nil),
      ("/sys/devices/platform/snd_aloop.0", nil, nil), ("", nil, nil), ("/", "x", nil),
      ("/sys/usb/:", nil, nil),
    ] as [(String, String?, String?)])
  func aUSBCardIsNamedByItsPortAndSerialNumber(path: String, serial: String?, expected: String?) {
    #expect(CaptureDevice.usbPlace(sysfs: path) { _ in serial } == expected)
  }

  @Test func theSerialNumberIsThatOfTheDeviceAndNotOfTheInterface() {
    var asked: [String] = []
    _ = CaptureDevice.usbPlace(sysfs: "/sys/devices/usb1/1-2/1-2:1.0") { folder in
      asked.append(folder)
      return nil
    }
    #expect(asked == ["/sys/devices/usb1/1-2"])
  }

  @Test func identitiesHoldNoCardNumberAndOnlyWhatACommandLineTakes() {
    #expect(device("PCH").id == MicrophoneID("alsa:PCH:0"))
    #expect(device("Mic", device: 3, usb: "1-2-S").id == MicrophoneID("alsa:usb-1-2-S:3"))
    let strange = device("x", usb: "1-2-\u{1b} é'\n").id.rawValue
    #expect(strange.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 })
    #expect(device("x", name: "\u{0}\u{202e}").microphone.name.isEmpty == false)
  }

  @Test(
    arguments: [
      ("state: RUNNING\nowner_pid   : 4711\n", "zoom (process 4700)"),
      ("closed\n", nil), ("", nil), ("owner_pid : x\n", nil), ("owner_pid : -4\n", nil),
      ("owner_pid   : 12\n", "process 12"),
    ] as [(String, String?)])
  func whoRecordsIsReadFromTheKernelsStatus(status: String, holder: String?) {
    // A thread of the process, by another name, has opened it.
    let files = [
      "/proc/4711/status": "Name:\tzoom-audio\nTgid:\t4700\nPid:\t4711\n",
      "/proc/4700/comm": "zoom\n", "/proc/4711/comm": "zoom-audio\n",
    ]
    #expect(Fault.holder(inStatus: status) { files[$0] } == holder)
  }

  @Test(
    arguments: [
      (-EBUSY, .busy), (-ENODEV, .unplugged), (-ENOENT, .unplugged), (-EACCES, .notPermitted),
      (-EIO, .deviceFailed), (-99_999, .deviceFailed), (0, .deviceFailed),
    ] as [(Int32, CaptureError.Code)])
  func faultsSayWhatToDo(code: Int32, expected: CaptureError.Code) {
    let error = Fault.call("mic", code: code)
    #expect(error.code == expected && !error.remedy.isEmpty)
  }

  @Test func cardsThatMayNotBeOpenedAreSaidAndNoCardsAreNone() {
    var findings = CardScan.Findings()
    #expect(findings.list == MicrophoneList())
    findings.isForbidden = true
    #expect(findings.list.problem?.code == .notPermitted)
    findings.devices = [device("a")]
    #expect(findings.list.problem == nil, "what can be used is no problem")
  }

  @Test func theListFollowsTheDeviceFilesAlsoWhenTheFolderIsNotThereYet() async throws {
    let folder = try TemporaryFolder()
    let snd = folder.file("snd")
    let watcher = CardWatcher(folder: snd) { [device = device("a")] in
      let isThere = FileManager.default.fileExists(atPath: snd + "/controlC0")
      return CardScan.Findings(devices: isThere ? [device] : [])
    }
    let lists = watcher.lists()
    _ = try await lists.first("nothing") { $0.microphones.isEmpty }
    try FileManager.default.createDirectory(
      atPath: snd, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: snd + "/controlC0", contents: nil)
    _ = try await lists.first("the card") { $0.microphones.count == 1 }
    try FileManager.default.removeItem(atPath: snd)
    _ = try await lists.first("nothing again") { $0.microphones.isEmpty }
    #expect(watcher.device(MicrophoneID("alsa:a:0")) == nil)
  }

  @Test func manyChangesAreFewLooks() async throws {
    let folder = try TemporaryFolder()
    let looks = Locked(0)
    let watcher = CardWatcher(folder: folder.path) { [folder] in
      looks.withLock { $0 += 1 }
      let isLast = FileManager.default.fileExists(atPath: folder.file("last"))
      return CardScan.Findings(devices: isLast ? [device("a")] : [])
    }
    let lists = watcher.lists()
    _ = try await lists.first("nothing") { $0.microphones.isEmpty }
    for number in 0..<500 {
      _ = FileManager.default.createFile(atPath: folder.file("\(number)"), contents: nil)
    }
    _ = FileManager.default.createFile(atPath: folder.file("last"), contents: nil)
    _ = try await lists.first("the last one") { $0.microphones.count == 1 }
    #expect(looks.withLock { $0 } < 20)
  }

  @Test func withoutAnyCardAnOpeningIsRefused() async throws {
    let backend = ALSABackend(clock: StandingClock())
    let error = await #expect(throws: CaptureError.self) {
      try await backend.open(MicrophoneID("alsa:nobody:0"), format: SoundFormat())
    }
    #expect(error?.code == .noSuchMicrophone)
    let wrong = await #expect(throws: CaptureError.self) {
      try await backend.open(
        MicrophoneID("alsa:nobody:0"), format: SoundFormat(sampleRate: 0, channelCount: 0))
    }
    #expect(wrong?.code == .unsupportedFormat)
  }
}

/// A clock that nobody moves.
private struct StandingClock: MediaClock {
  final class Timer: MediaTimer {
    func schedule(at deadline: MediaTime) {}
    func cancel() {}
  }

  var now: MediaTime { .seconds(1) }

  func makeTimer(
    label: String, handler: @escaping @Sendable (_ now: MediaTime) -> Void
  ) -> any MediaTimer { Timer() }
}
