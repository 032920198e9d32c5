import CALSA
import CaptureCore
import Glibc

/// Looks which devices of which sound cards can record.
///
/// *Context*: one thread at a time; the calls take moments, but talk to drivers.
enum CardScan {
  /// What a look has found.
  struct Findings: Hashable {
    var devices: [CaptureDevice] = []
    /// There are cards that this user may not open.
    var isForbidden = false

    var list: MicrophoneList {
      MicrophoneList(
        microphones: devices.map(\.microphone).sorted { $0.id < $1.id },
        problem: devices.isEmpty && isForbidden ? Fault.forbidden : nil)
    }
  }

  /// More than a kernel has cards.
  private static let maximumCards = 256
  private static let maximumDevices = 64

  /// Asks every card (`snd_card_next`, `snd_ctl_pcm_next_device`).
  static func look() -> Findings {
    LibraryMessages.silence()
    var findings = Findings()
    var card: Int32 = -1
    for _ in 0..<maximumCards {
      guard unsafe snd_card_next(&card) >= 0, card >= 0 else { break }
      add(card, to: &findings)
    }
    return findings
  }

  private static func add(_ number: Int32, to findings: inout Findings) {
    guard let control = CardControl(number) else {
      findings.isForbidden = findings.isForbidden || errno == EACCES
      return
    }
    guard let (card, name) = control.names else { return }
    let sysfs = Files.resolved("/sys/class/sound/card\(number)/device")
    let usb = sysfs.flatMap { path in
      CaptureDevice.usbPlace(sysfs: path) { Files.line(of: "\($0)/serial") }
    }
    for (device, deviceName) in control.captureDevices(limit: maximumDevices) {
      findings.devices.append(
        CaptureDevice(
          card: card, cardNumber: number, device: device, cardName: name,
          deviceName: deviceName, usb: usb))
    }
  }
}

/// Owns the control device of a card (`snd_ctl_t`).
@safe struct CardControl: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer

  /// Opens it; nil, with `errno` set, when that fails (`snd_ctl_open`).
  init?(_ card: Int32) {
    var opened: OpaquePointer?
    let status = unsafe snd_ctl_open(&opened, "hw:\(card)", 0)
    guard status >= 0, let pointer = unsafe opened else {
      errno = -status
      return nil
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit { _ = unsafe snd_ctl_close(pointer) }

  /// The card's short name and the one for people (`snd_ctl_card_info`).
  var names: (card: String, name: String)? {
    var information: OpaquePointer?
    guard unsafe snd_ctl_card_info_malloc(&information) >= 0 else { return nil }
    defer { unsafe snd_ctl_card_info_free(information) }
    guard unsafe snd_ctl_card_info(pointer, information) >= 0 else { return nil }
    return unsafe (
      String(cString: snd_ctl_card_info_get_id(information)),
      String(cString: snd_ctl_card_info_get_name(information))
    )
  }

  /// The devices that can record, with their names (`snd_ctl_pcm_info`).
  func captureDevices(limit: Int) -> [(device: Int32, name: String)] {
    var information: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&information) >= 0 else { return [] }
    defer { unsafe snd_pcm_info_free(information) }
    var devices: [(Int32, String)] = []
    var device: Int32 = -1
    while devices.count < limit {
      guard unsafe snd_ctl_pcm_next_device(pointer, &device) >= 0, device >= 0 else { break }
      unsafe snd_pcm_info_set_device(information, UInt32(device))
      unsafe snd_pcm_info_set_subdevice(information, 0)
      unsafe snd_pcm_info_set_stream(information, SND_PCM_STREAM_CAPTURE)
      guard unsafe snd_ctl_pcm_info(pointer, information) >= 0 else { continue }
      devices.append((device, unsafe String(cString: snd_pcm_info_get_name(information))))
    }
    return devices
  }
}
