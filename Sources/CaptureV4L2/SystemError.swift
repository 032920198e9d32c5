import Glibc
import SystemThreads

/// A system call that failed: which one, and the number that it left in `errno`.
struct SystemError: Error, Hashable, Sendable {
  /// The call's C name, such as `VIDIOC_S_FMT` or `mmap`.
  let call: String
  /// The error number, such as `EBUSY`.
  let code: Int32

  /// Whether the number says that the device is gone.
  var saysUnplugged: Bool { code == ENODEV || code == ENXIO || code == ENOENT }

  /// The same call with the number for a device that is gone: what a driver says while it learns of
  /// an unplug may be anything.
  var unplugged: SystemError { SystemError(call: call, code: ENODEV) }

  /// The system's words for the number.
  var text: String {
    // Reason for unsafe: the string lives until the thread's next strerror; it is copied here.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension WorkerThread {
  /// A thread that runs a closure, or the call that failed.
  static func running(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> WorkerThread {
    do {
      return try WorkerThread(body)
    } catch {
      throw SystemError(call: "pthread_create", code: error.code)
    }
  }
}
