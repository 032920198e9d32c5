import CaptureCore
import MediaTypes

/// What the back end knows and owns of microphones, on the loop's thread: a connection of its own,
/// made only when somebody wants sound.
final class MicrophoneHub {
  private let loop: MainLoop
  private let clock: any MediaClock
  private let remote: String?
  private let post: @Sendable (@escaping @Sendable (MicrophoneHub) -> Void) -> Void
  private let timer: any MediaTimer

  private var machine = ConnectionMachine()
  private var graph: MicrophoneGraph?
  private var connection = 0
  private var microphones: [MicrophoneNode] = []
  private var subscribers = ListSubscribers<MicrophoneList>()
  private var whenKnown: [() -> Void] = []
  private var streams: [Int: SoundNodeStream] = [:]
  private var nextStream = 0

  /// - Parameter post: has something done with this hub, later, on the loop's thread.
  init(
    on loop: MainLoop, clock: any MediaClock, remote: String?,
    post: @escaping @Sendable (@escaping @Sendable (MicrophoneHub) -> Void) -> Void
  ) {
    self.loop = loop
    self.clock = clock
    self.remote = remote
    self.post = post
    timer = clock.makeTimer(label: "pipewire microphones") { _ in post { $0.handle(.timePassed) } }
  }

  deinit {
    timer.cancel()
    subscribers.finish()
    for stream in streams.values { stream.stop() }
    streams = [:]
    graph = nil
  }
}

// Lists.
extension MicrophoneHub {
  func subscribe(_ id: Int, _ subscriber: AsyncStream<MicrophoneList>.Continuation) {
    subscribers.add(subscriber, as: id)
    handle(.wanted)
  }

  func unsubscribe(_ id: Int) { subscribers.remove(id) }

  private func publish(_ microphones: [MicrophoneNode], problem: CaptureError?) {
    self.microphones = microphones
    subscribers.publish(MicrophoneList(microphones: microphones.map(\.device), problem: problem))
    let waiting = whenKnown
    whenKnown = []
    for continuation in waiting { continuation() }
  }
}

// The connection.
extension MicrophoneHub {
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
    let connection = connection
    do {
      graph = try MicrophoneGraph(on: loop, to: .remote(remote)) { [unowned self] event in
        handle(event, of: connection)
      }
    } catch {
      publish([], problem: error)
      handle(.failed)
    }
  }

  private func disconnect() {
    connection += 1
    for stream in streams.values { stream.fail(Fault.connectionLost) }
    graph = nil
  }

  private func handle(_ event: MicrophoneGraph.Event, of connection: Int) {
    switch event {
    case .settled:
      handle(.settled)
      publish(graph?.microphones ?? [], problem: nil)
    case .removed(let node):
      // Later: PipeWire may be in the middle of the stream's own events.
      post { hub in
        for stream in hub.streams.values where stream.microphone.node == node {
          stream.fail(Fault.unplugged(stream.name))
        }
      }
    case .lost: post { $0.lost(connection) }
    }
  }

  private func lost(_ connection: Int) {
    guard connection == self.connection else { return }
    publish([], problem: Fault.connectionLost)
    handle(.failed)
  }
}

// Streams.
extension MicrophoneHub {
  func open(
    _ microphone: MicrophoneID, format: SoundFormat,
    reply: @escaping (Result<OpenedMicrophone, CaptureError>) -> Void
  ) {
    guard subscribers.latest != nil else {
      whenKnown.append { [unowned self] in open(microphone, format: format, reply: reply) }
      return handle(.wanted)
    }
    if let problem = subscribers.latest?.problem { return reply(.failure(problem)) }
    guard let node = microphones.first(where: { $0.device.id == microphone }),
      let core = graph?.core
    else { return reply(.failure(Fault.noSuchMicrophone(microphone))) }
    guard format.isValid else { return reply(.failure(Fault.noSound(format))) }
    open(node, format: format, core: core, reply: reply)
  }

  private func open(
    _ node: MicrophoneNode, format: SoundFormat, core: Core,
    reply: @escaping (Result<OpenedMicrophone, CaptureError>) -> Void
  ) {
    nextStream += 1
    let (id, post) = (nextStream, post)
    streams[id] = SoundNodeStream(
      node, wish: format, core: core, clock: clock,
      late: { [late = Fault.notLinked(node.device.name)] in
        post { hub in if hub.streams[id]?.isOpening == true { hub.streams[id]?.fail(late) } }
      },
      ended: { message in post { $0.streamEnded(id, message: message) } }
    ) { result in
      if case .failure = result { post { $0.close(id) } }
      reply(result.map { OpenedMicrophone(id: id, format: $0) })
    }
  }

  // Why PipeWire ended a stream: with the daemon, with the microphone, or for a reason of its own.
  private func streamEnded(_ id: Int, message: String) {
    guard let stream = streams[id] else { return }
    if graph?.isLost ?? true {
      stream.fail(Fault.connectionLost)
    } else if graph?.contains(stream.microphone.node) == false {
      stream.fail(Fault.unplugged(stream.name))
    } else {
      stream.fail(Fault.sound(stream.name, message: message, code: nil))
    }
  }

  func start(
    _ id: Int, _ handler: @escaping MicrophoneHandler,
    reply: (Result<Void, CaptureError>) -> Void
  ) {
    guard let stream = streams[id] else { return reply(.failure(Fault.closed)) }
    reply(Result { () throws(CaptureError) in try stream.start(handler) })
  }

  /// Stops and frees a stream; fine for one that is gone. Not from within a stream's own events.
  func close(_ id: Int) { streams.removeValue(forKey: id)?.stop() }
}

/// A microphone that is open and not started.
struct OpenedMicrophone: Sendable {
  let id: Int
  let format: SoundFormat
}
