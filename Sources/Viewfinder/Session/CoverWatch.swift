import CaptureCore
import MediaTypes

/// Watches the cover of the camera that is shown, where its driver knows of one: with the cover closed
/// a camera goes on sending, black on purpose.
///
/// *Context*: any thread; no call waits.
final class CoverWatch: Sendable {
  private let backends: [any CaptureBackend]
  private let task = Locked<Task<Void, Never>?>(nil)

  init(_ backends: [any CaptureBackend]) { self.backends = backends }

  deinit { task.withLock { $0?.cancel() } }

  /// Watches a camera in place of the one before; nil for none.
  ///
  /// - Parameter report: told whether the cover is closed: once if it is, then at each change.
  func watch(_ camera: CameraDevice?, report: @escaping @Sendable (Bool) -> Void) {
    let next = camera.map { camera in
      Task { [backends] in
        guard let (controls, id) = await Self.controls(of: camera, in: backends),
          let now = try? await controls.controls(of: id).first(where: { $0.id == .privacy })
        else { return }
        if now.value == 1 { report(true) }
        for await change in controls.controlChanges(of: id) where change.id == .privacy {
          report(change.value == 1)
        }
      }
    }
    task.withLock { task in
      task?.cancel()
      task = next
    }
  }

  /// Who knows a camera's settings best comes first: not PipeWire, which passes on what it knows.
  static func ranked(_ backends: [any CaptureBackend]) -> [any CaptureBackend] {
    backends.filter { $0.name != "pipewire" } + backends.filter { $0.name == "pipewire" }
  }

  /// The back end that has a camera's settings, which need not be the one that its pictures come
  /// through, and the camera's name there.
  private static func controls(
    of camera: CameraDevice, in backends: [any CaptureBackend]
  ) async -> (any CameraControls, CameraID)? {
    for backend in ranked(backends) {
      guard let controls = backend as? any CameraControls else { continue }
      if backend.name == camera.backend { return (controls, camera.id) }
      guard let node = camera.kernelNode,
        let list = await backend.deviceLists().first(where: { _ in true }),
        let same = list.devices.first(where: { $0.kernelNode == node })
      else { continue }
      return (controls, same.id)
    }
    return nil
  }
}
