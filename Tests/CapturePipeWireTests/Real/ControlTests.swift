import CaptureCore
import CapturePipeWire
import MediaTypes
import TestSupport
import Testing
import Viewfinder

/// The settings of a camera, over a real PipeWire.
@Suite(.requires(.pipeWire), .serialized)
struct ControlTests {
  private static let cam = CameraID("cam")

  @Test func settingsAreListedReadAndSet() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", ["controls=1"], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let controls = try await backend.controls(of: Self.cam)
    #expect(
      controls.map(\.id.rawValue) == [
        "brightness", "contrast", "white-balance-auto", "power-line-frequency", "privacy",
        "rotor-speed",
      ])
    #expect(controls.map(\.value) == [128, 250, 1, 1, 0, 3])
    #expect(controls[0].range == 0...255 && controls[0].kind == .number)
    #expect(controls[1].range == -1000...1000 && controls[1].unit == "0.001")
    #expect(controls[2].kind == .onOff)
    #expect(
      controls[3].kind
        == .menu([
          .init(value: 0, name: "Disabled"), .init(value: 1, name: "50 Hz"),
          .init(value: 2, name: "60 Hz"),
        ]))
    #expect(controls[4].isReadOnly)
    #expect(try await backend.set(.brightness, to: 200, of: Self.cam).value == 200)
    #expect(try await backend.set(.contrast, to: -500, of: Self.cam).value == -500)
    #expect(try await backend.set(.whiteBalanceAuto, to: 0, of: Self.cam).value == 0)
    #expect(try await backend.set(.powerLineFrequency, to: 2, of: Self.cam).value == 2)
    #expect(try await backend.set(.init("rotor-speed"), to: -10, of: Self.cam).value == -10)
    #expect(try await backend.controls(of: Self.cam).map(\.value) == [200, -500, 0, 2, 0, -10])
    await camera.unplug()
    await server.stop()
  }

  @Test func whatACameraDoesNotTakeIsRefusedWithWhatItDoes() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", ["controls=1"], on: server)
    let plain = try await MadeUpCamera("plain", [], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    let refusals: [(CameraControl.ID, Int, String)] = [
      (.brightness, 256, "0 to 255"), (.powerLineFrequency, 7, "60 Hz"), (.privacy, 1, "camera"),
      (.focus, 1, "brightness, contrast"),
    ]
    for (id, value, remedy) in refusals {
      let error = await #expect(throws: CaptureError.self) {
        try await backend.set(id, to: value, of: Self.cam)
      }
      #expect(error?.code == .invalidRequest && error?.remedy.contains(remedy) == true)
    }
    #expect(try await backend.controls(of: CameraID("plain")).isEmpty)
    let nobody = await #expect(throws: CaptureError.self) {
      try await backend.controls(of: CameraID("nobody"))
    }
    #expect(nobody?.code == .noSuchCamera)
    await camera.unplug()
    await plain.unplug()
    await server.stop()
  }

  @Test func changesByAnybodyAreToldOnceUntilTheCameraGoes() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", ["controls=1"], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    _ = try await firstCamera(of: backend)
    let changes = backend.controlChanges(of: Self.cam)
    // The watch stands once it is answered, and questions are answered in order.
    _ = try await backend.controls(of: Self.cam)
    // By another program, then by the camera itself.
    let other = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    _ = try await other.set(.brightness, to: 7, of: Self.cam)
    try await camera.say("control=0x19a0910:1")
    let told = try await within(.seconds(30), "two changes") {
      var told: [String] = []
      for await change in changes {
        told.append("\(change.id)=\(change.value.map(String.init) ?? "?")")
        if told.count == 2 { break }
      }
      return told
    }
    #expect(told == ["brightness=7", "privacy=1"])
    let rest = backend.controlChanges(of: Self.cam)
    _ = try await backend.controls(of: Self.cam)
    await camera.unplug()
    try await within(.seconds(30), "the end of the changes") { for await _ in rest {} }
    await server.stop()
  }

  @Test func aCameraThatDoesNotAnswerKeepsNobodyWaiting() async throws {
    let server = try await PipeWireServer.started()
    let camera = try await MadeUpCamera("cam", ["controls=1"], on: server)
    let backend = PipeWireBackend(clock: SystemClock(), remote: server.socket)
    _ = try await backend.controls(of: Self.cam)
    camera.freeze()
    let asked = try await within(.seconds(20), "an answer") {
      try await backend.set(.brightness, to: 9, of: Self.cam)
    }
    #expect(asked.value == 128)
    camera.thaw()
    await camera.unplug()
    await server.stop()
  }
}
