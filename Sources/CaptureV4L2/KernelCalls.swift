import CVideo4Linux
import Glibc
import MediaTypes

/// The system calls themselves.
struct KernelCalls: SystemCalls {
  func open(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = restarting { unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    return try checked(descriptor, "open")
  }

  func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  func control(
    _ descriptor: Int32, _ request: Request, _ argument: UnsafeMutableRawPointer
  ) throws(SystemError) {
    let result = restarting { unsafe ioctl(descriptor, request.code, argument) }
    _ = try checked(result, request.name)
  }

  func map(
    _ descriptor: Int32, length: Int, offset: Int
  ) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    let address = unsafe mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw SystemError(call: "mmap", code: errno)
    }
    return unsafe UnsafeMutableRawBufferPointer(start: address, count: length)
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    if let address = memory.baseAddress { unsafe munmap(address, memory.count) }
  }

  func makeEvent() throws(SystemError) -> Int32 {
    try checked(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
  }

  func signal(_ event: Int32) {
    var one: UInt64 = 1
    // Unsafe: eight bytes of a local variable, during the call.
    _ = unsafe write(event, &one, 8)
  }

  func wait(
    for interest: Readiness, device: Int32?, event: Int32, limit: MediaTime?
  ) throws(SystemError) -> Readiness {
    let deadline = limit.map { time(of: .monotonic) + $0 }
    var both = (
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device ?? -1, events: Int16(interest.events), revents: 0)
    )
    let count = restarting {
      let left = deadline.map { $0 - time(of: .monotonic) }
      let milliseconds = left.map { Int32(clamping: max(0, $0.nanoseconds) / 1_000_000) } ?? -1
      // Unsafe: two entries of a local variable, during the call. poll ignores a descriptor of -1.
      return unsafe withUnsafeMutableBytes(of: &both) { bytes in
        unsafe poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, milliseconds)
      }
    }
    _ = try checked(count, "poll")
    return Readiness(event: Int32(both.0.revents), device: Int32(both.1.revents))
  }

  func time(of domain: ClockDomain) -> MediaTime {
    var value = timespec()
    // Unsafe: the address of a local variable, during the call.
    unsafe clock_gettime(domain.identifier, &value)
    return .seconds(Int64(value.tv_sec)) + MediaTime(nanoseconds: Int64(value.tv_nsec))
  }

  private func restarting(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  private func checked(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result == -1 else { return result }
    throw SystemError(call: call, code: errno)
  }
}

extension Readiness {
  fileprivate var events: Int32 {
    (contains(.buffer) ? POLLIN : 0) | (contains(.event) ? POLLPRI : 0)
  }

  fileprivate init(event: Int32, device: Int32) {
    self = []
    if event != 0 { insert(.wakeUp) }
    if device & POLLIN != 0 { insert(.buffer) }
    if device & POLLPRI != 0 { insert(.event) }
    if device & (POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.error) }
  }
}

extension ClockDomain {
  fileprivate var identifier: clockid_t {
    switch self {
    case .monotonic: CLOCK_MONOTONIC
    case .boot: CLOCK_BOOTTIME
    case .real: CLOCK_REALTIME
    }
  }
}
