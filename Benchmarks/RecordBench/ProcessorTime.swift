import Glibc

/// The processor's time of this process.
enum ProcessorTime {
  /// That of the program and of the system on its behalf, on all threads, in seconds
  /// (`CLOCK_PROCESS_CPUTIME_ID`).
  ///
  /// Both together, since many kernels only guess how much of it is which (`getrusage`, 10 ms at a time).
  static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// The time that a work takes.
  static func of(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }
}
