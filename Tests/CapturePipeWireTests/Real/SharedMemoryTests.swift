import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// Memory that the kernel shares between devices: agreed on by its layout, and given up again. Where there
/// is no `/dev/udmabuf`, the camera pretends: ordinary memory that says it is shared.
@Suite(.requires(.pipeWire), .serialized)
struct SharedMemoryTests {
  private static func started(
    _ words: [String], sharing: MemorySharing, on server: PipeWireServer
  ) async throws -> (MadeUpCamera, any CaptureStream, Recorder) {
    let camera = try await MadeUpCamera("cam", ["memory=dmabuf"] + words, on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket, sharing: sharing)
    let stream = try await open(firstCamera(of: backend), on: backend)
    let recorder = Recorder(keeps: 2)
    try await stream.start(recorder.handler)
    return (camera, stream, recorder)
  }

  private static func isShared(_ frame: VideoFrame?) -> Bool { frame?.buffer.native is DMABuf }

  @Test(arguments: [
    ["modifiers=0"], ["modifiers=144115188075855873,0"], [],
  ])
  func framesComeInSharedMemoryWhenSomebodyCanUseIt(words: [String]) async throws {
    let server = try await PipeWireServer.started()
    let sharing = MemorySharing()
    sharing.isWanted = true
    let (camera, stream, recorder) = try await Self.started(words, sharing: sharing, on: server)
    let record = try await recorder.wait("frames") { $0.count >= 30 }
    let frame = try #require(record.frames.last)
    let memory = try #require(frame.buffer.native as? DMABuf)
    #expect(memory.planes.count == 2)
    #expect(memory.planes.map(\.offset) == [0, 640 * 360])
    #expect(memory.planes.map(\.stride) == [640, 640])
    // The processor reads the same pictures.
    #expect(frame.sample(plane: 0, column: 639, row: 359) == 100)
    #expect(frame.sample(plane: 1, column: 639, row: 179) == 128)
    #expect(record.dropped.isEmpty)
    await stream.close()
    await camera.unplug()
    await server.stop()
  }

  @Test func anImportThatFailsIsAgreedAnewAndThePictureGoesOn() async throws {
    let server = try await PipeWireServer.started()
    let sharing = MemorySharing()
    sharing.isWanted = true
    let (camera, stream, recorder) = try await Self.started(
      ["modifiers=0,1"], sharing: sharing, on: server)
    try await recorder.wait("shared frames") { Self.isShared($0.frames.last) }
    // What a view says once its renderer has refused such a frame.
    sharing.isWanted = false
    try await camera.wait(for: "buffer memfd")
    let count = recorder.now.count
    let record = try await recorder.wait("frames in ordinary memory") { $0.count >= count + 10 }
    #expect(!Self.isShared(record.frames.last))
    #expect(record.frames.last?.sample(plane: 0, column: 0, row: 0) == 100)
    #expect(record.failure == nil && record.formats.isEmpty)
    #expect(
      await camera.lines.filter { $0.hasPrefix("agreed") } == [
        "agreed 640x360 modifier", "agreed 640x360 plain",
      ])
    await stream.close()
    await camera.unplug()
    await server.stop()
  }

  @Test func nobodyIsAskedForSharedMemoryThatIsOfNoUse() async throws {
    let server = try await PipeWireServer.started()
    let (camera, stream, recorder) = try await Self.started(
      ["modifiers=0"], sharing: MemorySharing(), on: server)
    let record = try await recorder.wait("frames") { $0.count >= 5 }
    #expect(!Self.isShared(record.frames.last))
    #expect(await camera.lines.contains("buffer memfd"))
    await stream.close()
    await camera.unplug()
    await server.stop()
  }

  @Test func framesThatAreHeldNeitherStopTheCameraNorChange() async throws {
    let server = try await PipeWireServer.started()
    let sharing = MemorySharing()
    sharing.isWanted = true
    let camera = try await MadeUpCamera("cam", ["memory=dmabuf", "modifiers=0"], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket, sharing: sharing)
    let stream = try await open(firstCamera(of: backend), on: backend)
    let recorder = Recorder(keeps: 14)
    try await stream.start(recorder.handler)
    let held = try await recorder.wait("frames that fill the hands") { $0.frames.count == 14 }
      .frames
    let shared = held.filter(Self.isShared)
    #expect(!shared.isEmpty && shared.count < held.count)
    try await camera.say("luma=200")
    try await recorder.wait("brighter frames") {
      $0.frames.last?.sample(plane: 0, column: 0, row: 0) == 200
    }
    #expect(held.allSatisfy { $0.sample(plane: 0, column: 7, row: 7) == 100 })
    await stream.close()
    await camera.unplug()
    await server.stop()
    #expect(held.allSatisfy { $0.sample(plane: 0, column: 639, row: 359) == 100 })
  }
}
