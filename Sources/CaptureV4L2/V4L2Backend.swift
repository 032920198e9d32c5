public import CaptureCore
import Dispatch
import Glibc
public import MediaTypes
import SystemThreads

/// Cameras by Video4Linux 2, straight from the kernel.
///
/// For machines without PipeWire, and for cameras that PipeWire shows in a worse mode only. Not for
/// sharing a camera: while it streams, no other program can have it. Raw sensors behind a media
/// controller (most phones) are not listed; they need libcamera.
///
/// *Context*: any thread; nothing blocks the caller.
public final class V4L2Backend: CaptureBackend {
  private let clock: any MediaClock
  private let sharing: MemorySharing
  private let decoders: AccessUnitDecoderFactory?
  private let calls: any SystemCalls
  private let watcher: DeviceWatcher
  let memory = ControlMemory()

  /// Makes the back end; no device is touched before the first list is asked for.
  ///
  /// - Parameters:
  ///   - clock: what frames are timed by; must show the system's monotonic time.
  ///   - sharing: says whether frames may come in the driver's own memory, for a renderer to import.
  ///   - decoders: make pictures of a camera's own H.264; nil to get its access units as frames.
  public convenience init(
    clock: any MediaClock, sharing: MemorySharing = MemorySharing(),
    decoders: AccessUnitDecoderFactory? = nil
  ) {
    self.init(
      clock: clock, sharing: sharing, decoders: decoders, calls: KernelCalls(),
      hotPlug: KernelHotPlug())
  }

  init(
    clock: any MediaClock, sharing: MemorySharing = MemorySharing(),
    decoders: AccessUnitDecoderFactory? = nil, calls: any SystemCalls, hotPlug: any HotPlug
  ) {
    self.clock = clock
    self.sharing = sharing
    self.decoders = decoders
    self.calls = calls
    watcher = DeviceWatcher(calls, hotPlug)
  }

  /// `v4l2`.
  public var name: String { Self.backendName }

  static let backendName = "v4l2"

  /// Lists of the cameras; see `CaptureBackend`.
  public func deviceLists() -> AsyncStream<DeviceList> { watcher.lists() }

  /// Opens a camera, sets it to the mode and prepares its buffers; see `CaptureBackend`.
  ///
  /// - Throws: `CaptureError`: `noSuchCamera`, `unplugged`, `busy` (with the program that has it),
  ///   `notPermitted`, `unsupportedFormat` or `deviceFailed`.
  public func open(
    _ camera: CameraID, format: CameraFormat
  ) async throws(CaptureError) -> any CaptureStream {
    let work = DispatchQueue(label: "v4l2 \(camera)")
    return try await work.perform { [self] () throws(CaptureError) in
      try openNow(camera, format: format, work: work)
    }
  }

  private func openNow(
    _ camera: CameraID, format: CameraFormat, work: DispatchQueue
  ) throws(CaptureError) -> V4L2Stream {
    do throws(CaptureError) {
      let found = try find(camera)
      let (node, words) = try openNode(of: found)
      let setting = try StreamSetting(node: node, wish: format, words: words)
      memory.restore(camera, on: node)
      let context = V4L2Stream.Context(
        source: .init(camera: camera, rotation: found.node.rotation), words: words, clock: clock,
        sharing: sharing, decoders: decoders, lost: { [weak watcher] in watcher?.lost(camera) },
        ending: { [memory] node in memory.update(camera, from: node) })
      return V4L2Stream(setting, context: context, work: work)
    } catch {
      if error.code == .unplugged { watcher.lost(camera) }
      throw error
    }
  }

  /// Opens a camera's node. Blocks.
  func openNode(of camera: CameraID) throws(CaptureError) -> (VideoNode, FaultWords) {
    try openNode(of: find(camera))
  }

  private func openNode(of found: FoundCamera) throws(CaptureError) -> (VideoNode, FaultWords) {
    let words = FaultWords(name: found.device.name, path: found.node.path, calls: calls)
    let node = try words.explaining(.opening) { () throws(SystemError) in
      try found.reopen(calls)
    }
    return (node, words)
  }

  private func find(_ camera: CameraID) throws(CaptureError) -> FoundCamera {
    if let found = watcher.camera(camera) { return found }
    throw CaptureError(
      .noSuchCamera, "There is no camera \(camera).", remedy: "List them: viewfinder devices.")
  }
}

extension FoundCamera {
  /// Opens the node again.
  ///
  /// - Throws: `SystemError`; `ENODEV` also when the node's name belongs to another device by now.
  fileprivate func reopen(_ calls: any SystemCalls) throws(SystemError) -> VideoNode {
    let node = try VideoNode(path: self.node.path, calls: calls)
    guard node.capability == self.node.capability else {
      throw SystemError(call: "open", code: ENODEV)
    }
    return node
  }
}
