import CaptureCore
import MediaTypes
import Viewfinder

/// `viewfinder controls`.
struct ControlsCommand: Sendable {
  let request: ControlsRequest
  let console: Console

  init(_ request: ControlsRequest, console: Console) {
    self.request = request
    self.console = console
  }

  func run() async throws {
    let catalog = try request.source.catalog()
    let camera = try await camera(of: catalog)
    guard let controls = catalog.controls else {
      throw CommandError(
        .failed, "\(camera.name) has no settings.", remedy: "Try --backend v4l2.")
    }
    let all = try await controls.controls(of: camera.id)
    switch request.action {
    case .show(let names): try show(try named(names, all), of: camera)
    case .set(let assignments):
      // All words are understood before the first setting changes.
      let changes = try assignments.map { assignment in
        let control = try named([assignment.id], all)[0]
        return (control, try ControlText.value(assignment.value, of: control))
      }
      try show(try await set(changes, controls, camera), of: camera)
    case .reset(let names):
      let changed = try named(names, all).filter { control in
        !control.isReadOnly && (!names.isEmpty || control.value != control.defaultValue)
          && (!names.isEmpty || !control.isInactive)
      }
      try show(
        try await set(changed.map { ($0, $0.defaultValue) }, controls, camera), of: camera)
    }
  }

  private func set(
    _ changes: [(CameraControl, Int)], _ controls: any CameraControls, _ camera: CameraDevice
  ) async throws -> [CameraControl] {
    var changed: [CameraControl] = []
    for (control, value) in changes {
      changed.append(try await controls.set(control.id, to: value, of: camera.id))
    }
    return changed
  }

  private func camera(of catalog: CameraCatalog) async throws -> CameraDevice {
    let list = try await DevicesCommand.firstList(of: catalog.lists())
    var directory = DeviceDirectory(backendOrder: [""])
    directory.update(list, from: "")
    if let camera = directory.device(for: request.camera) { return camera }
    let missing = CaptureError(
      .noSuchCamera, "There is no such camera.", remedy: "List them: viewfinder devices.")
    throw CommandError.known(list.problem ?? missing, cameras: list.devices)
  }

  /// The settings of some names, or all.
  private func named(
    _ names: [CameraControl.ID], _ all: [CameraControl]
  ) throws -> [CameraControl] {
    if names.isEmpty { return all }
    return try names.map { name in
      if let control = all.first(where: { $0.id == name }) { return control }
      throw CommandError.unknown(
        "setting of this camera", name.rawValue, known: all.map(\.id.rawValue), Syntax.controls)
    }
  }

  private func show(_ controls: [CameraControl], of camera: CameraDevice) throws {
    if request.asJSON {
      try console.print(ControlText.json(controls).indented())
    } else if request.isBrief {
      try console.print(controls.map(ControlText.value).joined(separator: "\n"))
    } else if controls.isEmpty {
      console.note("\(camera.name): nothing to show.")
    } else {
      try console.print(ControlText.table(controls).lines.joined(separator: "\n"))
    }
    if controls.contains(where: { $0.id == .privacy && $0.value == 1 }) {
      console.note("The camera's cover is closed.")
    }
  }
}
