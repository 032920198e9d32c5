import Glibc

/// A video node as the system has it, looked at without opening it: who may use it, who does, and
/// how it is plugged in.
///
/// Not for finding cameras, which the back end does: a node may be something else.
public struct NodeSurvey: Hashable, Sendable {
  /// A program that has a node open.
  public struct Holder: Hashable, Sendable {
    /// The process's name.
    public var name: String
    /// The process's number.
    public var process: Int32

    /// Makes a holder.
    public init(name: String, process: Int32) {
      self.name = name
      self.process = process
    }
  }

  /// Where a USB device is plugged in.
  public struct USB: Hashable, Sendable {
    /// The bus's number: cameras of one bus share its bandwidth.
    public var bus: String
    /// In megabits a second; nil when the system does not say.
    public var megabits: Int?
    /// The device's place in the system's tree: one device may have several nodes.
    public var place: String

    /// Makes a description.
    public init(bus: String, megabits: Int?, place: String) {
      self.bus = bus
      self.megabits = megabits
      self.place = place
    }
  }

  /// Such as `/dev/video0`.
  public var path: String
  /// What the driver calls it; from outside.
  public var name: String
  /// Whether this user may read and write it, by mode, group or access list.
  public var isPermitted: Bool
  /// Whether the node's file is there: a container may not have it.
  public var isThere: Bool
  /// The group that the file belongs to; nil when it has none with a name.
  public var group: String?
  /// The programs that have it open, as far as this user may see, without this one.
  public var holders: [Holder]
  /// nil for what is not on USB.
  public var usb: USB?

  /// Makes a description.
  public init(
    path: String, name: String, isPermitted: Bool = true, isThere: Bool = true,
    group: String? = nil, holders: [Holder] = [], usb: USB? = nil
  ) {
    self.path = path
    self.name = name
    self.isPermitted = isPermitted
    self.isThere = isThere
    self.group = group
    self.holders = holders
    self.usb = usb
  }

  /// All video nodes of this machine, in the order of their numbers.
  ///
  /// *Context*: any thread; reads small files of `/sys` and `/proc`, for some milliseconds.
  public static func all() -> [NodeSurvey] {
    all(KernelCalls()) { path in
      // Unsafe: the system reads the path up to its end mark, which Swift adds.
      unsafe access(path, R_OK | W_OK) == 0
    }
  }

  static func all(
    _ calls: any SystemCalls, isPermitted: (_ path: String) -> Bool
  ) -> [NodeSurvey] {
    SysfsDevice.nodeNames(calls).map { _, node in
      let path = "/dev/\(node)"
      let device = SysfsDevice(node: node, calls)
      return NodeSurvey(
        path: path, name: calls.text(of: "\(SysfsDevice.nodes)/\(node)/name") ?? path,
        isPermitted: isPermitted(path), isThere: calls.generation(of: path) != nil,
        group: calls.groupName(of: path),
        holders: Holders.of(path, calls).filter { !$0.isSelf }
          .map { Holder(name: $0.name, process: $0.process) },
        usb: device?.usb.map(USB.init))
    }
  }
}

extension NodeSurvey.USB {
  init(_ device: SysfsDevice.USB) {
    // Low speed is written as 1.5.
    self.init(
      bus: device.bus, megabits: Double(device.speed).map { Int($0) }, place: device.folder)
  }
}
