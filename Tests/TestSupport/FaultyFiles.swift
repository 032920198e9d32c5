import Foundation

/// Lets a program's file operations fail: a library that is loaded before the system's own, and answers
/// chosen calls by itself.
///
/// Only calls on files of one folder count, so that everything else goes on as ever.
public struct FaultyFiles {
  /// Which calls fail.
  public enum Call: String, Sendable, CaseIterable {
    /// `write` and `pwrite`, with an error.
    case write
    /// The same, which write half of what they should and say so; no error.
    case short
    /// `fsync`.
    case fsync
    /// `fdatasync`.
    case fdatasync
    /// `rename`.
    case rename
    /// `link`.
    case link
    /// `open` and `openat` that make a file.
    case create
  }

  /// What the library is compiled with.
  public static let compiler = RealPart(
    "A C compiler", programs: ["clang"], packages: ["clang"])

  private let folder: TemporaryFolder
  private var library: String { folder.file("faults.so") }
  private var mark: String { folder.file("mark") }

  /// Compiles the library.
  public init() async throws {
    folder = try TemporaryFolder()
    try folder.write(Self.source, to: "faults.c")
    let (status, output) = try await ChildProcess.run(
      "clang", ["-shared", "-fPIC", "-O1", "-o", folder.file("faults.so"), folder.file("faults.c")])
    guard status == 0 else { throw TestSupportError("no faults: \(output)") }
  }

  /// The environment in which a program's calls fail.
  ///
  /// - Parameters:
  ///   - nth: which call, counted from 1.
  ///   - number: the error number.
  ///   - stays: whether all after it fail too.
  ///   - files: the folder whose files count.
  public func environment(
    _ call: Call, nth: Int, number: Int32, stays: Bool, in files: String
  ) -> [String: String] {
    try? FileManager.default.removeItem(atPath: mark)
    return [
      "LD_PRELOAD": library, "FAULT_CALL": call.rawValue, "FAULT_AT": "\(nth)",
      "FAULT_ERRNO": "\(number)", "FAULT_STAYS": stays ? "1" : "0", "FAULT_FOLDER": files,
      "FAULT_MARK": mark,
    ]
  }

  /// Whether the call came.
  public var wasReached: Bool { FileManager.default.fileExists(atPath: mark) }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/types.h>
    #include <unistd.h>

    static atomic_int count;

    // The error number with which a call fails; 0 when it does not.
    static int due(const char *call, int file, const char *path) {
      const char *wanted = getenv("FAULT_CALL"), *folder = getenv("FAULT_FOLDER");
      if (!wanted || !folder || strcmp(wanted, call)) return 0;
      char link[64], name[4096];
      if (!path) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, name, sizeof name - 1);
        if (length < 0) return 0;
        name[length] = 0;
        path = name;
      }
      if (strncmp(path, folder, strlen(folder))) return 0;
      int nth = atomic_fetch_add(&count, 1) + 1, at = atoi(getenv("FAULT_AT"));
      if (nth == at) {
        int (*own)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
        close(own(getenv("FAULT_MARK"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
      }
      int fails = nth == at || (nth > at && *getenv("FAULT_STAYS") == '1');
      return fails ? atoi(getenv("FAULT_ERRNO")) : 0;
    }

    #define FAIL(call, file, path) \
      do { int number = due(call, file, path); if (number) { errno = number; return -1; } } while (0)
    #define NEXT(name) static __typeof__(&name) next; if (!next) next = dlsym(RTLD_NEXT, #name)
    #define HALF(file, size) do { if (size > 1 && due("short", file, 0)) size /= 2; } while (0)

    ssize_t write(int file, const void *bytes, size_t size) {
      NEXT(write); FAIL("write", file, 0); HALF(file, size);
      return next(file, bytes, size);
    }
    ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
      NEXT(pwrite); FAIL("write", file, 0); HALF(file, size);
      return next(file, bytes, size, place);
    }
    ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
      NEXT(pwrite64); FAIL("write", file, 0); HALF(file, size);
      return next(file, bytes, size, place);
    }
    int fsync(int file) { NEXT(fsync); FAIL("fsync", file, 0); return next(file); }
    int fdatasync(int file) { NEXT(fdatasync); FAIL("fdatasync", file, 0); return next(file); }
    int rename(const char *old, const char *new) {
      NEXT(rename); FAIL("rename", -1, old); return next(old, new);
    }
    int link(const char *old, const char *new) {
      NEXT(link); FAIL("link", -1, old); return next(old, new);
    }
    int open(const char *path, int flags, ...) {
      NEXT(open);
      va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest);
      if (flags & O_CREAT) FAIL("create", -1, path);
      return next(path, flags, mode);
    }
    """#
}
