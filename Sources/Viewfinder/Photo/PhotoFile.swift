public import RecordCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a file so that its name only ever stands for all of it, and never takes another file's
/// place unasked.
///
/// The bytes go to a file beside it, reach the disk, and are then given the name in one step: after a
/// fault, a full disk or a loss of power the name is what it was before.
public enum PhotoFile {
  /// Says early what would keep a file from being written.
  ///
  /// Not a promise: writing checks again.
  ///
  /// - Parameters:
  ///   - path: where it is to be.
  ///   - replacing: whether a file that is there may be replaced.
  /// - Throws: `RecordError`: `exists`, `noFolder`, `notPermitted`, or `invalidRequest` for a name that
  ///   is that of a folder, or of what is no ordinary file and would be replaced.
  ///
  /// *Context*: any thread; asks the file system.
  public static func check(_ path: String, replacing: Bool) throws(RecordError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if path.hasSuffix("/") || kind == S_IFDIR { throw isFolder(path) }
      if !replacing { throw exists(path) }
      // Of a device or a pipe the name would be lost.
      if kind != S_IFREG { throw isNoFile(path) }
    } else if errno != ENOENT {
      throw error(path, errno)
    } else if path.isEmpty || path.hasSuffix("/") {
      throw isFolder(path)
    }
    let folder = folder(of: path)
    guard unsafe access(folder, F_OK) == 0 else { throw error(path, errno) }
    guard unsafe access(folder, W_OK | X_OK) == 0 else { throw error(path, errno) }
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - path: its name.
  ///   - replacing: whether a file that is there may be replaced; otherwise it is left as it is, also
  ///     one that another program makes at the same moment.
  ///   - synchronizing: whether to wait until the bytes are on the disk, so that the file outlives a loss
  ///     of power; else the system writes them in its own time.
  /// - Throws: `RecordError`: `exists`, `noFolder`, `notPermitted`, `diskFull`, `writeFailed`; nothing
  ///   is left behind then.
  ///
  /// *Context*: any thread; blocks until the bytes are written.
  public static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool, synchronizing: Bool = true
  ) throws(RecordError) {
    try check(path, replacing: replacing)
    let draft = try Draft(beside: path)
    try draft.write(bytes, for: path)
    if synchronizing { try draft.synchronize(for: path) }
    try draft.name(path, replacing: replacing)
    if synchronizing { sync(folder: folder(of: path)) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the new name itself reach the disk; not every file system can, and then it comes by itself.
  private static func sync(folder: String) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// MARK: - Errors

extension PhotoFile {
  static func exists(_ path: String) -> RecordError {
    RecordError(
      .exists, "There is a file \(quoted(path)) already.",
      remedy: "Give another name, or say that it may be replaced.", systemError: EEXIST)
  }

  private static func isNoFile(_ path: String) -> RecordError {
    RecordError(
      .invalidRequest, "\(quoted(path)) is a device or a pipe, and is not replaced.",
      remedy: "Give another name.", systemError: EEXIST)
  }

  private static func isFolder(_ path: String) -> RecordError {
    RecordError(
      .invalidRequest, "\(quoted(path)) is not the name of a file.",
      remedy: "Give the name of a file, like photo.jpg.", systemError: EISDIR)
  }

  /// What a failed call means for the file.
  static func error(_ path: String, _ number: Int32) -> RecordError {
    let (code, what, remedy): (RecordError.Code, String, String) =
      switch number {
      case EEXIST: (.exists, "there is one already", "Give another name.")
      case ENOENT, ENOTDIR: (.noFolder, "there is no such folder", "Make the folder first.")
      case EACCES, EPERM, EROFS:
        (.notPermitted, "it is not allowed there", "Choose a folder that you may write to.")
      case ENOSPC, EDQUOT, EFBIG:
        (.diskFull, "the disk is full", "Make room, or choose another disk.")
      case ENAMETOOLONG: (.badSettings, "the name is too long", "Give a shorter name.")
      // Unsafe: the string lives until the thread's next `strerror`; it is copied here.
      default:
        (
          .writeFailed,
          unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)",
          "Check the disk, or choose another folder."
        )
      }
    return RecordError(
      code, "The file \(quoted(path)) cannot be written: \(what).", remedy: remedy,
      systemError: number)
  }

  /// A path, made safe to print.
  static func quoted(_ path: String) -> String {
    let cleaned = path.unicodeScalars.suffix(200).map { scalar in
      scalar.properties.generalCategory == .control ? "?" : Character(scalar)
    }
    return "\"" + String(cleaned) + "\""
  }
}

/// A file beside another that has no name of its own yet; removed unless it gets one.
private struct Draft: ~Copyable {
  private let path: String
  private let descriptor: Int32

  init(beside target: String) throws(RecordError) {
    let folder = PhotoFile.folder(of: target)
    for _ in 0..<100 {
      let path = "\(folder)/.viewfinder-\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      guard errno == EEXIST else { break }
    }
    throw PhotoFile.error(target, errno)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)  // A second name by now, or gone, or what failed.
  }

  /// - Parameter target: what a person knows it by.
  borrowing func write(_ bytes: [UInt8], for target: String) throws(RecordError) {
    var start = 0
    while start < bytes.count {
      // Unsafe: the array lives through the call, and the length is what is left of it.
      let written = unsafe bytes.withUnsafeBytes { memory in
        unsafe writeBytes(
          descriptor, memory.baseAddress.map { unsafe $0 + start }, bytes.count - start)
      }
      if written > 0 {
        start += written
      } else if written == 0 || errno != EINTR {
        throw PhotoFile.error(target, written == 0 ? ENOSPC : errno)
      }
    }
  }

  borrowing func synchronize(for target: String) throws(RecordError) {
    guard fsync(descriptor) == 0 else { throw PhotoFile.error(target, errno) }
  }

  /// Gives it a name in one step.
  borrowing func name(_ target: String, replacing: Bool) throws(RecordError) {
    if replacing {
      guard unsafe rename(path, target) == 0 else { throw PhotoFile.error(target, errno) }
      return
    }
    if unsafe link(path, target) == 0 { return }
    switch errno {
    case EEXIST: throw PhotoFile.exists(target)
    case EPERM, ENOTSUP, ENOSYS, EMLINK, EINVAL: try nameByPlaceholder(target)
    case let number: throw PhotoFile.error(target, number)
    }
  }

  /// For file systems without hard links (FAT): an empty file of that name that is ours alone, and
  /// then replaced.
  private borrowing func nameByPlaceholder(_ target: String) throws(RecordError) {
    let placeholder = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard placeholder >= 0 else {
      throw errno == EEXIST ? PhotoFile.exists(target) : PhotoFile.error(target, errno)
    }
    close(placeholder)
    guard unsafe rename(path, target) == 0 else { throw PhotoFile.error(target, errno) }
  }
}

/// C: `write`, by a name that no method hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
