import Glibc
import MediaTypes

@testable import CaptureV4L2

/// A kernel whose every answer is taken from an input; when that is used up, nothing works any more.
final class AnyKernel: SystemCalls {
  private let input: Locked<FuzzInput>

  init(_ bytes: [UInt8]) { input = Locked(FuzzInput(bytes)) }

  private func take<Value: Sendable>(_ body: (inout FuzzInput) -> Value) -> Value {
    input.withLock { body(&$0) }
  }

  /// Fails now and then, and always when nothing is left.
  private func mayFail(_ call: String) throws(SystemError) {
    let (byte, isOver) = take { ($0.byte(), $0.isEmpty) }
    let codes = [EIO, ENODEV, EBUSY, EINVAL, ENOTTY, EACCES, ENOSPC, ENOMEM]
    if isOver || byte >= 0xf0 {
      throw SystemError(call: call, code: codes[Int(byte) % codes.count])
    }
  }

  func open(_ path: String) throws(SystemError) -> Int32 {
    try mayFail("open")
    return 3
  }

  func close(_ descriptor: Int32) {}

  /// The size of the argument stands in the request's number (`_IOC_SIZE`).
  func control(
    _ descriptor: Int32, _ request: Request, _ argument: UnsafeMutableRawPointer
  ) throws(SystemError) {
    try mayFail(request.name)
    let size = Int(request.code >> 16 & 0x3fff)
    let count = take { Int($0.byte()) }
    let answer = take { Array($0.bytes(min(count, size))) }
    // Unsafe: the caller lends as many bytes as the request says.
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: argument, count: size)
    unsafe bytes.copyBytes(from: answer)
  }

  func map(
    _ descriptor: Int32, length: Int, offset: Int
  ) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    try mayFail("mmap")
    guard length > 0, length <= 1 << 26 else { throw SystemError(call: "mmap", code: ENOMEM) }
    // Not the memory but its size is of interest, and writing it all would take long.
    guard
      let memory = unsafe mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      unsafe memory != MAP_FAILED
    else { throw SystemError(call: "mmap", code: ENOMEM) }
    return unsafe UnsafeMutableRawBufferPointer(start: memory, count: length)
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe munmap(memory.baseAddress, memory.count)
  }

  func makeEvent() throws(SystemError) -> Int32 {
    try mayFail("eventfd")
    return 4
  }

  func signal(_ event: Int32) {}

  func wait(
    for interest: Readiness, device: Int32?, event: Int32, limit: MediaTime?
  ) throws(SystemError) -> Readiness {
    try mayFail("poll")
    return Readiness(rawValue: Int(take { $0.byte() }))
  }

  func time(of domain: ClockDomain) -> MediaTime { .seconds(1000) }

  func names(in folder: String) -> [String] {
    folder == SysfsDevice.nodes ? ["video0", "video1", "v4l-subdev0"] : []
  }

  func text(of file: String) -> String? {
    take { input in
      let count = input.byte()
      return count == 0xff ? nil : String(decoding: input.bytes(Int(count % 32)), as: UTF8.self)
    }
  }

  func target(of link: String) -> String? {
    take { $0.byte() } % 4 == 3
      ? text(of: link) : "../../devices/pci/usb1/1-1/1-1:1.0/video4linux/v"
  }

  func generation(of file: String) -> UInt64? { UInt64(file.utf8.count) }

  func groupName(of file: String) -> String? { nil }
}
