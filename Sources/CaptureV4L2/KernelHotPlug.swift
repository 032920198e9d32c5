import CUdev
import CVideo4Linux
import Glibc
import MediaTypes
import Synchronization

/// Plug and unplug, from wherever the machine tells of them.
///
/// udev's events come when a node's permissions are set. Where no udev runs (small systems), the
/// kernel's own events are taken; where neither arrives (containers), changes of `/dev` are. All lead
/// to one thing, another look, so that hearing of a change twice does no harm.
final class KernelHotPlug: HotPlug {
  private let udev = UdevMonitor()
  private let folder = FolderWatch("/dev")
  private let wakeUp: Int32
  private let hasEnded = Atomic(false)

  init() {
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit { close(wakeUp) }

  func wait(limit: MediaTime?) -> Bool {
    let milliseconds = limit.map { Int32(clamping: $0.nanoseconds / 1_000_000) } ?? -1
    guard waitOnce(milliseconds) else { return !hasEnded.load(ordering: .acquiring) }
    // One plug is several events: a look when they have ended sees all of the device's nodes.
    var rounds = 0
    while rounds < Self.settleRounds, waitOnce(Self.settleMilliseconds) { rounds += 1 }
    return !hasEnded.load(ordering: .acquiring)
  }

  func poke() {
    var one: UInt64 = 1
    // Unsafe: eight bytes of a local variable, during the call.
    _ = unsafe write(wakeUp, &one, 8)
  }

  func end() {
    hasEnded.store(true, ordering: .releasing)
    poke()
  }

  /// - Returns: whether there was an event before the time had passed.
  private func waitOnce(_ milliseconds: Int32) -> Bool {
    var descriptors = [wakeUp, udev?.descriptor ?? -1, folder?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Unsafe: a local array, during the call. poll ignores descriptors of -1.
    let count = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    if descriptors[0].revents != 0 {
      var value: UInt64 = 0
      _ = unsafe read(wakeUp, &value, 8)
    }
    if descriptors[1].revents != 0 { udev?.drain() }
    if descriptors[2].revents != 0 { folder?.drain() }
    return count > 0 || (count == -1 && errno == EINTR)
  }

  private static let settleMilliseconds: Int32 = 100
  private static let settleRounds = 10
}

/// udev's monitor of video devices, or the kernel's where no udev runs.
///
/// Sendable unchecked: after `init` only the one thread that waits uses it.
@safe private final class UdevMonitor: @unchecked Sendable {
  // Unsafe: both are owned, and given back in `deinit`.
  private let context: OpaquePointer
  private let monitor: OpaquePointer

  let descriptor: Int32

  init?() {
    guard let context = unsafe udev_new() else { return nil }
    let isRunning = unsafe access("/run/udev/control", F_OK) == 0
    guard let monitor = unsafe udev_monitor_new_from_netlink(context, isRunning ? "udev" : "kernel")
    else {
      unsafe udev_unref(context)
      return nil
    }
    unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "video4linux", nil)
    unsafe udev_monitor_enable_receiving(monitor)
    unsafe self.context = unsafe context
    unsafe self.monitor = unsafe monitor
    descriptor = unsafe udev_monitor_get_fd(monitor)
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(context)
  }

  /// Takes all events that are there; what they say is found out by looking.
  func drain() {
    while let device = unsafe udev_monitor_receive_device(monitor) {
      unsafe udev_device_unref(device)
    }
  }
}

/// Changes in a folder: names that come and go, and permissions (`inotify`).
private final class FolderWatch: Sendable {
  let descriptor: Int32

  init?(_ path: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor != -1 else { return nil }
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM)
    // Unsafe: the string is lent for the call.
    guard unsafe inotify_add_watch(descriptor, path, changes) != -1 else { return nil }
  }

  deinit { close(descriptor) }

  /// Takes all events that are there.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    // Unsafe: a local array, during the call.
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
