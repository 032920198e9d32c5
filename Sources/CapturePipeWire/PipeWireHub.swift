import CaptureCore
import MediaTypes
import SystemThreads

/// Everything that the back end knows and owns, on the loop's thread.
final class PipeWireHub {
  private let loop: MainLoop
  private let queue: JobQueue<PipeWireHub>
  private let clock: any MediaClock
  private let remote: String?
  private let portal: CameraPortal
  private let sharing: MemorySharing
  private let timer: any MediaTimer
  /// The microphones, over a connection of their own.
  let microphones: MicrophoneHub

  private var machine = ConnectionMachine()
  private var request: PortalRequest?
  private var graph: CameraGraph?
  private var connection = 0
  private var cameras: [CameraNode] = []
  private var subscribers = ListSubscribers<DeviceList>()
  private var whenKnown: [() -> Void] = []
  private var streams: [Int: NodeStream] = [:]
  private var nextStream = 0
  private var settingsTasks: [Int: SettingsTask] = [:]

  init(
    on loop: MainLoop, queue: JobQueue<PipeWireHub>, clock: any MediaClock, remote: String?,
    portal: CameraPortal, sharing: MemorySharing
  ) {
    self.loop = loop
    self.queue = queue
    self.clock = clock
    self.remote = remote
    self.portal = portal
    self.sharing = sharing
    timer = clock.makeTimer(label: "pipewire") { _ in
      queue.post { $0.handle(.timePassed) }
    }
    microphones = MicrophoneHub(on: loop, clock: clock, remote: remote) { job in
      queue.post { job($0.microphones) }
    }
  }

  deinit {
    timer.cancel()
    subscribers.finish()
    streams = [:]
    settingsTasks = [:]
    request = nil
    graph = nil
  }
}

// Device lists.
extension PipeWireHub {
  func subscribe(_ id: Int, _ subscriber: AsyncStream<DeviceList>.Continuation) {
    subscribers.add(subscriber, as: id)
    handle(.wanted)
  }

  func unsubscribe(_ id: Int) { subscribers.remove(id) }

  private func publish(_ cameras: [CameraNode], problem: CaptureError?) {
    self.cameras = cameras
    subscribers.publish(DeviceList(devices: cameras.map(\.device), problem: problem))
    let waiting = whenKnown
    whenKnown = []
    for continuation in waiting { continuation() }
  }
}

// The connection.
extension PipeWireHub {
  private func handle(_ event: ConnectionMachine.Event) {
    for action in machine.handle(event) {
      switch action {
      case .connect: connect()
      case .disconnect: disconnect()
      case .wait(let time): timer.schedule(at: clock.now + time)
      case .reportSilence: publish([], problem: Fault.noAnswer)
      }
    }
  }

  private func connect() {
    connection += 1
    guard portal.isUsed else { return connect(to: .remote(remote)) }
    let (connection, queue) = (connection, queue)
    request = PortalRequest(
      on: loop, address: portal.bus, clock: clock,
      timePassed: { queue.post { $0.request?.timePassed() } },
      // Later, since the request may not be let go of by its own handler.
      handler: { event in queue.post { $0.handle(event, of: connection) } })
    // The request has limits of its own and answers in any case.
    handle(.asked)
  }

  private func handle(_ event: PortalRequest.Event, of connection: Int) {
    guard connection == self.connection else { return }
    switch event {
    case .asking: publish([], problem: Fault.portalAsks)
    case .answered(let answer):
      request = nil
      handle(answer)
    }
  }

  private func handle(_ answer: PortalAnswer) {
    switch answer {
    case .granted(let descriptor):
      handle(.answered)
      connect(to: .descriptor(descriptor))
    case .absent:
      handle(.answered)
      connect(to: .remote(remote))
    case .denied(let error):
      publish([], problem: error)
      handle(.refused)
    case .failed(let error):
      publish([], problem: error)
      handle(.failed)
    }
  }

  private func connect(to address: DaemonAddress) {
    let connection = connection
    do {
      graph = try CameraGraph(on: loop, to: address) { [unowned self] event in
        handle(event, of: connection)
      }
    } catch {
      publish([], problem: error)
      handle(.failed)
    }
  }

  private func disconnect() {
    connection += 1
    for stream in streams.values {
      stream.fail(Fault.connectionLost)
      stream.release()
    }
    for task in settingsTasks.values { task.fail(Fault.connectionLost) }
    request = nil
    graph = nil
  }

  private func handle(_ event: CameraGraph.Event, of connection: Int) {
    switch event {
    case .settled:
      handle(.settled)
      publish(graph?.cameras ?? [], problem: nil)
    case .removed(let node):
      for stream in streams.values where stream.camera.node == node {
        stream.fail(Fault.unplugged(stream.name))
      }
      for task in settingsTasks.values where task.camera.node == node {
        task.fail(Fault.unplugged(task.camera.device.name))
      }
    case .failed(let node, let message):
      for stream in streams.values where stream.camera.node == node {
        stream.fail(Fault.stream(stream.name, message: message, code: nil))
      }
    case .lost:
      // Later, since the graph may not be let go of by its own handler.
      queue.post { $0.lost(connection) }
    }
  }

  private func lost(_ connection: Int) {
    guard connection == self.connection else { return }
    publish([], problem: Fault.connectionLost)
    handle(.failed)
  }
}

// Settings.
extension PipeWireHub {
  /// Looks at a camera's settings, changes one, or watches them.
  ///
  /// - Parameter id: to end it by; nil for what ends by itself.
  func settings(of camera: CameraID, _ purpose: SettingsTask.Purpose, as id: Int? = nil) {
    guard subscribers.latest != nil else {
      whenKnown.append { [unowned self] in settings(of: camera, purpose, as: id) }
      return handle(.wanted)
    }
    guard let node = cameras.first(where: { $0.device.id == camera }), let graph else {
      let error = subscribers.latest?.problem ?? Fault.noSuchCamera(camera)
      return SettingsTask.refuse(purpose, error)
    }
    nextStream += 1
    // Counted apart from subscriptions, which begin at 1.
    let (id, queue) = (id ?? -nextStream, queue)
    settingsTasks[id] = SettingsTask(
      purpose, of: node, in: graph, clock: clock,
      timePassed: { queue.post { $0.settingsTasks[id]?.timePassed() } },
      // Later, since a task may not be let go of by its own events.
      ended: { queue.post { $0.settingsTasks[id] = nil } })
  }

  /// Ends a watch; fine for one that is gone.
  func endSettings(_ id: Int) { settingsTasks[id] = nil }
}

// Streams.
extension PipeWireHub {
  func open(
    _ camera: CameraID, format: CameraFormat,
    reply: @escaping (Result<OpenedStream, CaptureError>) -> Void
  ) {
    guard subscribers.latest != nil else {
      whenKnown.append { [unowned self] in open(camera, format: format, reply: reply) }
      return handle(.wanted)
    }
    if let problem = subscribers.latest?.problem { return reply(.failure(problem)) }
    guard let node = cameras.first(where: { $0.device.id == camera }), let core = graph?.core else {
      return reply(.failure(Fault.noSuchCamera(camera)))
    }
    let known = node.device.formats
    guard known.isEmpty || known.contains(where: { $0.pixelFormat == format.pixelFormat }) else {
      return reply(.failure(Fault.unsupported(format, by: node.device.name)))
    }
    open(node, format: format, core: core, reply: reply)
  }

  private func open(
    _ node: CameraNode, format: CameraFormat, core: Core,
    reply: @escaping (Result<OpenedStream, CaptureError>) -> Void
  ) {
    nextStream += 1
    let id = nextStream
    let queue = queue
    // Done later, since a stream may not be let go of by its own events.
    let surroundings = NodeStream.Surroundings(
      timePassed: { queue.post { $0.streams[id]?.timePassed() } },
      lost: { connection, message in
        queue.post { $0.streamLost(id, connection, message: message) }
      },
      ended: { queue.post { $0.streams[id]?.release() } })
    streams[id] = NodeStream(
      node, wish: format, core: core, clock: clock, sharing: sharing, surroundings: surroundings
    ) { result in
      if case .failure = result { queue.post { $0.close(id) } }
      reply(result.map { OpenedStream(id: id, format: $0) })
    }
  }

  // Why PipeWire ended a stream: with the daemon, with the camera, or for a reason of its own.
  private func streamLost(_ id: Int, _ connection: Int, message: String) {
    guard let stream = streams[id] else { return }
    if graph?.isLost ?? true {
      stream.lost(connection, .failed(Fault.connectionLost))
    } else if graph?.contains(stream.camera.node) == false {
      stream.lost(connection, .failed(Fault.unplugged(stream.name)))
    } else {
      let error = Fault.stream(stream.name, message: message, code: nil)
      stream.lost(connection, .interrupted(error))
    }
  }

  func start(
    _ id: Int, _ handler: @escaping CaptureHandler,
    reply: @escaping (Result<Void, CaptureError>) -> Void
  ) {
    guard let stream = streams[id] else { return reply(.failure(Fault.closed)) }
    stream.start(handler, reply: reply)
  }

  /// Stops and frees a stream; fine for one that is gone. Not from within a stream's own events.
  func close(_ id: Int) { streams.removeValue(forKey: id)?.stop() }
}

/// A stream that is open and not started.
struct OpenedStream: Sendable {
  let id: Int
  let format: CameraFormat
}
