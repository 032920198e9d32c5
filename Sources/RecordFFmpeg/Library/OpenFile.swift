import CFFmpegShims
import Dispatch
import Glibc
import RecordCore
import Synchronization

/// Owns one open file, and its lock (`open`, `flock`, `close`).
///
/// The lock says to other processes that somebody works on the file; the system takes it back with the
/// process, however that ends.
final class OpenFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let isSynchronizing = Atomic(false)
  /// The error number of what was brought to the disk meanwhile; 0 for none.
  private let lateFailure = Atomic<Int32>(0)
  // Utility: bytes on their way to the disk need not hurry past those of a person's programs.
  private static let disk = DispatchQueue(label: "movie file", qos: .utility)

  /// Opens a file (`open`).
  ///
  /// - Parameters:
  ///   - flags: `O_RDONLY`, or `O_RDWR` with `O_CREAT` and what else is wanted.
  ///   - what: what is tried, for the error.
  init(_ path: String, flags: Int32, what: @autoclosure () -> String) throws(RecordError) {
    self.path = path
    descriptor = Self.retry { unsafe Glibc.open(path, flags | O_CLOEXEC, 0o666) }
    if descriptor < 0 { throw FileError.make(errno, what()) }
  }

  deinit { close(descriptor) }

  /// Locks it for this process.
  ///
  /// - Returns: false when another open file has the lock.
  func lock() -> Bool { Self.retry { flock(descriptor, LOCK_EX | LOCK_NB) } == 0 }

  /// Bytes in it.
  var byteCount: Int64 {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Whether it is a file rather than a folder or a device.
  var isRegular: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads from a place (`pread`).
  ///
  /// - Returns: how many bytes, 0 at the end, or the negative error number.
  func read(_ target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    let count = Self.retry {
      unsafe pread(descriptor, target.baseAddress, target.count, off_t(offset))
    }
    return count < 0 ? -Int(errno) : count
  }

  /// Writes everything to a place (`pwrite`).
  ///
  /// - Returns: 0, or the error number; some of the bytes may have been written then.
  func write(_ source: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    var done = 0
    while done < source.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: source[done...])
      let count = Self.retry {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(done)))
      }
      if count < 0 { return errno }
      // A file system that writes nothing and names no reason is full.
      if count == 0 { return ENOSPC }
      done += count
    }
    return 0
  }

  /// Bytes that may still be written where it lies (`fstatvfs`); nil when nobody can say.
  var freeBytes: Int64? {
    var status = statvfs()
    return unsafe fstatvfs(descriptor, &status) == 0 ? DiskSpace.free(status) : nil
  }

  /// Has the system keep room for what will be written from a place on, without changing its size.
  ///
  /// - Returns: `ENOSPC` or `EDQUOT` when there is none; nil where there is, or where nobody can say.
  func keepRoom(_ byteCount: Int64, at offset: Int64) -> Int32? {
    let number = CFFmpegShims_keepRoom(descriptor, offset, byteCount)
    return [ENOSPC, EDQUOT].contains(number) ? number : nil
  }

  /// Cuts it off, and gives back room that was kept (`ftruncate`).
  func truncate(to byteCount: Int64) { _ = Self.retry { ftruncate(descriptor, off_t(byteCount)) } }

  /// Waits until all is on the disk (`fsync`).
  func synchronize() throws(RecordError) {
    let number = Self.retry { fsync(descriptor) } == 0 ? diskFailure ?? 0 : errno
    if number != 0 { throw FileError.make(number, "\(path) did not get to the disk") }
  }

  /// Why some of what was written did not get to the disk, as far as that is known: the system says it
  /// once, to `synchronizeSoon`.
  var diskFailure: Int32? {
    let number = lateFailure.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Has what was written brought to the disk meanwhile (`fdatasync`, on a queue), so that a power
  /// failure costs little more than a crash. A slow disk is not asked again before it is done.
  func synchronizeSoon() {
    guard !isSynchronizing.exchange(true, ordering: .relaxed) else { return }
    Self.disk.async { [self] in
      if Self.retry({ fdatasync(descriptor) }) != 0 {
        lateFailure.store(errno, ordering: .relaxed)
      }
      isSynchronizing.store(false, ordering: .relaxed)
    }
  }

  /// Waits until nothing is on its way to the disk, which holds files open.
  static func settle() { disk.sync {} }

  /// Repeats a call that a signal interrupted (`EINTR`).
  private static func retry<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
