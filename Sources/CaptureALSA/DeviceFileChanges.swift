import Glibc

/// Tells when device files have come, gone, or changed their owner (`inotify`).
///
/// The folder need not exist: it goes with the last card and comes with the first.
final class DeviceFileChanges: Sendable {
  /// Files of a card come one by one, and udev sets their rights after that: a pause of so many
  /// milliseconds means that all have.
  private static let settling: Int32 = 150
  private static let mask = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF)

  private let folder: String
  private let parent: String
  private let descriptor: Int32
  private let wakeUp: WakeUp

  /// Begins to listen; nil when the system has no descriptors left.
  init?(in folder: String) {
    guard let wakeUp = WakeUp() else { return nil }
    self.wakeUp = wakeUp
    self.folder = folder
    parent = "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { return nil }
    unsafe inotify_add_watch(descriptor, parent, UInt32(IN_CREATE))
    unsafe inotify_add_watch(descriptor, folder, Self.mask)
  }

  deinit { close(descriptor) }

  /// Blocks until there was a change and then none for a moment.
  ///
  /// - Returns: false once `end` has been called.
  func wait() -> Bool {
    guard poll(limit: -1) else { return false }
    repeat {
      drain()
      // A folder that is new is not watched yet; one that is watched already does not mind.
      unsafe inotify_add_watch(descriptor, folder, Self.mask)
    } while poll(limit: Self.settling)
    return !wakeUp.isSignalled
  }

  /// Makes `wait` return false, now and from now on.
  func end() { wakeUp.signal() }

  /// Whether something has changed before the limit, in milliseconds; -1 for none.
  private func poll(limit: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe Glibc.poll(&descriptors, UInt(descriptors.count), limit) < 0 {
      if errno != EINTR { return false }
    }
    return !wakeUp.isSignalled && descriptors[0].revents & Int16(POLLIN) != 0
  }

  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
