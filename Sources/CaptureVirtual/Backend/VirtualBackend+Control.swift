public import CaptureCore
public import MediaTypes

extension VirtualBackend {
  /// Takes a camera away, as pulling its plug does: its stream fails, then it leaves the list. Nothing
  /// happens when it is not there.
  public func unplug(_ id: CameraID) {
    guard let unplugged = world.withLock({ $0.unplug(id) }) else { return }
    unplugged.stream?.fail(.unplugged(unplugged.camera.name))
    announce()
  }

  /// Puts a camera back that was unplugged. Nothing happens when it is there or was never known.
  public func plug(_ id: CameraID) {
    if world.withLock({ $0.plug(id) }) { announce() }
  }

  /// Plugs in a new camera, at the end of the list; one with the same identity is replaced.
  public func plug(_ camera: VirtualCamera) {
    unplug(camera.id)
    world.withLock { $0.add(camera) }
    announce()
  }

  /// Ends a camera's stream with an error; the camera stays in the list.
  ///
  /// - Parameter error: nil for an error of the device.
  public func fail(_ id: CameraID, with error: CaptureError? = nil) {
    world.withLock { $0.stream(of: id) }?.fail(error ?? .failed(id))
  }

  /// Makes the next opening of a camera fail. Called again, the one after it fails too.
  public func failNextOpen(of id: CameraID, with error: CaptureError) {
    world.withLock { $0.openErrors[id, default: []].append(error) }
  }

  /// Shows a problem beside the device list, as a service that is missing does; nil takes it away.
  public func setProblem(_ problem: CaptureError?) {
    world.withLock { $0.problem = problem }
    announce()
  }

  /// The cameras that are open now, sorted: at the end of a test there should be none.
  public var openCameras: [CameraID] { world.withLock { $0.openCameras } }

  func announce() { world.withLock { $0.announce(backend: name) } }

  func release(_ id: CameraID, of stream: ObjectIdentifier) {
    world.withLock { $0.release(id, of: stream) }
  }
}
