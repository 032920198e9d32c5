import CaptureCore
import MediaTypes

/// A device of a sound card that can record, as the kernel describes it.
struct CaptureDevice: Hashable {
  /// The card's short name, `PCH` or `Loopback`: unique among the cards of the moment.
  var card: String
  /// The card's number of the moment.
  var cardNumber: Int32
  /// The device on the card.
  var device: Int32
  /// For a person: the card's and the device's names.
  var cardName: String
  var deviceName: String
  /// Where a USB card is plugged in, `1-2.4`, with its serial number if it has one.
  var usb: String?

  /// Made of the USB path and serial number, else of the card's short name; never of its number.
  var id: MicrophoneID {
    let card = usb.map { "usb-\($0)" } ?? card
    return MicrophoneID("alsa:\(Self.plain(card)):\(device)")
  }

  /// The name by which the library opens it, with conversion of rates, channels and samples.
  var pcmName: String { "plughw:CARD=\(card),DEV=\(device)" }

  /// Who records from it, if anybody.
  var statusPath: String { "/proc/asound/card\(cardNumber)/pcm\(device)c/sub0/status" }

  var microphone: MicrophoneDevice {
    let isSame = deviceName.isEmpty || cardName.contains(deviceName)
    return MicrophoneDevice(
      id: id, name: isSame ? cardName : "\(cardName), \(deviceName)", backend: ALSABackend.name)
  }

  // As a command line takes it: serial numbers hold anything.
  private static func plain(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(80).map { scalar in
        let isPlain =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "-_.".unicodeScalars.contains(scalar))
        return isPlain ? Character(scalar) : "_"
      })
  }
}

extension CaptureDevice {
  /// Finds where a USB card is plugged in.
  ///
  /// - Parameter sysfs: the real path of `/sys/class/sound/cardN/device`, such as
  ///   `/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0`.
  /// - Parameter serial: reads the serial number in a device's folder.
  static func usbPlace(sysfs: String, serial: (_ folder: String) -> String?) -> String? {
    let parts = sysfs.split(separator: "/")
    guard
      let interface = parts.lastIndex(where: { $0.contains(":") && $0.first?.isNumber == true }),
      parts.contains(where: { $0.hasPrefix("usb") }),
      let port = parts[interface].split(separator: ":").first, port.contains("-")
    else { return nil }
    let folder = "/" + parts[..<interface].joined(separator: "/")
    guard let serial = serial(folder), !serial.isEmpty else { return String(port) }
    return "\(port)-\(serial)"
  }
}
