import Testing

@testable import CaptureV4L2

@Suite("Nodes looked at without opening them")
struct NodeSurveyTests {
  @Test("Permission, holders, group and USB, for each node in order")
  func survey() {
    let kernel = FakeKernel()
    var second = FakeDevice()
    second.number = 10
    second.attributes["pci0000:00/usb1/1-1/speed"] = "480"
    kernel.devices = [second, FakeDevice.infraRed]
    let nodes = NodeSurvey.all(kernel) { $0 != "/dev/video10" }
    #expect(nodes.map(\.path) == ["/dev/video2", "/dev/video10"])
    #expect(nodes.map(\.isPermitted) == [true, false])
    #expect(nodes.map(\.name) == ["Fake IR", "Fake Camera"])
    #expect(
      nodes[1].usb == .init(bus: "1", megabits: 480, place: "/sys/devices/pci0000:00/usb1/1-1"))
    #expect(nodes.allSatisfy { $0.isThere && $0.holders.isEmpty })
    #expect(kernel.leaks.isEmpty)
  }

  @Test("The machine itself can be asked")
  func real() {
    for node in NodeSurvey.all() { #expect(node.path.hasPrefix("/dev/video")) }
  }
}
