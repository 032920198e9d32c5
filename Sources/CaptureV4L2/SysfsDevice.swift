/// What the kernel's device tree says of the device behind a node.
///
/// Source: `Documentation/ABI/testing/sysfs-bus-usb` of Linux.
struct SysfsDevice: Hashable, Sendable {
  /// The USB device that a node belongs to.
  struct USB: Hashable, Sendable {
    /// Vendor and product number in hexadecimal, such as `046d:0825`.
    var product: String
    /// Empty when the device has none.
    var serial: String
    /// `fixed` for a built-in device, `removable`, or `unknown`.
    var removable: String
    /// The bus's number: cameras of one bus share its bandwidth.
    var bus: String
    /// In megabits a second, as text; empty when unknown.
    var speed: String
    /// Its folder below `/sys/devices`.
    var folder: String
  }

  /// The folder of the device that made the node: a USB interface, or a platform device.
  var folder: String
  /// nil for a device that is not on USB.
  var usb: USB?
  /// The number of the USB interface; 0 for other devices.
  var interface: Int

  /// Looks a node up by its name, such as `video0`.
  ///
  /// - Returns: nil when the kernel does not know it (any more).
  init?(node name: String, _ calls: any SystemCalls) {
    guard let link = calls.target(of: "\(Self.nodes)/\(name)") else { return nil }
    // ../../devices/.../1-1:1.0/video4linux/video0
    let parts = link.split(separator: "/").drop { $0 == ".." }.dropLast(2)
    guard parts.first == "devices" else { return nil }
    folder = "/sys/" + parts.joined(separator: "/")
    let number = calls.text(of: "\(folder)/bInterfaceNumber").flatMap { Int($0, radix: 16) }
    interface = number ?? 0
    usb = number == nil ? nil : USB(above: folder, calls)
  }

  /// Where the kernel lists the nodes of all video devices.
  static let nodes = "/sys/class/video4linux"

  /// The video nodes that the kernel lists, by their numbers; not those of sub-devices and radios.
  static func nodeNames(_ calls: any SystemCalls) -> [(number: Int, name: String)] {
    calls.names(in: nodes).compactMap { name in
      guard name.hasPrefix("video"), let number = Int(name.dropFirst(5)) else { return nil }
      return (number, name)
    }.sorted { $0.number < $1.number }
  }
}

extension SysfsDevice.USB {
  /// The device that an interface belongs to, one folder up.
  fileprivate init?(above interface: String, _ calls: any SystemCalls) {
    let device = interface.split(separator: "/").dropLast().joined(separator: "/")
    let folder = "/" + device
    func attribute(_ name: String) -> String { calls.text(of: "\(folder)/\(name)") ?? "" }
    guard !attribute("idVendor").isEmpty else { return nil }
    self.init(
      product: "\(attribute("idVendor")):\(attribute("idProduct"))", serial: attribute("serial"),
      removable: attribute("removable"), bus: attribute("busnum"), speed: attribute("speed"),
      folder: folder)
  }
}
