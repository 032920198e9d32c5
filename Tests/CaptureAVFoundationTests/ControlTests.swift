@_spi(Stage) import AVFoundation
import CaptureCore
import Foundation
import MediaTypes
import Testing

@testable import CaptureAVFoundation

extension OnStage {
  @Suite("Settings", .timeLimit(.minutes(1)))
  struct Controls {
    init() { Telephone.unpack() }

    @Test(
      "Each setting is taken by the device, under its lock, and told",
      arguments: [
        (CameraControl.ID.zoom, 250), (.torch, 1), (.exposureCompensation, -150), (.focusAuto, 0),
        (.exposureAuto, 0), (.whiteBalanceAuto, 0),
      ])
    func set(control: CameraControl.ID, value: Int) async throws {
      let backend = Telephone.backend()
      var changes = backend.controlChanges(of: Telephone.back).makeAsyncIterator()
      let changed = try await backend.set(control, to: value, of: Telephone.back)
      #expect(changed.value == value)
      #expect(await changes.next()?.value == value)
      let all = try await backend.controls(of: Telephone.back)
      #expect(all.first { $0.id == control }?.value == value)
      #expect(Telephone.stage.misuses == [])
    }

    @Test("What other code changes is told, once, and by nothing but what changed")
    func changesByOthers() async throws {
      let device = Telephone.stage.plug(Telephone.facts("shared", .back))
      let backend = Telephone.backend()
      let camera = CameraID("apple-shared")
      let before = try await backend.controls(of: camera)
      var changes = backend.controlChanges(of: camera).makeAsyncIterator()
      let steps: [(change: (AVCaptureDevice) -> Void, told: [(CameraControl.ID, Int)])] = [
        ({ $0.torchMode = .on }, [(.torch, 1)]),
        // What it was already is no change.
        ({ $0.torchMode = .on }, []), ({ $0.videoZoomFactor = 2.5 }, [(.zoom, 250)]),
        ({ $0.whiteBalanceMode = .locked }, [(.whiteBalanceAuto, 0)]),
        ({ $0.exposureMode = .locked }, [(.exposureAuto, 0)]),
        ({ $0.setExposureTargetBias(-1.5) }, [(.exposureCompensation, -150)]),
        ({ $0.focusMode = .locked }, [(.focusAuto, 0), (.focus, 50)]),
        // The system's own doing: a mode takes the zoom back.
        ({ $0.activeFormat = $0.formats[1] }, [(.zoom, 100)]),
      ]
      for step in steps {
        try device.lockForConfiguration()
        step.change(device)
        device.unlockForConfiguration()
        var told: [CameraControl.ID: Int] = [:]
        for _ in step.told {
          if let control = await changes.next() { told[control.id] = control.value }
        }
        #expect(told == Dictionary(uniqueKeysWithValues: step.told))
      }
      // Changes through the back end come in the same way, and once.
      _ = try await backend.set(.torch, to: 0, of: camera)
      _ = try await backend.set(.zoom, to: 300, of: camera)
      #expect(await changes.next()?.id == .torch)
      #expect(await changes.next()?.value == 300)
      #expect(before.map(\.id) == (try await backend.controls(of: camera)).map(\.id))
      #expect(Telephone.stage.misuses == [])
    }

    @Test("Nothing is observed once nobody listens, and a camera that is gone ends the stream")
    func ends() async throws {
      let device = Telephone.stage.plug(Telephone.facts("shared", .back))
      let backend = Telephone.backend()
      let camera = CameraID("apple-shared")
      _ = try await backend.controls(of: camera)
      var changes: AsyncStream<CameraControl>? = backend.controlChanges(of: camera)
      #expect(Telephone.stage.observerCount(of: device) > 0)
      let end = Telephone.stage.endOfObservations(of: device)
      changes = nil
      for await _ in end {}
      #expect(Telephone.stage.observerCount(of: device) == 0)
      changes = backend.controlChanges(of: camera)
      Telephone.stage.unplug("shared")
      if let changes { for await _ in changes {} }
    }

    @Test("The lens is moved by hand once its automatic is off")
    func focus() async throws {
      let backend = Telephone.backend()
      await #expect(throws: CaptureError.self) {
        _ = try await backend.set(.focus, to: 30, of: Telephone.back)
      }
      _ = try await backend.set(.focusAuto, to: 0, of: Telephone.back)
      #expect(try await backend.set(.focus, to: 30, of: Telephone.back).value == 30)
    }

    @Test("A camera without a torch has no such setting, and no number from outside gets through")
    func refusals() async throws {
      let backend = Telephone.backend()
      for (control, value) in [(CameraControl.ID.torch, 1), (.zoom, 99_999), (.zoom, -1)] {
        do {
          _ = try await backend.set(control, to: value, of: Telephone.front)
          Issue.record("\(control) took \(value)")
        } catch {
          #expect(error.code == .invalidRequest)
        }
      }
    }

    @Test("What was set is put back when the camera is opened again, but for the lamp")
    func memory() async throws {
      let backend = Telephone.backend()
      _ = try await backend.set(.zoom, to: 250, of: Telephone.back)
      _ = try await backend.set(.focusAuto, to: 0, of: Telephone.back)
      _ = try await backend.set(.focus, to: 30, of: Telephone.back)
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      let values = try await backend.controls(of: Telephone.back)
      #expect(values.first { $0.id == .zoom }?.value == 250)
      #expect(values.first { $0.id == .focus }?.value == 30)
      await stream.close()
      #expect(Telephone.stage.misuses == [])
    }

    @Test("Stabilisation belongs to a camera that is open")
    func stabilization() async throws {
      let backend = Telephone.backend()
      #expect(
        try await !backend.controls(of: Telephone.back).contains { $0.id == .stabilization })
      let stream = try await backend.open(Telephone.back, format: Telephone.format)
      #expect(try await backend.set(.stabilization, to: 2, of: Telephone.back).value == 2)
      await stream.close()
    }

    @Test("A point of interest is set with its mode, and checked")
    func point() async throws {
      let device = Telephone.stage.plug(Telephone.facts("sharp", .front))
      let backend = Telephone.backend()
      try await backend.lookAt(x: 0.25, y: 0.75, of: CameraID("apple-sharp"))
      #expect(device.focusPointOfInterest == CGPoint(x: 0.25, y: 0.75))
      await #expect(throws: CaptureError.self) {
        try await backend.lookAt(x: 2, y: 0, of: CameraID("apple-sharp"))
      }
      #expect(Telephone.stage.misuses == [])
    }
  }
}
