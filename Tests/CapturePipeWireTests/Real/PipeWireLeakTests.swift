import CaptureCore
import CapturePipeWire
import Foundation
import MediaTypes
import TestSupport
import Testing
import Viewfinder

@Suite(.requires(.pipeWire), .serialized)
struct PipeWireLeakTests {
  /// In a process of its own, since other tests open descriptors meanwhile.
  @Test func manyStartsAndStopsLeaveNoDescriptorBehind() async {
    await #expect(processExitsWith: .success) {
      try await withCamera(.init(name: "cam")) { backend, camera in
        func cycle() async throws {
          let stream = try await open(camera, on: backend)
          let recorder = Recorder(keeps: 1)
          try await stream.start(recorder.handler)
          try await recorder.wait("a frame") { $0.count > 0 }
          await stream.close()
        }
        for _ in 0..<10 { try await cycle() }
        let before = try await settledDescriptorCount()
        for _ in 0..<Soak.times(50, long: 200) { try await cycle() }
        try await descriptorsAreBack(to: before)
      }
    }
  }

  @Test func aBackEndTakesEverythingAlong() async {
    await #expect(processExitsWith: .success) {
      let server = try await PipeWireServer.started()
      let source = try await GStreamerCamera.plugged(.init(name: "cam"), into: server)
      func cycle() async throws {
        let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
        let stream = try await open(firstCamera(of: backend), on: backend)
        try await stream.start { _ in }
      }
      for _ in 0..<3 { try await cycle() }
      let before = try await settledDescriptorCount()
      for _ in 0..<20 { try await cycle() }
      try await descriptorsAreBack(to: before)
      await source.unplug()
      await server.stop()
    }
  }
}

private func descriptorCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Threads end on their own time: waits until the count is back, or gives up.
private func descriptorsAreBack(to count: Int) async throws {
  _ = try await poll("\(count) descriptors", limit: .seconds(20)) {
    try descriptorCount() <= count + 2 ? true : nil
  }
}

/// The number once it has not changed for ten looks.
private func settledDescriptorCount() async throws -> Int {
  var history: [Int] = []
  return try await pollSteady { count in
    history.append(count)
    let last = history.suffix(10)
    return last.count == 10 && Set(last).count == 1 ? count : nil
  }
}

private func pollSteady(_ judge: (Int) -> Int?) async throws -> Int {
  while true {
    if let count = judge(try descriptorCount()) { return count }
    try await Task.sleep(for: .milliseconds(20))
  }
}
