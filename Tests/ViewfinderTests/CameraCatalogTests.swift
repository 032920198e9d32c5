import CaptureVirtual
import MediaTypes
import Testing

@testable import Viewfinder

@Suite("Camera catalog", .timeLimit(.minutes(1)))
struct CameraCatalogTests {
  @Test("lists the cameras of all back ends once each, and what changes")
  func lists() async throws {
    let backend = VirtualBackend(clock: SystemClock(), cameras: [.back])
    let catalog = try CameraCatalog(.custom([backend]))
    var lists = catalog.lists().makeAsyncIterator()
    #expect(await lists.next()?.devices.map(\.id) == [VirtualCamera.back.id])
    backend.plug(.front)
    #expect(await lists.next()?.devices.count == 2)
    backend.unplug(VirtualCamera.back.id)
    #expect(await lists.next()?.devices.map(\.id) == [VirtualCamera.front.id])
  }

  @Test("a back end that hangs hides the cameras of the others for five seconds and no longer")
  func hanging() async throws {
    let clock = ManualClock()
    let backend = VirtualBackend(clock: SystemClock(), cameras: [])
    let catalog = try CameraCatalog(.custom([SilentBackend(), backend]), clock: clock)
    let lists = catalog.lists()
    clock.advance(by: CameraCatalog.patience)
    backend.plug(.back)
    var iterator = lists.makeAsyncIterator()
    #expect(await iterator.next()?.devices.map(\.id) == [VirtualCamera.back.id])
    backend.plug(.front)
    #expect(await iterator.next()?.devices.count == 2)
  }

  @Test("thousands of plugs and unplugs: the list is right at the end")
  func storm() async throws {
    let backend = VirtualBackend(clock: SystemClock(), cameras: [.back])
    let lists = try CameraCatalog(.custom([backend])).lists()
    for _ in 0..<5000 {
      backend.plug(.front)
      backend.unplug(VirtualCamera.front.id)
    }
    backend.unplug(VirtualCamera.back.id)
    backend.plug(.front)
    for await list in lists where list.devices.map(\.id) == [VirtualCamera.front.id] { return }
    Issue.record("the lists ended")
  }

  @Test("no back end is an empty list")
  func empty() async throws {
    var lists = try CameraCatalog(.custom([])).lists().makeAsyncIterator()
    #expect(await lists.next() == DeviceList())
  }

  @Test("an unknown name is refused")
  func unknown() {
    #expect(throws: CaptureError.self) { try CameraCatalog(.named(["nonsense"])) }
  }
}

/// Says nothing at all.
private struct SilentBackend: CaptureBackend {
  let name = "silent"

  func deviceLists() -> AsyncStream<DeviceList> { AsyncStream.makeStream().stream }

  func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    throw CaptureError(.noSuchCamera, "None.")
  }
}
