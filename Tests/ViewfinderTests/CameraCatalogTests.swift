import CaptureVirtual
import MediaTypes
import Testing
import Viewfinder

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
