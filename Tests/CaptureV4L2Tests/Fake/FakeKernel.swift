import CVideo4Linux
import Foundation
import MediaTypes
import Synchronization

@testable import CaptureV4L2

/// A kernel made of memory: devices that a test describes, faults that it asks for, lies that it tells
/// for the drivers, and an account of what is open and mapped.
///
/// Sendable unchecked: all state is used under the condition's lock.
final class FakeKernel: SystemCalls, @unchecked Sendable {
  /// One call that fails.
  struct Fault: Hashable, Sendable {
    /// The C name.
    var call: String
    var code: Int32
    /// Which of the calls of that name, from 1.
    var first = 1
    /// How many of them in a row.
    var count = Int.max
  }

  let condition = NSCondition()
  var devices: [FakeDevice]
  var faults: [Fault] = []
  /// Changes what a request that succeeded answers.
  var lie: ((Request, FakeArgument) -> Void)?
  /// Told of each call of a name and its number, before a fault makes it fail. Under the lock.
  var onCall: ((FakeKernel, String, Int) -> Void)?
  /// Processes and the files that they have open.
  var processes: [Int32: (name: String, files: [String])] = [:]
  var group: String? = "video"
  /// How far the other clocks are ahead of the monotonic one.
  var offsets: [ClockDomain: MediaTime] = [:]
  /// Added to the timestamps of frames.
  var timestampOffset = MediaTime.zero

  /// Calls by their names; under the lock. `count(of:)` for everybody else.
  var counts: [String: Int] = [:]
  var streams: [Int32: FakeStream] = [:]
  var events: [Int32: Bool] = [:]
  /// The addresses of all that is mapped.
  var memory: Set<UInt> = []
  /// How the paths of its descriptors begin in /proc/self, and no other kernel's.
  let name: String
  private static let count = Atomic(0)
  /// Frames that a device may still send; nil for no limit.
  var credit: Int? = 0
  /// Whether waiting for a picture ends at once with its limit.
  var isSilent = false
  var now = MediaTime.seconds(1000)

  init(_ devices: FakeDevice...) {
    self.devices = devices
    name = "/dev/shm/fake-kernel-\(Self.count.add(1, ordering: .relaxed).newValue)-"
  }

  func locked<Result>(_ body: (FakeKernel) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(self)
  }

  /// Lets streaming devices send so many more frames.
  func send(_ frames: Int) { locked { $0.credit = ($0.credit ?? 0) + frames } }

  /// How often a call was made, by its C name.
  func count(of call: String) -> Int { locked { $0.counts[call] ?? 0 } }

  /// What is open and mapped: nothing, after a session.
  var leaks: String {
    locked { kernel in
      kernel.streams.isEmpty && kernel.events.isEmpty && kernel.memory.isEmpty
        ? ""
        : "\(kernel.streams.count) devices, \(kernel.events.count) events, "
          + "\(kernel.memory.count) mappings"
    }
  }

  /// What the system counts as open and mapped of this kernel, from /proc/self; empty for nothing.
  var processUse: String {
    let calls = KernelCalls()
    let descriptors = calls.names(in: "/proc/self/fd").filter {
      calls.target(of: "/proc/self/fd/\($0)")?.hasPrefix(name) == true
    }
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let mappings = maps.split(separator: "\n").filter { $0.contains(name) }
    return descriptors.isEmpty && mappings.isEmpty
      ? "" : "\(descriptors.count) descriptors, \(mappings.count) mappings in /proc/self"
  }

  /// Counts a call, and makes it fail where a fault says so. Under the lock.
  func enter(_ call: String) throws(SystemError) {
    let count = (counts[call] ?? 0) + 1
    counts[call] = count
    onCall?(self, call, count)
    for fault in faults where fault.call == call && count >= fault.first {
      if count - fault.first < fault.count { throw SystemError(call: call, code: fault.code) }
    }
  }

  /// A real descriptor, so that the system counts it too.
  func makeDescriptor(_ call: String) throws(SystemError) -> Int32 {
    var path = "\(name)XXXXXX".utf8CString.map(\.self)
    // Unsafe: a local array that ends in a zero.
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw SystemError(call: call, code: errno) }
    unsafe unlink(path)
    return descriptor
  }

  /// `condition.withLock` does not take typed throws.
  func guarded<Result>(
    _ body: (FakeKernel) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return try body(self)
  }
}

// MARK: - Descriptors and memory

extension FakeKernel {
  func open(_ path: String) throws(SystemError) -> Int32 {
    try guarded { (kernel) throws(SystemError) in
      try kernel.enter("open")
      guard let device = kernel.devices.first(where: { $0.path == path }) else {
        throw SystemError(call: "open", code: ENOENT)
      }
      let descriptor = try kernel.makeDescriptor("open")
      kernel.streams[descriptor] = FakeStream(device)
      return descriptor
    }
  }

  func close(_ descriptor: Int32) {
    locked { kernel in
      let known = kernel.streams.removeValue(forKey: descriptor) != nil
      if !known && kernel.events.removeValue(forKey: descriptor) == nil {
        preconditionFailure("closed \(descriptor) twice")
      }
      Foundation.close(descriptor)
    }
  }

  func map(
    _ descriptor: Int32, length: Int, offset: Int
  ) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    try unsafe guarded { (kernel) throws(SystemError) in
      try kernel.enter("mmap")
      let index = offset >> 12
      guard length > 0, let buffers = kernel.streams[descriptor]?.buffers,
        index < buffers.count * 8, kernel.streams[descriptor]?.memory[offset] == nil
      else { throw SystemError(call: "mmap", code: EINVAL) }
      guard let memory = FakeMemory(length: length, descriptor: descriptor) else {
        throw SystemError(call: "mmap", code: ENOMEM)
      }
      kernel.memory.insert(memory.address)
      kernel.streams[descriptor]?.memory[offset] = memory
      return unsafe memory.bytes
    }
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    let address = unsafe FakeMemory(bytes: memory).address
    locked { kernel in
      precondition(kernel.memory.remove(address) != nil, "unmapped twice")
      for (descriptor, stream) in kernel.streams {
        kernel.streams[descriptor]?.memory = stream.memory.filter { $0.value.address != address }
      }
    }
    unsafe munmap(memory.baseAddress, memory.count)
  }

  func makeEvent() throws(SystemError) -> Int32 {
    try guarded { (kernel) throws(SystemError) in
      try kernel.enter("eventfd")
      let descriptor = try kernel.makeDescriptor("eventfd")
      kernel.events[descriptor] = false
      return descriptor
    }
  }

  func signal(_ event: Int32) { locked { $0.events[event] = true } }
}

// MARK: - Waiting

extension FakeKernel {
  func wait(
    for interest: Readiness, device: Int32?, event: Int32, limit: MediaTime?
  ) throws(SystemError) -> Readiness {
    condition.lock()
    defer { condition.unlock() }
    try enter("poll")
    while true {
      if events[event] == true { return .wakeUp }
      guard let device else {
        now = now + (limit ?? .zero)
        return []
      }
      guard let stream = streams[device] else { return .error }
      if stream.device == nil { return .error }
      if interest == .event && !stream.changes.isEmpty { return .event }
      if interest == .buffer && stream.isStreaming && credit != 0 && !stream.queue.isEmpty {
        return .buffer
      }
      // Without a buffer to fill, nothing comes either.
      if isSilent || interest == .buffer && stream.isStreaming && stream.queue.isEmpty {
        now = now + (limit ?? .zero)
        return []
      }
      condition.wait()
    }
  }

  func time(of domain: ClockDomain) -> MediaTime {
    locked { $0.now + ($0.offsets[domain] ?? .zero) }
  }
}

// MARK: - Files

extension FakeKernel {
  func names(in folder: String) -> [String] {
    locked { kernel in
      if folder == SysfsDevice.nodes { return kernel.devices.map { "video\($0.number)" } }
      if folder == "/proc" { return kernel.processes.keys.map { "\($0)" } + ["self", "meminfo"] }
      let parts = folder.split(separator: "/")
      guard parts.count == 3, parts[2] == "fd", let process = Int32(parts[1]) else { return [] }
      return (kernel.processes[process]?.files ?? []).indices.map { "\($0)" }
    }
  }

  func text(of file: String) -> String? {
    locked { kernel in
      let parts = file.split(separator: "/")
      if parts.first == "proc", let process = Int32(parts[1]) {
        return kernel.processes[process]?.name
      }
      if file.hasPrefix(SysfsDevice.nodes) {
        return kernel.devices.first { "video\($0.number)" == parts[3] }?.card
      }
      guard file.hasPrefix("/sys/devices/") else { return nil }
      return kernel.devices.lazy.compactMap { $0.attributes[String(file.dropFirst(13))] }.first
    }
  }

  func target(of link: String) -> String? {
    locked { kernel in
      let parts = link.split(separator: "/")
      if parts.first == "proc", let process = Int32(parts[1]), let file = Int(parts[3]) {
        return kernel.processes[process]?.files[file]
      }
      guard let device = kernel.devices.first(where: { "video\($0.number)" == parts.last }) else {
        return nil
      }
      return "../../devices/\(device.folder)/video4linux/video\(device.number)"
    }
  }

  func generation(of file: String) -> UInt64? {
    locked { kernel in
      let name = file.split(separator: "/").last
      return kernel.devices.first { "video\($0.number)" == name }.map {
        UInt64($0.number) << 32 | $0.generation
      }
    }
  }

  func groupName(of file: String) -> String? { locked { $0.group } }
}

// MARK: - Plug

extension FakeKernel {
  /// Pulls a device out: its node goes, and what is open of it only says that it is gone.
  func unplug(_ number: Int) {
    locked { kernel in
      kernel.devices.removeAll { $0.number == number }
      for (descriptor, stream) in kernel.streams where stream.device?.number == number {
        kernel.streams[descriptor]?.device = nil
      }
    }
  }
}
